//! Axes that a constraint holds.

use coupling::law::constraint::Held;

use super::JointKind;

/// The axes of a joint, by the names that a user writes.
fn names(joint: JointKind) -> &'static [&'static str] {
    match joint {
        JointKind::Line => &["x"],
        JointKind::Planar => &["x", "y", "angle"],
        JointKind::Spatial => &["x", "y", "z", "rx", "ry", "rz"],
    }
}

/// What is held once `free` axes are left out.
pub(super) fn held(joint: JointKind, free: &[String]) -> Result<Held, String> {
    let names = names(joint);
    if let Some(unknown) = free.iter().find(|axis| !names.contains(&axis.as_str())) {
        return Err(format!("free: there is no axis \"{unknown}\"; there is {}", names.join(", ")));
    }
    let is_held = |name: &str| names.contains(&name) && !free.iter().any(|axis| axis == name);
    let held = Held {
        translations: ["x", "y", "z"].map(is_held),
        rotations: match joint {
            JointKind::Spatial => ["rx", "ry", "rz"].map(is_held),
            _ => [false, false, is_held("angle")],
        },
    };
    if held.translations.into_iter().chain(held.rotations).all(|held| !held) {
        return Err(format!(
            "free names all axes ({}), so that no constraint is left; leave one out",
            names.join(", ")
        ));
    }
    Ok(held)
}
