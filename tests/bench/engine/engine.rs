//! What it gains to split an engine into FMUs: from integrators of their own, and from threads.
//!
//! Each engine runs as one FMU and split, with the same models, solver (bs23) and tolerance; all variants in turn, in one process,
//! without results. Ratios are taken within a turn; the median is printed, with the least and the largest. Right-hand
//! sides are counted in runs of their own. Run by `cargo bench -p macrostep-tests --bench engine`, on a quiet machine.

mod stiff;
mod variant;

use variant::{Counted, Variant};

/// How often each variant runs.
const TURNS: usize = 7;

/// An engine in its variants: the first is the FMU of the whole.
struct Engine {
    title: &'static str,
    variants: Vec<Variant>,
    /// What the gain on two threads should be at least.
    target: f64,
}

fn engines() -> Vec<Engine> {
    let of = |file: &'static str, name: &'static str| Variant::new(file, name);
    let three = |h| of("v6-three", "3 slaves, H = 5 µs").step(h);
    vec![
        Engine {
            title: "(a) V6, three chain drives, tolerance 0.01, Lin 2,3,Opt",
            variants: vec![
                of("v6-one", "1 FMU"),
                three(5e-6),
                three(5e-6).threads(2).name("3 slaves, H = 5 µs, 2 threads"),
                three(5e-6).threads(2).claimed().name("3 slaves, H = 5 µs, 2 threads, claimed"),
                three(4e-6).name("3 slaves, H = 4 µs"),
                three(4e-6).threads(2).name("3 slaves, H = 4 µs, 2 threads"),
            ],
            target: 1.7,
        },
        Engine {
            title: "(b) flat engine, two drives and two tensioners, tolerance 0.1, Const 2,3,Opt",
            variants: flat(0.1),
            target: 8.26,
        },
        Engine { title: "(b) the same, tolerance 0.01", variants: flat(0.01), target: 8.26 },
        Engine {
            title: "(c) bank of a V6, tolerance 0.1, Lin 2,3,Opt, H = 10 µs",
            variants: bank(0.1),
            target: 1.8,
        },
        Engine { title: "(c) the same, tolerance 0.01", variants: bank(0.01), target: 1.8 },
    ]
}

fn flat(tolerance: f64) -> Vec<Variant> {
    let of = |file, name: &'static str, h| {
        Variant::new(file, name).step(h).stop(0.02).tolerance(tolerance)
    };
    vec![
        of("flat-one", "1 FMU", 1e-4),
        of("flat-two", "2 slaves, H = 5 µs", 5e-6),
        of("flat-two", "2 slaves, H = 5 µs, 2 threads", 5e-6).threads(2),
        of("flat-four", "4 slaves, H = 5 µs", 5e-6),
        of("flat-four", "4 slaves, H = 5 µs, 2 threads", 5e-6).threads(2),
        of("flat-four", "4 slaves, H = 10 µs", 1e-5),
        of("flat-four", "4 slaves, H = 10 µs, 2 threads", 1e-5).threads(2),
    ]
}

fn bank(tolerance: f64) -> Vec<Variant> {
    let of = |file, name: &'static str| {
        Variant::new(file, name).step(1e-5).stop(0.02).tolerance(tolerance)
    };
    vec![
        of("bank-one-uncontrolled", "1 FMU"),
        of("bank-two", "2 slaves"),
        of("bank-two", "2 slaves, 2 threads").threads(2),
        of("bank-three", "3 slaves"),
        of("bank-three", "3 slaves, 2 threads").threads(2),
        of("bank-four", "4 slaves"),
        of("bank-four", "4 slaves, 2 threads").threads(2),
        of("bank-six", "6 slaves"),
        of("bank-six", "6 slaves, 2 threads").threads(2),
        of("bank-six", "6 slaves, 2 threads, claimed").threads(2).claimed(),
        of("bank-seven", "7 slaves with controller"),
        of("bank-seven", "7 slaves with controller, 2 threads").threads(2),
    ]
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|word| word != "--bench").collect();
    let chosen =
        |title: &str| words.is_empty() || words.iter().any(|word| title.contains(word.as_str()));
    for engine in engines().iter().filter(|engine| chosen(engine.title)) {
        measure(engine);
    }
    if chosen("stiff") {
        stiff::measure();
    }
}

fn measure(engine: &Engine) {
    let Engine { title, variants, target } = engine;
    println!("\n{title}");
    let counted: Vec<Counted> = variants.iter().map(Variant::count).collect();
    let mut times: Vec<Vec<f64>> = vec![Vec::new(); variants.len()];
    for _ in 0..TURNS {
        for (times, variant) in times.iter_mut().zip(variants) {
            times.push(variant.time());
        }
    }
    println!(
        "{:<38} {:>9} {:>9} {:>8}  {:<20} right-hand sides by slave in 1000",
        "", "1000 RHS", "error deg", "ms", "gain"
    );
    let (angle, mut best) = (counted[0].angle, ("", 0.0));
    for ((variant, counted), own) in variants.iter().zip(&counted).zip(&times) {
        let [gain, least, most] = spread(times[0].iter().zip(own).map(|(whole, own)| whole / own));
        let [time, ..] = spread(own.iter().copied());
        let error = (counted.angle - angle).abs();
        println!(
            "{:<38} {:>9.0} {:>9.1e} {:>8.1}  {gain:>5.2} ({least:.2} to {most:.2})  {}",
            variant.name,
            counted.total() / 1e3,
            error.to_degrees(),
            1e3 * time,
            counted.by_slave(),
        );
        if variant.has_threads() && gain > best.1 {
            best = (variant.name, gain);
        }
    }
    let met = if best.1 >= *target { "met" } else { "not met" };
    println!(
        "target: a gain of at least {target} on two threads; {met}: {:.2}, {}",
        best.1, best.0
    );
}

/// Median, least and largest.
fn spread(values: impl Iterator<Item = f64>) -> [f64; 3] {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    [values[values.len() / 2], values[0], values[values.len() - 1]]
}
