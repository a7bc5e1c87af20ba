//! What a joint is made of: where it sits on each side, and how it gives way.

use coupling::law::{Characteristic, Compliance, JointStiffness, Kind, Marker};

use super::JointSection;
use crate::scenario::law::parameters::characteristic;

/// Where the joint sits on each side.
pub(super) fn markers(section: &JointSection, kind: Kind) -> Result<[Marker; 2], String> {
    let name = kind.name();
    let axes = match (section.axis, kind.has_axis()) {
        (Some(axes), true) => axes,
        (None, false) => [[0.0, 0.0, 1.0]; 2],
        (None, true) => {
            return Err(
                "the field \"axis\" is missing; give it on each side in the body's frame, \
                        as axis = [[0, 0, 1], [0, 0, 1]]"
                    .into(),
            );
        }
        (Some(_), false) => return Err(no_effect("axis", name)),
    };
    match (section.normal, kind.fixes_twist()) {
        (None, true) => {
            return Err("the field \"normal\" is missing; give on each side the direction beside \
                        the axis that says how the bodies are turned about it"
                .into());
        }
        (Some(_), false) => return Err(no_effect("normal", name)),
        _ => {}
    }
    let marker = |side: usize| {
        let (point, axis) = (section.point[side], axes[side]);
        let normal = section.normal.map(|normals| normals[side]);
        if let Some(x) = point.iter().find(|x| !x.is_finite()) {
            return Err(format!("point holds {x}; it must be finite"));
        }
        Marker::new(point, axis, normal).ok_or_else(|| match normal {
            None => format!("axis {axis:?} has no direction; give one that is not zero"),
            Some(normal) => {
                format!("axis {axis:?} and normal {normal:?} span no plane; give two directions")
            }
        })
    };
    Ok([marker(0)?, marker(1)?])
}

/// How the primitive joints give way; what the kind has no use for is refused.
pub(super) fn stiffness(section: &JointSection, kind: Kind) -> Result<JointStiffness, String> {
    let s = section;
    let tables = [
        &s.stiffness_table,
        &s.damping_table,
        &s.rotational_stiffness_table,
        &s.rotational_damping_table,
    ];
    if s.smooth && tables.iter().all(|table| table.is_none()) {
        return Err("smooth has no effect without a table; remove it".into());
    }
    let find = |name, value, table| characteristic(name, value, table, s.smooth);
    let translation = [
        ("stiffness", find("stiffness", s.stiffness, &s.stiffness_table)?),
        ("damping", find("damping", s.damping, &s.damping_table)?),
    ];
    let stiffness =
        find("rotational_stiffness", s.rotational_stiffness, &s.rotational_stiffness_table)?;
    let damping = find("rotational_damping", s.rotational_damping, &s.rotational_damping_table)?;
    let rotation = [("rotational_stiffness", stiffness), ("rotational_damping", damping)];
    if s.torque_axis.is_some() && !kind.restrains_turning() {
        return Err(no_effect("torque_axis", kind.name()));
    }
    Ok(JointStiffness {
        translation: compliance(translation, kind.restrains_points(), kind.name())?,
        rotation: compliance(rotation, kind.restrains_turning(), kind.name())?,
        torque_axis: s.torque_axis.unwrap_or_default().into(),
    })
}

/// Stiffness and damping by their names, where the kind of joint has such springs.
fn compliance(
    [(stiffness_name, stiffness), (damping_name, damping)]: [(&str, Option<Characteristic>); 2],
    wanted: bool,
    kind: &str,
) -> Result<Compliance, String> {
    let none = Characteristic::Linear(0.0);
    match (wanted, stiffness, damping) {
        (true, Some(stiffness), damping) => {
            Ok(Compliance { stiffness, damping: damping.unwrap_or(none) })
        }
        (true, None, _) => Err(format!(
            "the field \"{stiffness_name}\" is missing; give it, or a {stiffness_name}_table"
        )),
        (false, Some(_), _) => Err(no_effect(stiffness_name, kind)),
        (false, None, Some(_)) => Err(no_effect(damping_name, kind)),
        (false, None, None) => Ok(Compliance { stiffness: none.clone(), damping: none }),
    }
}

fn no_effect(field: &str, kind: &str) -> String {
    format!("{field} has no effect on a joint of kind \"{kind}\"; remove it")
}
