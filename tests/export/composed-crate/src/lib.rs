//! Two masses on springs, joined by a third spring: one declaration for one FMU, and for a scenario of two.
use fmu_builder::composition::{Assembly, Composition};
use fmu_builder::*;

struct Mass { m: Parameter, c: Parameter, force: Input, x: State, v: State }

impl Model for Mass {
    const NAME: &'static str = "mass";
    const DESCRIPTION: &'static str = "A mass on a spring.";

    fn declare(v: &mut Variables) -> Self {
        let (x0, v0) = (v.parameter("x0", 0.1, "m", "start"), v.parameter("v0", 0.0, "m/s", "start"));
        let (m, c) = (v.parameter("m", 1.0, "kg", "mass"), v.parameter("c", 100.0, "N/m", "stiffness"));
        let force = v.input("force", 0.0, "N", "applied force");
        Self { m, c, force, x: v.state("x", x0, "m", "position"), v: v.state("v", v0, "m/s", "velocity") }
    }

    fn derivatives(&self, s: &Sample, dx: &mut Derivatives) {
        dx[self.x] = s[self.v];
        dx[self.v] = (s[self.force] - s[self.c] * s[self.x]) / s[self.m];
    }
}

/// The composition: parts with their start values, and what joins them.
pub struct Pair;

impl Composition for Pair {
    const NAME: &'static str = "pair";
    const DESCRIPTION: &'static str = "Two masses joined by a spring.";

    fn assemble(a: &mut Assembly) {
        let left = a.part::<Mass>("left").start("m", 2.0).part();
        let right = a.part::<Mass>("right").start("x0", 0.0).part();
        a.spring_damper([left.end("x", "v", "force"), right.end("x", "v", "force")], 50.0, 0.1);
    }
}

#[cfg(feature = "fmu")]
export_fmu!(composition::Composed<Pair>);

/// `cargo test -- --nocapture` shows the scenario with both masses as FMUs of their own.
#[test]
fn the_scenario_has_two_slaves_and_a_coupling() {
    let split = composition::Split::default().group("left", "pair-left", &["left"]).group("right", "pair-right", &["right"]);
    let text = composition::scenario::<Pair>(&Structural::default(), &split).unwrap();
    println!("[simulation]\nstop = 1.0\nstep = 1e-3\n\n{text}");
    assert!(text.contains("fmu = \"pair-left.fmu\"") && text.contains("position = [\"left.x\", \"right.x\"]"));
}
