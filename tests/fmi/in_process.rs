//! A model in the program and the same model in its FMU: equal in every bit.

use ancf_cable::AncfCable;
use base_excited_oscillator::BaseExcitedOscillator;
use coupling::Polynomial;
use coupling::slave::{Slave, Slot, Step};
use fmu_builder::in_process::ModelSlave;
use fmu_builder::{Model, SolverKind, is_linear};
use free_planar_link::FreePlanarLink;
use hydraulic_line::HydraulicLine;
use jointed_body::JointedBody;
use macrostep::fmi::{Fmu, FmuSlave, StandardError, Value};
use macrostep_tests::fmu;
use natural_pendulum::NaturalPendulum;
use nonlinear_oscillator::NonlinearOscillator;
use oscillator::Oscillator;
use pid::Pid;
use planar_link::PlanarLink;
use rigid_body::RigidBody;
use sampled_pid::SampledPid;
use slotted_link::SlottedLink;
use spring_damper::SpringDamper;
use thermal_mass::ThermalMass;
use thermostat::Thermostat;

struct Case<'a> {
    start: &'a [(&'a str, f64)],
    inputs: &'a [&'a str],
    outputs: &'a [&'a str],
}

impl Case<'_> {
    fn in_process<M: Model>(&self, solver: SolverKind) -> Result<ModelSlave<M>, String> {
        ModelSlave::with_solver(solver, self.start, self.inputs, self.outputs)
            .map_err(|error| error.to_string())
    }

    fn imported<M: Model>(&self, solver: SolverKind) -> Result<FmuSlave, String> {
        let fmu = Fmu::open(fmu(M::NAME)).unwrap();
        let sink = Box::new(StandardError::default());
        let mut instance = fmu.instantiate("model", false, sink).unwrap();
        instance.set_start("solver", &Value::String(solver.name().into())).unwrap();
        for (name, value) in self.start {
            let value = match *name {
                "kind" => Value::Integer(*value as i32),
                _ => Value::Real(*value),
            };
            instance.set_start(name, &value).unwrap();
        }
        let instance = instance.initialize(0.0, None, None).map_err(|error| error.to_string())?;
        let mut slave = FmuSlave::new(instance, self.inputs, self.outputs).unwrap();
        slave.start().map_err(|error| error.to_string())?;
        Ok(slave)
    }

    /// Polynomials whose degree goes up and down from step to step and differs between inputs.
    fn inputs_of_step(&self, k: usize) -> Vec<Polynomial> {
        let polynomial = |i: usize| {
            let all = [1, 2, 3, 4].map(|n| 3.0 * ((n * (k + 1) + 7 * i) as f64).sin());
            Polynomial::new(&all[..=(k * 3 + i) % 4])
        };
        (0..self.inputs.len()).map(polynomial).collect()
    }

    /// Steps of changing length, each second one taken back once and repeated.
    fn trajectory(&self, slave: &mut dyn Slave) -> Vec<u64> {
        let (mut y, mut bits) = (vec![0.0; self.outputs.len()], Vec::new());
        slave.outputs(&vec![0.25; self.inputs.len()], &mut y).unwrap();
        bits.extend(y.iter().map(|y| y.to_bits()));
        let mut t = 0.0;
        for k in 0..30 {
            let h = 0.003 * (1 + k % 4) as f64;
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

    fn check<M: Model>(&self) {
        for solver in SolverKind::of::<M>() {
            match (self.in_process::<M>(solver), self.imported::<M>(solver)) {
                (Ok(mut model), Ok(mut fmu)) => {
                    let (model, fmu) = (self.trajectory(&mut model), self.trajectory(&mut fmu));
                    let first = model.iter().zip(&fmu).position(|(a, b)| a != b);
                    let row = first.map(|at| (at / self.outputs.len(), at % self.outputs.len()));
                    assert_eq!(row, None, "{}, {}: (step, output)", M::NAME, solver.name());
                    assert_eq!(model.len(), 31 * self.outputs.len());
                }
                (Err(model), Err(fmu)) => {
                    let expected = !is_linear::<M>() && solver == SolverKind::Exact;
                    assert!(expected, "{}, {}: {model}; {fmu}", M::NAME, solver.name());
                    assert!(fmu.contains("exact") && model.contains("exact"), "{fmu}; {model}");
                }
                (model, fmu) => {
                    panic!("{}, {}: {:?} {:?}", M::NAME, solver.name(), model.err(), fmu.err())
                }
            }
        }
    }
}

#[test]
fn the_oscillator_is_the_same_with_all_solvers() {
    let case = Case {
        start: &[("m", 2.0), ("c", 300.0), ("d", 1.5), ("x0", 0.2), ("v0", -1.0)],
        inputs: &["force"],
        outputs: &["a", "x", "v", "energy", "dissipated", "work"],
    };
    case.check::<Oscillator>();
}

#[test]
fn the_base_excited_oscillator_is_the_same_with_all_solvers() {
    let case = Case {
        start: &[("cc", 300.0), ("dc", 2.5), ("x0", 0.2)],
        inputs: &["v_in", "x_in", "force"],
        outputs: &["x", "v", "f", "energy", "dissipated", "work"],
    };
    case.check::<BaseExcitedOscillator>();
}

#[test]
fn outputs_without_feedthrough_are_the_same_too() {
    let case = Case { start: &[("x0", 0.2)], inputs: &["force"], outputs: &["x", "v"] };
    case.check::<Oscillator>();
}

#[test]
fn the_nonlinear_oscillator_is_the_same_with_all_solvers_and_refuses_the_exact_one() {
    let case = Case {
        start: &[("c3", 5.0), ("d3", 1.5), ("x0", 0.2)],
        inputs: &["force"],
        outputs: &["x", "v", "a", "energy", "dissipated", "work"],
    };
    case.check::<NonlinearOscillator>();
}

#[test]
fn the_spring_damper_is_the_same_with_all_solvers() {
    let case = Case {
        start: &[("c", 300.0), ("d", 2.5)],
        inputs: &["x1", "v1", "x2", "v2"],
        outputs: &["f1", "f2", "energy"],
    };
    case.check::<SpringDamper>();
}

#[test]
fn the_hydraulic_line_is_the_same_with_all_solvers() {
    let case = Case {
        start: &[("L", 20.0), ("R", 300.0), ("Q0", 0.2)],
        inputs: &["p", "p_supply"],
        outputs: &["V", "Q", "V_supply", "Q_supply", "energy", "dissipated", "work"],
    };
    case.check::<HydraulicLine>();
}

#[test]
fn the_thermal_mass_is_the_same_with_all_solvers() {
    let case = Case {
        start: &[("C", 3.0), ("T0", 310.0)],
        inputs: &["P", "source"],
        outputs: &["T", "heat"],
    };
    case.check::<ThermalMass>();
}

#[test]
fn the_controller_is_the_same_with_all_solvers_and_refuses_the_exact_one() {
    let case = Case {
        start: &[("kp", 2.0), ("ki", 5.0), ("kd", 0.1), ("u_max", 7.0), ("u_min", -6.0)],
        inputs: &["setpoint", "measurement"],
        outputs: &["u", "error", "integral", "filtered"],
    };
    case.check::<Pid>();
}

#[test]
fn the_planar_link_is_the_same_with_all_solvers_and_refuses_the_exact_one() {
    let case = Case {
        start: &[("c", 20.0), ("d", 0.5), ("phi_free", 0.3), ("phi0", 0.2)],
        inputs: &["fx", "fy", "torque", "lambda", "direction"],
        outputs: &["phi", "omega", "x", "y", "vx", "vy", "x_s", "energy", "dissipated", "work"],
    };
    case.check::<PlanarLink>();
}

#[test]
fn the_free_planar_link_is_the_same_with_all_solvers_and_refuses_the_exact_one() {
    let case = Case {
        start: &[("s", 0.3), ("phi0", 0.2), ("omega0", 2.0), ("vx0", -1.0)],
        inputs: &["fx1", "fy2", "torque", "fx2", "fy1"],
        outputs: &["x", "y", "phi", "x1", "vy1", "y2", "vx2", "energy", "work"],
    };
    case.check::<FreePlanarLink>();
}

#[test]
fn the_slotted_link_is_the_same_with_all_solvers_and_refuses_the_exact_one() {
    let case = Case {
        start: &[("reach", 0.3), ("phi0", 0.2), ("x_pivot", 1.0)],
        inputs: &["lambda", "x_in", "y_in", "phi_in"],
        outputs: &["phi", "omega", "x", "y", "vx", "vy", "energy", "work"],
    };
    case.check::<SlottedLink>();
}

#[test]
fn the_rigid_body_is_the_same_with_all_solvers_and_refuses_the_exact_one() {
    let case = Case {
        start: &[("m", 2.0), ("J_x", 0.3), ("J_z", 0.2), ("q0_x", 0.5), ("omega0_y", 3.0)],
        inputs: &["force_x", "torque_z", "torque_x", "force_y"],
        outputs: &["r_x", "q_w", "q_y", "v_z", "omega_x", "a_x", "energy", "work"],
    };
    case.check::<RigidBody>();
}

#[test]
fn the_jointed_body_is_the_same_with_all_solvers_and_refuses_the_exact_one() {
    let case = Case {
        start: &[("kind", 6.0), ("point_x", 0.5), ("axis_y", 0.5), ("stiffness", 300.0)],
        inputs: &["partner_r_x", "partner_q_w", "torque_x", "partner_omega_y", "force_y"],
        outputs: &[
            "r_x",
            "q_y",
            "partner_force_y",
            "partner_torque_z",
            "energy",
            "dissipated",
            "work",
        ],
    };
    case.check::<JointedBody>();
}

#[test]
fn the_natural_pendulum_is_the_same_with_all_solvers_its_own_among_them() {
    let case = Case {
        start: &[("r0_y", 1.0), ("v0_z", 2.0), ("rho", 10.0), ("g_x", 3.0)],
        inputs: &["force_y", "force_x", "force_z"],
        outputs: &["r_x", "v_y", "u1_z", "w2_x", "energy", "work"],
    };
    case.check::<NaturalPendulum>();
}

#[test]
fn the_cable_is_the_same_with_all_solvers_and_refuses_the_exact_one() {
    // Tips that are metres away from step to step: it must be soft.
    let case = Case {
        start: &[("E", 2e4), ("r0_x", 1.0), ("end_x", 7.0)],
        inputs: &["r_x", "r_y", "r_z", "v_z"],
        outputs: &["node1_r_x", "node0_s_y", "node5_w_z", "force_x", "energy", "elastic", "work"],
    };
    case.check::<AncfCable<5>>();
}

#[test]
fn the_sampled_controller_is_the_same_with_all_solvers() {
    // The steps, of 3 to 12 ms, hit some samples and miss others.
    let case = Case {
        start: &[("kp", 2.0), ("ki", 5.0), ("kd", 0.1), ("period", 0.006), ("u_max", 40.0)],
        inputs: &["measurement", "setpoint"],
        outputs: &["u", "error", "integral", "samples"],
    };
    case.check::<SampledPid>();
}

#[test]
fn the_thermostat_is_the_same_with_all_solvers() {
    // It is switched every few milliseconds.
    let case = Case {
        start: &[
            ("C", 10.0),
            ("R", 1.0),
            ("power", 50.0),
            ("T0", 0.0),
            ("setpoint", 0.0),
            ("band", 0.01),
        ],
        inputs: &["T_outside", "P"],
        outputs: &["T", "on", "heat", "switchings"],
    };
    case.check::<Thermostat>();
}
