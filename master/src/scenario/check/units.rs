//! Units of connected variables: the same, converted, or refused.

use fmi2_description::{BaseUnit, ModelDescription, ScalarVariable};

/// A unit by name and, where the FMU defines it, in SI base units.
struct Known<'a> {
    name: &'a str,
    base: Option<&'a BaseUnit>,
}

fn unit<'a>(description: &'a ModelDescription, variable: &'a ScalarVariable) -> Option<Known<'a>> {
    let name = description.unit(variable)?;
    let definition = description.unit_definition(name);
    Some(Known { name, base: definition.and_then(|unit| unit.base_unit.as_ref()) })
}

fn dimension(unit: &BaseUnit) -> [i32; 8] {
    [unit.kg, unit.m, unit.s, unit.a, unit.k, unit.mol, unit.cd, unit.rad]
}

/// Factor and offset that turn a value in the unit of `from` into one in the unit of `to`.
///
/// A variable without a unit, or with one that its FMU does not define, is taken as it is.
pub(super) fn conversion(
    from: (&ModelDescription, &ScalarVariable),
    to: (&ModelDescription, &ScalarVariable),
) -> Result<(f64, f64), String> {
    let (Some(from), Some(to)) = (unit(from.0, from.1), unit(to.0, to.1)) else {
        return Ok((1.0, 0.0));
    };
    let (Some(a), Some(b)) = (from.base, to.base) else {
        return match from.name == to.name || from.base.is_some() || to.base.is_some() {
            true => Ok((1.0, 0.0)),
            false => Err(format!("its unit is {}, that of the input is {}", from.name, to.name)),
        };
    };
    if dimension(a) != dimension(b) {
        return Err(format!(
            "its unit {} and the input's unit {} are of different kinds",
            from.name, to.name
        ));
    }
    // x_SI = factor x + offset on either side.
    let (fa, fb) = (a.factor.unwrap_or(1.0), b.factor.unwrap_or(1.0));
    let (oa, ob) = (a.offset.unwrap_or(0.0), b.offset.unwrap_or(0.0));
    Ok((fa / fb, (oa - ob) / fb))
}

/// The product of units as a power of time beside an energy: 0 for an energy, −1 for a power; inside, none
/// if it is neither. Angles count as numbers.
pub(super) fn power(factors: &[(&ModelDescription, &ScalarVariable)]) -> Option<Option<i32>> {
    let mut product = [0; 8];
    for (description, variable) in factors {
        let base = unit(description, variable)?.base?;
        product.iter_mut().zip(dimension(base)).for_each(|(sum, exponent)| *sum += exponent);
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
pub(super) fn quantity(
    (description, variable): (&ModelDescription, &ScalarVariable),
) -> Option<Quantity> {
    let Known { name, base } = unit(description, variable)?;
    let Some(base) = base else {
        return match name {
            "m" | "m/s" | "m/s2" | "mm" | "rad" | "rad/s" | "rad/s2" | "deg" | "deg/s" => {
                Some(Quantity::Motion)
            }
            "N" | "N.m" | "Nm" | "N*m" => Some(Quantity::Force),
            _ => None,
        };
    };
    match dimension(base) {
        [0, 1, -2..=0, 0, 0, 0, 0, 0] | [0, 0, -2..=0, 0, 0, 0, 0, 1] => Some(Quantity::Motion),
        [1, 1, -2, 0, 0, 0, 0, 0] | [1, 2, -2, 0, 0, 0, 0, _] => Some(Quantity::Force),
        _ => None,
    }
}

/// Whether a law that counts in SI may take the variable's value as it is.
pub(super) fn is_si(
    description: &ModelDescription,
    variable: &ScalarVariable,
) -> Result<(), String> {
    match unit(description, variable) {
        Some(Known { name, base: Some(base) })
            if base.factor.is_some_and(|f| f != 1.0) || base.offset.is_some_and(|o| o != 0.0) =>
        {
            Err(format!(
                "its unit {name} is not SI, in which coupling laws count; use a variable in SI units"
            ))
        }
        _ => Ok(()),
    }
}
