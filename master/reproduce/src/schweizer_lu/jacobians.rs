//! Appendix A: approximate sensitivities against those of FMU steps.

use coupling::Polynomial;
use coupling::slave::{Slave, SlaveError, Slot, Step};
use serde::Deserialize;

use crate::bench::Bench;
use crate::entry::{Entry, data};
use crate::error::ReproduceError;
use crate::figure::{Evidence, Figure, Section};
use crate::target::{Standing, Target};
use macrostep::fmi::{Fmu, FmuSlave, StandardError, Value};

pub const ENTRY: Entry = Entry {
    name: "schweizer-lu/jacobians",
    title: "Appendix A: approximate sensitivities (91) and (92)",
    about: "∂y/∂u over a macro step by differences of steps of single FMUs; no scheme is run. (91) gives \
            ∂x/∂λ = a H²/m and ∂v/∂λ = b H/m with a = 1/2 and b = 1 for k = 0; with a = 1/6, 1/8 and b = 1/2, 5/12 the same \
            holds for k = 1 and 2. Errors of these are of first order in H. (92), for the crank of section 4.3 and k = 0, \
            is right in all lines for λ; in two lines for the angle of the slot a sign is wrong: ∂x_S1 and ∂v_Sx1 need \
            −cos φ₂ sin² φ₁ + cos φ₁ sin φ₁ sin φ₂.",
    fmus: &["oscillator", "planar-link"],
    run,
    pictures: None,
};

#[derive(Deserialize)]
struct Data {
    oscillators: Vec<Mass>,
    crank: Vec<Crank>,
}

/// Sensitivities of one mass to λ, and how far (91) is off, as a share.
#[derive(Deserialize)]
struct Mass {
    h: f64,
    degree: usize,
    subsystem: usize,
    dx: f64,
    dv: f64,
    dx_error: f64,
    dv_error: f64,
}

/// Sensitivities of x_S1, y_S1, their rates, φ₁ and ω₁ to λ or to the angle of the slot.
#[derive(Deserialize)]
struct Crank {
    h: f64,
    input: String,
    recomputed: [f64; 6],
    printed: [f64; 6],
}

fn run(bench: &Bench) -> Result<Vec<Section>, ReproduceError> {
    let Data { oscillators, crank } = data(include_str!("../../data/schweizer_lu_jacobians.json"));
    let masses = bench.each(&oscillators, |mass| mass.figures(bench))?;
    let cranks = bench.each(&crank, |crank| crank.figures(bench))?;
    Ok(vec![
        Section::new("two-mass oscillator, (91)", masses.into_iter().flatten().collect())
            .evidence(Evidence::FmuSteps),
        Section::new("crank, (92)", cranks.into_iter().flatten().collect())
            .evidence(Evidence::FmuSteps),
    ])
}

/// An FMU that steps from its start again and again.
struct Stepped {
    slave: FmuSlave,
    outputs: usize,
}

impl Stepped {
    fn new(
        bench: &Bench,
        model: &str,
        start: &[(&str, f64)],
        (inputs, outputs): (&[&str], &[&str]),
    ) -> Result<Self, ReproduceError> {
        let fmu = Fmu::open(bench.fmu(model))?;
        let mut instance = fmu.instantiate(model, false, Box::new(StandardError::default()))?;
        for (name, value) in start {
            instance.set_start(name, &Value::Real(*value))?;
        }
        let mut slave = FmuSlave::new(instance.initialize(0.0, None, None)?, inputs, outputs)?;
        slave.start()?;
        Ok(Self { slave, outputs: outputs.len() })
    }

    /// The change of the outputs after a step between two courses of the inputs.
    fn change(&mut self, h: f64, courses: [&[Polynomial]; 2]) -> Result<Vec<f64>, SlaveError> {
        let mut ends = [vec![0.0; self.outputs], vec![0.0; self.outputs]];
        self.slave.save(Slot::MacroStart)?;
        for (inputs, end) in courses.into_iter().zip(&mut ends) {
            self.slave.step(&Step { t: 0.0, end: h, h }, inputs, end)?;
            self.slave.restore(Slot::MacroStart)?;
        }
        let [from, to] = ends;
        Ok(to.iter().zip(from).map(|(to, from)| to - from).collect())
    }
}

/// What the value 1 at the end of a step adds to an input of degree k over it.
fn influence(degree: usize) -> Polynomial {
    match degree {
        0 => Polynomial::new(&[1.0]),
        1 => Polynomial::new(&[0.0, 1.0]),
        _ => Polynomial::new(&[0.0, 0.5, 0.5]),
    }
}

/// a and b of (91) by degree.
const FACTORS: [(f64, f64); 3] =
    [(1.0 / 2.0, 1.0), (1.0 / 6.0, 1.0 / 2.0), (1.0 / 8.0, 5.0 / 12.0)];

impl Mass {
    fn figures(&self, bench: &Bench) -> Result<[Figure; 4], ReproduceError> {
        let &Self { h, degree, subsystem, .. } = self;
        // λ pulls the first mass forth and the second one back.
        let (m, sign) = if subsystem == 1 { (1.0, 1.0) } else { (2.0, -1.0) };
        let start = [("m", m), ("c", 1000.0), ("d", 10.0)];
        let mut mass = Stepped::new(bench, "oscillator", &start, (&["force"], &["x", "v"]))?;
        let change = mass.change(h, [&[Polynomial::constant(0.0)], &[influence(degree)]])?;
        let (a, b) = FACTORS[degree];
        let exact = [(change[0], a * h * h / m), (change[1], b * h / m)];
        let name = |what: &str| format!("{what}, k = {degree}, H = {h:e} s, mass {subsystem}");
        let sensitivity = |what: &str, n: usize, value: f64| {
            Figure::new(name(what), sign * exact[n].0).recomputed(Target::relative(value, 1e-9))
        };
        let error = |what: &str, n: usize, value: f64| {
            let found = (exact[n].1 / exact[n].0 - 1.0).abs();
            Figure::new(name(what), found).recomputed(Target::relative(value, 1e-6))
        };
        Ok([
            sensitivity("∂x/∂λ", 0, self.dx),
            sensitivity("∂v/∂λ", 1, self.dv),
            error("error of (91), ∂x/∂λ", 0, self.dx_error),
            error("error of (91), ∂v/∂λ", 1, self.dv_error),
        ])
    }
}

const CRANK: [&str; 6] = ["x_S1", "y_S1", "v_Sx1", "v_Sy1", "φ₁", "ω₁"];
/// λ in N and the angle of the slot.
const AT: [f64; 2] = [5.0, 1.3];

impl Crank {
    fn figures(&self, bench: &Bench) -> Result<Vec<Figure>, ReproduceError> {
        let (root, half) = (std::f64::consts::SQRT_2, std::f64::consts::FRAC_1_SQRT_2);
        let start = [
            ("m", root),
            ("J", root / 6.0),
            ("l", root),
            ("s", half),
            ("phi0", 0.6),
            ("omega0", -0.9),
            ("relative_tolerance", 1e-12),
            ("absolute_tolerance", 1e-14),
        ];
        let ports: (&[&str], &[&str]) =
            (&["lambda", "direction"], &["x_s", "y_s", "vx", "vy", "phi", "omega"]);
        let mut crank = Stepped::new(bench, "planar-link", &start, ports)?;
        // Wide, as the sensitivities are small; central, so that only the third derivative is left.
        let (n, by) = if self.input == "lambda" { (0, 0.5) } else { (1, 2e-3) };
        let [below, above] = [-by, by].map(|by| {
            let mut inputs = AT.map(Polynomial::constant);
            inputs[n] = Polynomial::constant(AT[n] + by);
            inputs
        });
        let change = crank.change(self.h, [&below, &above])?;
        let figure = |k: usize| {
            // The tip moves twice as fast as the centre of mass.
            let share = if matches!(k, 2 | 3) { 0.5 } else { 1.0 };
            let found = share * change[k] / (2.0 * by);
            // An error of first order: 5 per second.
            let printed = Target::relative(self.printed[k], 5.0 * self.h);
            let misprint = n == 1 && matches!(k, 0 | 2);
            let name = format!("∂{}/∂{}, H = {:e} s", CRANK[k], ["λ", "φ₂"][n], self.h);
            Figure::new(name, found)
                .printed(printed.standing(Standing::NotSo, misprint))
                .recomputed(Target::relative(self.recomputed[k], 2e-5))
        };
        Ok((0..6).map(figure).collect())
    }
}
