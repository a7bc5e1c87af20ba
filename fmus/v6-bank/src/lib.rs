//! A bank of a V6 engine: a chain drives two cam phasers, each of which turns a cam shaft with its valves; oil comes from a
//! supply, leaves through the lubrication of the chain, and feeds the tensioner; a controller sets the phasers.

use cam_phaser::CamPhaser;
use chain_drive::ChainDrive;
use fmu_builder::composition::{Assembly, Composition, Node, PartId};
use fmu_builder::*;
use hydraulic_tensioner::HydraulicTensioner;
use oil_line::OilLine;
use phase_controller::PhaseController;
use valve_train::ValveTrain;

/// Rotational stiffness between wheel and phaser, and phaser and cam shaft, in N·m/rad.
const SHAFT: f64 = 6.3e4;
/// Stiffness of the contact between piston and rail in N/m.
const PISTON: f64 = 2e7;
/// Pressure of the oil at the start in Pa.
const PRESSURE: f64 = 4e5;
/// Bulk modulus of the oil in the nodes in Pa.
const MODULUS: f64 = 2e8;

/// Nine parts; the supply belongs to the intake phaser and the lubrication to the tensioner where there are seven slaves.
pub struct V6Bank;

impl Composition for V6Bank {
    const NAME: &'static str = "v6-bank";
    const DESCRIPTION: &'static str = "A bank of a V6 engine with cam phasers and valve trains.";
    const LINEAR: Option<bool> = Some(false);
    const SOLVER: Option<SolverKind> = Some(SolverKind::Bs23);
    const RELATIVE_TOLERANCE: f64 = 0.01;
    const STEP_SIZE: f64 = 1e-5;
    const STOP_TIME: f64 = 0.02;

    fn assemble(a: &mut Assembly) {
        // Oil flows through the exhaust phaser to the lubrication from the start on.
        let lubrication = 5.093e-8;
        let q0 = 0.9 * lubrication * 3e5_f64.sqrt();
        let chain = a.part::<ChainDrive>("chain");
        let chain = chain.structural("chain-bank-1", "layout", "bank-1").part();
        let intake = a.part::<CamPhaser>("intake_phaser").part();
        let supply = a.part::<OilLine>("supply").start("Q0", q0).part();
        let exhaust = a.part::<CamPhaser>("exhaust_phaser").start("outlet", 2.0);
        let exhaust = exhaust.start("Q0", q0).part();
        let tensioner = a.part::<HydraulicTensioner>("tensioner").start("supply", 2.0);
        let tensioner = tensioner.start("V_b", 3e-7).part();
        let orifice = a.part::<OilLine>("lubrication").start("source", 2.0).start("I", 4e6);
        let orifice = orifice.start("R", 1e8).start("K", lubrication).start("Q0", -q0).part();
        let intake_valves = a.part::<ValveTrain>("intake_valves").start("phase", 0.9).part();
        let exhaust_valves = a.part::<ValveTrain>("exhaust_valves").start("phase", 0.3).part();
        let controller = a.part::<PhaseController>("controller").start("delay", 1e-5).part();

        shaft(a, [(chain, "intake."), (intake, "stator.")]);
        shaft(a, [(chain, "exhaust."), (exhaust, "stator.")]);
        let rail = [chain.end("rail.s", "rail.v", "rail.F"), tensioner.end("x", "v", "F")];
        a.spring_damper(rail, PISTON, 0.0);
        let [before, behind] = [2e-5, 1e-5].map(|volume| Node {
            volume,
            pressure: PRESSURE,
            modulus: MODULUS,
            gas: None,
        });
        let inlet = |phaser: PartId| phaser.line("V_in", "Q_in_node", "p_in");
        a.hydraulic_node(vec![supply.line("V", "Q", "p"), inlet(intake), inlet(exhaust)], before);
        let outlet = exhaust.line("V_out", "Q_out", "p_out");
        let lines = vec![outlet, orifice.line("V", "Q", "p"), tensioner.line("V", "Q", "p")];
        a.hydraulic_node(lines, behind);
        shaft(a, [(intake, "rotor."), (intake_valves, "")]);
        shaft(a, [(exhaust, "rotor."), (exhaust_valves, "")]);
        for (phaser, [psi, psidot, s]) in
            [(exhaust, ["psi_ex", "psidot_ex", "s_ex"]), (intake, ["psi_in", "psidot_in", "s_in"])]
        {
            a.signal(phaser.port("psi"), controller.port(psi));
            a.signal(phaser.port("psidot"), controller.port(psidot));
            a.signal(controller.port(s), phaser.port("s"));
        }
    }
}

/// A shaft between two bodies that turn, each with what stands before the names of its variables.
fn shaft(a: &mut Assembly, bodies: [(PartId, &str); 2]) {
    let ends = bodies.map(|(part, body)| {
        let [phi, omega, torque] = ["phi", "omega", "M"].map(|name| format!("{body}{name}"));
        part.end(&phi, &omega, &torque)
    });
    a.spring_damper(ends, SHAFT, 0.0);
}

#[cfg(feature = "fmu")]
export_fmu!(composition::Composed<V6Bank>);
