//! Parts of engines and whole ones in the program and in their FMUs: equal in every bit, and in what they evaluate.

use cam_phaser::CamPhaser;
use chain_drive::ChainDrive;
use coupling::Polynomial;
use coupling::slave::{Slave, Slot, Step};
use flat_engine::FlatEngine;
use fmu_builder::composition::Composed;
use fmu_builder::in_process::ModelSlave;
use fmu_builder::{Model, SolverKind, Structural};
use hydraulic_tensioner::HydraulicTensioner;
use macrostep::fmi::{Fmu, FmuSlave, StandardError, Value};
use macrostep_tests::fmu;
use oil_line::OilLine;
use phase_controller::PhaseController;
use v6_bank::V6Bank;
use v6_engine::V6Engine;
use valve_train::ValveTrain;

/// An FMU, what it was made with, and what is done to it.
struct Case<'a> {
    fmu: &'a str,
    structural: Option<(&'a str, &'a str)>,
    /// Each with a value and an amplitude about it.
    inputs: &'a [(&'a str, f64, f64)],
    outputs: &'a [&'a str],
    /// The length of a macro step.
    h: f64,
}

/// For models with hundreds of states.
const EXPLICIT: [SolverKind; 3] =
    [SolverKind::Bs23, SolverKind::Rk4, SolverKind::SemiImplicitEuler];
/// For small ones: all that take nonlinear models.
const ALL: [SolverKind; 5] = [
    SolverKind::Bs23,
    SolverKind::Rk4,
    SolverKind::SemiImplicitEuler,
    SolverKind::Dopri5,
    SolverKind::Rodas4,
];

impl Case<'_> {
    fn input_names(&self) -> Vec<&str> {
        self.inputs.iter().map(|(name, _, _)| *name).collect()
    }

    fn in_process<M: Model>(&self, solver: SolverKind) -> ModelSlave<M> {
        let structural = Structural::default().named(self.fmu);
        let structural =
            self.structural.iter().fold(structural, |all, (name, value)| all.with(name, value));
        let inputs = self.input_names();
        ModelSlave::structured(&structural, solver, &[], &inputs, self.outputs).unwrap()
    }

    fn imported(&self, solver: SolverKind) -> FmuSlave {
        let fmu = Fmu::open(fmu(self.fmu)).unwrap();
        let sink = Box::new(StandardError::default());
        let mut instance = fmu.instantiate("model", false, sink).unwrap();
        instance.set_start("solver", &Value::String(solver.name().into())).unwrap();
        let instance = instance.initialize(0.0, None, None).unwrap();
        let mut slave = FmuSlave::new(instance, &self.input_names(), self.outputs).unwrap();
        slave.start().unwrap();
        slave
    }

    /// Polynomials whose degree changes from step to step and differs between inputs.
    fn inputs_of_step(&self, k: usize) -> Vec<Polynomial> {
        let polynomial = |(i, (_, value, amplitude)): (usize, &(&str, f64, f64))| {
            let mut all = [1, 2, 3, 4].map(|n| amplitude * ((n * (k + 1) + 7 * i) as f64).sin());
            all[0] += value;
            Polynomial::new(&all[..=(k * 3 + i) % 4])
        };
        self.inputs.iter().enumerate().map(polynomial).collect()
    }

    /// Steps of changing length, each second one taken back once and repeated.
    fn trajectory(&self, slave: &mut dyn Slave) -> Vec<u64> {
        let (mut y, mut bits, mut t) = (vec![0.0; self.outputs.len()], Vec::new(), 0.0);
        for k in 0..12 {
            let h = self.h * (1 + k % 3) as f64;
            let step = Step { t, end: t + h, h };
            if k % 2 == 1 {
                slave.save(Slot::MacroStart).unwrap();
                slave.step(&step, &self.inputs_of_step(k + 100), &mut y).unwrap();
                slave.restore(Slot::MacroStart).unwrap();
            }
            slave.step(&step, &self.inputs_of_step(k), &mut y).unwrap();
            bits.extend(y.iter().map(|y| y.to_bits()));
            t += h;
        }
        slave.finish().unwrap();
        bits
    }

    fn check<M: Model>(&self, solvers: &[SolverKind]) {
        for solver in solvers {
            let model = self.trajectory(&mut self.in_process::<M>(*solver));
            let fmu = self.trajectory(&mut self.imported(*solver));
            let count = self.outputs.len();
            let first = model.iter().zip(&fmu).position(|(a, b)| a != b);
            let first = first.map(|at| (at / count, self.outputs[at % count]));
            assert_eq!(first, None, "{}, {}: (step, output)", self.fmu, solver.name());
            assert_ne!(model[..count], model[11 * count..], "{}: nothing moves", self.fmu);
        }
    }
}

#[test]
fn a_chain_drive_is_the_same() {
    let case = Case {
        fmu: "chain-drive-2",
        structural: Some(("layout", "drive-2")),
        inputs: &[("shaft.Fx", 100.0, 50.0), ("shaft.M", 0.0, 5.0), ("rail.F", 0.0, 20.0)],
        outputs: &["shaft.x", "cam1.phi", "cam2.omega", "rail.s", "energy", "evaluations"],
        h: 3e-6,
    };
    case.check::<ChainDrive>(&EXPLICIT);
}

#[test]
fn the_hydraulic_parts_are_the_same() {
    let tensioner = Case {
        fmu: "hydraulic-tensioner",
        structural: None,
        inputs: &[("p", 4e5, 5e4), ("F", -60.0, 30.0)],
        outputs: &["x", "v", "p_h", "p_b", "p_c", "V", "energy", "dissipated", "evaluations"],
        h: 3e-7,
    };
    tensioner.check::<HydraulicTensioner>(&ALL);
    let line = Case {
        fmu: "oil-line",
        structural: None,
        inputs: &[("p", 3e5, 1e5)],
        outputs: &["V", "Q", "energy", "dissipated", "evaluations"],
        h: 1e-5,
    };
    line.check::<OilLine>(&ALL);
    let phaser = Case {
        fmu: "cam-phaser",
        structural: None,
        inputs: &[
            ("p_in", 4e5, 1e5),
            ("s", 0.5, 0.3),
            ("stator.M", 0.0, 5.0),
            ("rotor.M", 1.0, 5.0),
        ],
        outputs: &["psi", "psidot", "p_A", "p_B", "Q_in_node", "energy", "evaluations"],
        h: 3e-6,
    };
    phaser.check::<CamPhaser>(&ALL);
}

#[test]
fn a_valve_train_is_the_same() {
    let case = Case {
        fmu: "valve-train-8",
        structural: Some(("coils", "8")),
        inputs: &[("M", 0.0, 10.0)],
        outputs: &["phi", "omega", "energy", "dissipated", "work_ports", "evaluations"],
        h: 1e-6,
    };
    case.check::<ValveTrain>(&ALL);
}

/// Twelve steps of 0.3 to 0.9 ms hit some samples and miss others.
#[test]
fn the_controller_is_the_same() {
    let case = Case {
        fmu: "phase-controller",
        structural: None,
        inputs: &[("psi_ex", 0.05, 0.01), ("psidot_in", 0.0, 1.0)],
        outputs: &["s_ex", "s_in", "I_ex", "I_in", "due"],
        h: 3e-4,
    };
    case.check::<PhaseController>(&[SolverKind::Exact, SolverKind::Rk4, SolverKind::Bs23]);
}

#[test]
fn groups_of_parts_are_the_same() {
    let tensioners = Case {
        fmu: "flat-engine-tensioners",
        structural: Some(("parts", "tensioner_left,tensioner_right")),
        inputs: &[("tensioner_left.F", -60.0, 30.0), ("tensioner_right.F", -50.0, 30.0)],
        outputs: &["tensioner_left.x", "tensioner_right.p_b", "energy", "evaluations"],
        h: 3e-7,
    };
    tensioners.check::<Composed<FlatEngine>>(&ALL);
    let oil = Case {
        fmu: "v6-bank-tensioner",
        structural: Some(("parts", "tensioner,lubrication")),
        inputs: &[
            ("tensioner.F", -60.0, 30.0),
            ("tensioner.p", 4e5, 5e4),
            ("lubrication.p", 4e5, 5e4),
        ],
        outputs: &["tensioner.x", "tensioner.V", "lubrication.Q", "energy", "evaluations"],
        h: 1e-6,
    };
    oil.check::<Composed<V6Bank>>(&ALL);
}

#[test]
fn whole_engines_are_the_same() {
    let v6 = Case {
        fmu: "v6-engine",
        structural: None,
        inputs: &[("drive2.rail.F", 0.0, 20.0), ("drive3.cam1.M", 0.0, 2.0)],
        outputs: &[
            "drive1.shaft_left.x",
            "drive3.cam1.omega",
            "energy",
            "coupling_energy",
            "evaluations",
        ],
        h: 3e-6,
    };
    v6.check::<Composed<V6Engine>>(&EXPLICIT[..2]);
    // Long steps, so that the controller samples; each is many of the solver's.
    let bank = Case {
        fmu: "v6-bank",
        structural: None,
        inputs: &[("chain.shaft.M", 0.0, 2.0)],
        outputs: &[
            "exhaust_phaser.psi",
            "tensioner.p_h",
            "controller.next_s_ex",
            "energy",
            "evaluations",
        ],
        h: 1e-4,
    };
    bank.check::<Composed<V6Bank>>(&EXPLICIT[..1]);
}
