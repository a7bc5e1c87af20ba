//! What a coupling law looks like: its parameters, and what it joins.

use coupling::law::{
    Characteristic, Compressibility, HydraulicNode, Joint, PinInSlot, Primitive, SpringDamper,
};
use coupling::{InputId, OutputId};

use crate::scenario::check::Law;

/// A law as a box.
pub(super) struct Shape {
    /// Its parameters, a line each.
    pub(super) details: Vec<String>,
    /// What it joins.
    pub(super) ends: Vec<End>,
}

/// What a law takes from a slave and gives to it.
pub(super) struct End {
    pub(super) outputs: Vec<OutputId>,
    pub(super) inputs: Vec<InputId>,
}

/// The box of a law; connections have none.
pub(super) fn shape(law: &Law) -> Option<Shape> {
    match law {
        Law::Signal(_) | Law::Sampled(..) => None,
        Law::SpringDamper(law) => Some(spring_damper(law)),
        Law::HydraulicNode(law) => Some(hydraulic_node(law)),
        Law::Joint(law) => Some(joint(law)),
        Law::PinInSlot(law) => Some(pin_in_slot(law)),
        Law::ThermalConductance(law) => {
            let ends = [law.a, law.b]
                .map(|side| End { outputs: vec![side.temperature], inputs: vec![side.heat_flow] });
            let details = vec![format!("G = {}", law.conductance)];
            Some(Shape { details, ends: ends.into() })
        }
    }
}

fn spring_damper(law: &SpringDamper) -> Shape {
    let parameter = |symbol: &str, characteristic: &Characteristic| match characteristic {
        Characteristic::Linear(coefficient) => format!("{symbol} = {coefficient}"),
        Characteristic::Cubic([linear, cubic]) => format!("{symbol} = {linear} + {cubic} x²"),
        Characteristic::Table(table) => {
            format!("{symbol} by a table of {} points", table.points().len())
        }
    };
    let mut details = vec![parameter("c", &law.stiffness)];
    if law.damping != Characteristic::Linear(0.0) {
        details.push(parameter("d", &law.damping));
    }
    if law.rest_length != 0.0 {
        details.push(format!("l0 = {}", law.rest_length));
    }
    let ends = [law.a, law.b]
        .map(|side| End { outputs: vec![side.position, side.velocity], inputs: vec![side.force] });
    Shape { details, ends: ends.into() }
}

fn pin_in_slot(law: &PinInSlot) -> Shape {
    let mut details = vec![format!("c = {}", law.stiffness)];
    if law.damping != 0.0 {
        details.push(format!("d = {}", law.damping));
    }
    let end = |side: &coupling::law::PointSide, more: &[OutputId]| {
        let outputs = [&side.position[..], &side.velocity, more].concat();
        End { outputs, inputs: vec![side.lambda] }
    };
    let ends = vec![end(&law.pin, &[]), end(&law.slot, &[law.angle, law.angular_velocity])];
    Shape { details, ends }
}

fn hydraulic_node(law: &HydraulicNode) -> Shape {
    let modulus = match law.compressibility() {
        Compressibility::Constant(modulus) => format!("E = {modulus:e}"),
        Compressibility::Stepped(_) => "E of the last pressure".into(),
        Compressibility::PressureDependent(_) => "E of the pressure".into(),
    };
    let end = |line: &coupling::law::Line| End {
        outputs: vec![line.volume, line.flow],
        inputs: vec![line.pressure],
    };
    let details = vec![format!("V = {:e}", law.volume()), modulus];
    Shape { details, ends: law.lines().iter().map(end).collect() }
}

/// How many primitive joints of each kind it has, and the bodies that it joins.
fn joint(law: &Joint) -> Shape {
    let count = |name: &str, is_one: fn(&&Primitive) -> bool| {
        let count = law.primitives().iter().filter(is_one).count();
        (count > 0).then(|| format!("{count} {name}"))
    };
    let details = [
        count("atpoint", |primitive| matches!(primitive, Primitive::Atpoint(_))),
        count("inplane", |primitive| matches!(primitive, Primitive::Inplane(_))),
        count("perpendicular", |primitive| matches!(primitive, Primitive::Perpendicular(_))),
    ];
    let ends = law.bodies().map(|body| End {
        outputs: body.outputs().collect(),
        inputs: body.force.into_iter().chain(body.torque).collect(),
    });
    Shape { details: details.into_iter().flatten().collect(), ends: ends.collect() }
}
