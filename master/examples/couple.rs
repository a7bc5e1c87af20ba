//! Couples two FMUs in code: two masses, with a spring and damper between them that the master evaluates.
//!
//! ```text
//! cargo run -p fmu-builder -- export oscillator -o target/fmus
//! cargo run -p macrostep --example couple -- target/fmus/oscillator.fmu
//! ```

use std::error::Error;

use coupling::clock::Clock;
use coupling::law::{Characteristic, Side, SpringDamper};
use coupling::network::{Network, Reading};
use coupling::scheme::Explicit;
use coupling::scheme::sweep::Jacobi;
use coupling::signals::Signals;
use coupling::signals::extrapolation::PolynomialRule;
use coupling::simulation::Simulation;
use coupling::slave::Slave;
use coupling::{InputId, OutputId};
use macrostep::fmi::{Fmu, FmuError, FmuSlave, StandardError, Value};

/// An initialised instance of the FMU: force in, position and velocity out.
fn mass(fmu: &Fmu, name: &str, m: f64, v0: f64) -> Result<(String, Box<dyn Slave>), FmuError> {
    let mut instance = fmu.instantiate(name, false, Box::new(StandardError::default()))?;
    for (parameter, value) in [("m", m), ("c", 1000.0), ("d", 10.0), ("v0", v0)] {
        instance.set_start(parameter, &Value::Real(value))?;
    }
    let slave = FmuSlave::new(instance.initialize(0.0, None, None)?, &["force"], &["x", "v"])?;
    Ok((name.into(), Box::new(slave)))
}

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: couple OSCILLATOR.fmu")?;
    let fmu = Fmu::open(path)?;
    let slaves = vec![mass(&fmu, "left", 1.0, 100.0)?, mass(&fmu, "right", 2.0, -100.0)?];

    // Inputs and outputs are numbered slave by slave.
    let side = |k: usize| Side {
        position: OutputId(2 * k),
        velocity: OutputId(2 * k + 1),
        force: InputId(k),
    };
    let spring = SpringDamper {
        a: side(0),
        b: side(1),
        stiffness: Characteristic::Linear(1000.0),
        damping: Characteristic::Linear(10.0),
        rest_length: 0.0,
    };
    let network = Network::new(slaves, vec![Box::new(spring)], Reading::Fresh);

    // Forces are continued linearly; both masses step at the same time.
    let linear = Box::new(PolynomialRule::new(1));
    let signals = Signals::new(linear, 1, network.discrete_inputs(), network.output_count());
    let scheme = Box::new(Explicit::new(Jacobi));
    let mut simulation = Simulation::new(network, signals, scheme, Clock::new(0.0, 1.0, 1e-3));

    simulation.initialize()?;
    while simulation.advance()? {}
    for (name, y) in simulation.network().output_names().iter().zip(&simulation.point().y) {
        println!("{name} = {y}");
    }
    Ok(())
}
