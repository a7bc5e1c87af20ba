//! Units of connected variables: the same, converted, or refused.

use crate::fmu::{Unit, Variable};

/// Factor and offset that turn a value in the unit of `from` into one in the unit of `to`.
///
/// A variable without a unit, or with one that its FMU does not define, is taken as it is.
pub(super) fn conversion(from: &Variable, to: &Variable) -> Result<(f64, f64), String> {
    let (Some(from), Some(to)) = (&from.unit, &to.unit) else { return Ok((1.0, 0.0)) };
    let (Some(a), Some(b)) = (from.base, to.base) else {
        if from.name == to.name || from.base.is_some() || to.base.is_some() {
            return Ok((1.0, 0.0));
        }
        return Err(format!("its unit is {}, that of the input is {}", from.name, to.name));
    };
    if a.dimension != b.dimension {
        return Err(format!(
            "its unit {} and the input's unit {} are of different kinds",
            from.name, to.name
        ));
    }
    // x_SI = factor x + offset on either side.
    Ok((a.factor / b.factor, (a.offset - b.offset) / b.factor))
}

/// The product of units as a power of time beside an energy: 0 for an energy, −1 for a power; inside, none
/// if it is neither. Angles count as numbers.
pub(super) fn power(factors: &[&Variable]) -> Option<Option<i32>> {
    let mut product = [0; 8];
    for variable in factors {
        let base = variable.unit.as_ref()?.base?;
        product.iter_mut().zip(base.dimension).for_each(|(sum, exponent)| *sum += exponent);
    }
    let [kg, m, s, rest @ .., _rad] = product;
    Some(((kg, m) == (1, 2) && rest.iter().all(|exponent| *exponent == 0)).then_some(s + 2))
}

/// What a variable tells of a mechanical system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// A length, an angle, or one of their first two derivatives.
    Motion,
    /// A force or a torque.
    Force,
}

/// The mechanical quantity of a variable by its unit, if it is one.
pub(super) fn quantity(variable: &Variable) -> Option<Quantity> {
    let Unit { name, base } = &**variable.unit.as_ref()?;
    let Some(base) = base else {
        return match name.as_str() {
            "m" | "m/s" | "m/s2" | "mm" | "rad" | "rad/s" | "rad/s2" | "deg" | "deg/s" => {
                Some(Quantity::Motion)
            }
            "N" | "N.m" | "Nm" | "N*m" => Some(Quantity::Force),
            _ => None,
        };
    };
    match base.dimension {
        [0, 1, -2..=0, 0, 0, 0, 0, 0] | [0, 0, -2..=0, 0, 0, 0, 0, 1] => Some(Quantity::Motion),
        [1, 1, -2, 0, 0, 0, 0, 0] | [1, 2, -2, 0, 0, 0, 0, _] => Some(Quantity::Force),
        _ => None,
    }
}

/// Whether a law that counts in SI may take the variable's value as it is.
pub(super) fn is_si(variable: &Variable) -> Result<(), String> {
    match variable.unit.as_deref() {
        Some(Unit { name, base: Some(base) }) if base.factor != 1.0 || base.offset != 0.0 => {
            Err(format!(
                "its unit {name} is not SI, in which coupling laws count; use a variable in SI units"
            ))
        }
        _ => Ok(()),
    }
}
