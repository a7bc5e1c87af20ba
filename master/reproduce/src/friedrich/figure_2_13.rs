//! Figure 2.13: the largest stable ω̂ of all rules, and how those grow that have none.

use serde::Deserialize;

use super::system::{F, exact_f, force_force, largest_stable, take_mode};
use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Figure, Section};
use crate::picture::Picture;
use crate::target::Target;
use macrostep::analysis::Stability;

pub const ENTRY: Entry = Entry {
    name: "friedrich/figure-2.13",
    title: "Largest stable ω̂ of all rules over the stiffness ratio F",
    about: "The figure prints no numbers. The optimised rules are the fixed sets (2.64), (2.65), (2.67), (2.68). \
            Const 3,5 is not in the thesis; it contradicts its statement that rules with K = 3 are worse than \
            those with K = 2. Rules that grow at every small step have no limit: their first exit from ρ ≤ 1 + \
            1e-6 only shows how weakly, and their growth ρ − 1 is compared instead. Lin 2,4 and Lin 3,6 are \
            weakly unstable in a window below the literal maximum of (2.63). Hermite 3 is left out: its polynomials have degree 5, and FMUs of ours take input derivatives up to order 3. The thesis's gains of 59 % and \
            22 % hold for stiff couplings.",
    fmus: &["oscillator"],
    run,
    pictures: Some(pictures),
};

#[derive(Deserialize)]
struct Data {
    figure_2_13: Vec<Rule>,
    literal_2_63: Vec<Literal>,
    growth: Vec<Growth>,
    claims: Vec<Claim>,
}

/// A rule with its largest stable ω̂ for each F.
#[derive(Deserialize)]
struct Rule {
    rule: String,
    inputs: String,
    stable: bool,
    limits: [f64; 5],
}

/// A rule with the largest ω̂ at which ρ ≤ 1, whatever lies below.
#[derive(Deserialize)]
struct Literal {
    rule: String,
    inputs: String,
    limits: [Option<f64>; 5],
}

/// A rule with pairs of ω̂ and ρ − 1 of the difference mode at F = 100.
#[derive(Deserialize)]
struct Growth {
    rule: String,
    inputs: String,
    growth: Vec<(f64, f64)>,
}

/// How much larger the limit of one rule is than that of another, at F = 100.
#[derive(Deserialize)]
struct Claim {
    claim: String,
    over: (String, String),
    printed: Target,
    recomputed: f64,
}

fn read() -> Data {
    data(include_str!("../../data/friedrich_stability.json"))
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { figure_2_13, literal_2_63, growth, claims } = read();
    let cases: Vec<(&Rule, usize)> =
        figure_2_13.iter().flat_map(|rule| (0..5).map(move |k| (rule, k))).collect();
    let found = bench.each(&cases, |(rule, k)| {
        largest_stable(&mut force_force(bench, &rule.inputs, exact_f(*k))?)
    })?;
    let limit = |name: &str, k: usize| {
        let same = |(rule, at): &(&Rule, usize)| rule.rule == name && *at == k;
        cases.iter().position(same).map_or(f64::NAN, |place| found[place])
    };
    let mut sections: Vec<Section> = (0..5).map(|k| at(k, &figure_2_13, limit)).collect();
    sections.push(literal(bench, &literal_2_63)?);
    sections.push(grown(bench, &growth)?);
    let gain = |claim: &Claim| {
        let gain = limit(&claim.over.0, 4) / limit(&claim.over.1, 4) - 1.0;
        Figure::new(&claim.claim, gain)
            .printed(claim.printed)
            .recomputed(Target::relative(claim.recomputed, 1e-4))
    };
    sections
        .push(Section::new("gain in the largest stable step", claims.iter().map(gain).collect()));
    Ok(sections)
}

/// The limits of the rules that have one, over F.
fn pictures(_: &Bench, found: &[Section]) -> Result<Vec<Picture>, ReproduceError> {
    let caption = "Figure 2.13: largest stable ω̂ over F of the rules that have a limit. Curves: found; circles: independent implementation.";
    let axes = ["F, stiffness of the coupling over that of a subsystem", "largest stable ω̂"];
    let mut picture = Picture::new("figure-2.13", axes, caption).log_x().log_y();
    let mut marks = Vec::new();
    let rules = read().figure_2_13;
    for (n, rule) in rules.iter().enumerate().filter(|(_, rule)| rule.stable) {
        let points = (0..F.len()).map(|k| (exact_f(k), found[k].figures[n].found));
        picture = picture.curve(&rule.rule, points.collect());
        marks.extend(rule.limits.iter().enumerate().map(|(k, limit)| (exact_f(k), *limit)));
    }
    Ok(vec![picture.marks("recomputed", marks)])
}

/// The limits of all rules at one F.
fn at(k: usize, rules: &[Rule], limit: impl Fn(&str, usize) -> f64) -> Section {
    let figure = |rule: &Rule| {
        let figure = Figure::new(&rule.rule, limit(&rule.rule, k))
            .recomputed(Target::relative(rule.limits[k], 1e-5));
        if rule.stable {
            figure
        } else {
            Figure { name: format!("{} (grows at every step)", rule.rule), ..figure }
        }
    };
    Section::new(format!("largest stable ω̂ at F = {}", F[k]), rules.iter().map(figure).collect())
}

/// The maximum of (2.63) as it is written: found from above.
fn literal(bench: &Bench, rules: &[Literal]) -> Result<Section, ReproduceError> {
    let cases: Vec<(&Literal, usize, f64)> = rules
        .iter()
        .flat_map(|rule| (0..5).filter_map(move |k| Some((rule, k, rule.limits[k]?))))
        .collect();
    let found = bench.each(&cases, |(rule, k, _)| {
        let mut stability = force_force(bench, &rule.inputs, exact_f(*k))?;
        let mut is_stable =
            |w: f64| Ok::<_, ReproduceError>(bench.radius(&mut stability, w)? <= 1.0 + 1e-9);
        let mut unstable = std::f64::consts::PI;
        let mut stable = unstable / 1.005;
        while !is_stable(stable)? {
            (unstable, stable) = (stable, stable / 1.005);
        }
        while unstable - stable > 1e-10 * stable {
            let middle = 0.5 * (stable + unstable);
            if is_stable(middle)? { stable = middle } else { unstable = middle }
        }
        Ok(stable)
    })?;
    let figures = cases.iter().zip(found).map(|((rule, k, limit), found)| {
        let name = format!("{}, F = {}", rule.rule, F[*k]);
        Figure::new(name, found).recomputed(Target::relative(*limit, 1e-5))
    });
    Ok(Section::new("literal maximum of (2.63)", figures.collect()))
}

fn grown(bench: &Bench, rules: &[Growth]) -> Result<Section, ReproduceError> {
    let found = bench.each(rules, |rule| {
        let mut stability = force_force(bench, &rule.inputs, 100.0)?;
        let radius = |(w, _): &(f64, f64)| difference_mode(&mut stability, *w);
        rule.growth.iter().map(radius).collect::<Result<Vec<f64>, _>>()
    })?;
    let mut figures = Vec::new();
    for (rule, found) in rules.iter().zip(found) {
        for ((w, growth), found) in rule.growth.iter().zip(found) {
            let target = Target { absolute: 1e-12, ..Target::relative(*growth, 1e-4) };
            let figure = Figure::new(format!("{}, ω̂ = {w}", rule.rule), found - 1.0);
            figures.push(figure.recomputed(target));
        }
    }
    Ok(Section::new("growth ρ − 1 of the difference mode at F = 100", figures))
}

/// The spectral radius without the sum mode, which the coupling does not touch: e^(±jω̂).
fn difference_mode(stability: &mut Stability, w: f64) -> Result<f64, ReproduceError> {
    let mut values = stability.eigenvalues(w)?.ok_or(ReproduceError::NotLinear)?;
    take_mode(&mut values, w);
    Ok(values.iter().map(|value| value.norm()).fold(0.0, f64::max))
}
