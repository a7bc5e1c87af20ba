//! Questions about a description, answered with the standard's defaults.

use crate::*;

impl ModelDescription {
    /// All variables, in the order that the model structure counts from 1.
    pub fn variables(&self) -> &[ScalarVariable] {
        &self.model_variables.variables
    }

    /// The variable of this name.
    pub fn variable(&self, name: &str) -> Option<&ScalarVariable> {
        self.variables().get(self.position_of(name)?)
    }

    /// The variable with this number, counted from 1 as in the model structure.
    pub fn variable_at(&self, index: u32) -> Option<&ScalarVariable> {
        self.variables().get((index as usize).checked_sub(1)?)
    }

    /// The number (from 1) of the variable of this name.
    pub fn index_of(&self, name: &str) -> Option<u32> {
        u32::try_from(self.position_of(name)? + 1).ok()
    }

    fn position_of(&self, name: &str) -> Option<usize> {
        self.index.variables.find(self.variables(), |variable| variable.name.as_str(), name)
    }

    /// The type definition that a variable names, if it exists.
    pub fn declared_type(&self, variable: &ScalarVariable) -> Option<&SimpleType> {
        let name = variable.declared_type()?;
        let types = &self.type_definitions.types;
        types.get(self.index.types.find(types, |simple| simple.name.as_str(), name)?)
    }

    /// The unit of a variable, its own or that of its type.
    pub fn unit<'a>(&'a self, variable: &'a ScalarVariable) -> Option<&'a str> {
        let own = variable.real.as_ref()?.attributes.unit.as_deref();
        own.or_else(|| self.declared_type(variable)?.real.as_ref()?.unit.as_deref())
    }

    /// The definition of a unit.
    pub fn unit_definition(&self, name: &str) -> Option<&Unit> {
        let units = &self.unit_definitions.units;
        units.get(self.index.units.find(units, |unit| unit.name.as_str(), name)?)
    }

    /// The usual magnitude of a variable, its own or that of its type; 1 if neither says.
    pub fn nominal(&self, variable: &ScalarVariable) -> f64 {
        let own = variable.real.as_ref().and_then(|real| real.attributes.nominal);
        let of_type = || self.declared_type(variable)?.real.as_ref()?.nominal;
        own.or_else(of_type).unwrap_or(1.0)
    }

    /// The smallest and the largest value of a numeric variable, its own or those of its type.
    pub fn range(&self, variable: &ScalarVariable) -> (Option<f64>, Option<f64>) {
        variable.range_with(self.declared_type(variable))
    }

    /// The items of an enumeration variable, from its type.
    pub fn items(&self, variable: &ScalarVariable) -> &[Item] {
        let of_type = || self.declared_type(variable)?.enumeration.as_ref();
        of_type().map_or(&[], |enumeration| &enumeration.items)
    }

    /// The entry of an output in the model structure, by the name of the variable.
    pub fn output(&self, name: &str) -> Option<&Unknown> {
        let index = self.index_of(name)?;
        let outputs = &self.model_structure.outputs.unknowns;
        outputs.get(self.index.outputs.find(outputs, |unknown| &unknown.index, &index)?)
    }
}

/// The smallest and the largest value of a number.
fn range(
    real: Option<&RealAttributes>,
    integer: Option<&IntegerAttributes>,
) -> (Option<f64>, Option<f64>) {
    match (real, integer) {
        (Some(real), _) => (real.min, real.max),
        (_, Some(integer)) => (integer.min.map(f64::from), integer.max.map(f64::from)),
        _ => (None, None),
    }
}

impl ScalarVariable {
    /// Its type; Real if the file has no type element (reported as a problem).
    pub fn kind(&self) -> VariableType {
        if self.integer.is_some() {
            VariableType::Integer
        } else if self.boolean.is_some() {
            VariableType::Boolean
        } else if self.string.is_some() {
            VariableType::String
        } else if self.enumeration.is_some() {
            VariableType::Enumeration
        } else {
            VariableType::Real
        }
    }

    /// Its role.
    pub fn causality(&self) -> Causality {
        self.causality.as_ref().and_then(Keyword::known).unwrap_or_default()
    }

    /// When it may change.
    ///
    /// The standard's default, continuous, is wrong for parameters and for everything that is not
    /// Real; files that leave it out there mean fixed and discrete.
    pub fn variability(&self) -> Variability {
        let parameter = [Causality::Parameter, Causality::CalculatedParameter];
        let default = if parameter.contains(&self.causality()) {
            Variability::Fixed
        } else if self.kind() == VariableType::Real {
            Variability::Continuous
        } else {
            Variability::Discrete
        };
        self.variability.as_ref().and_then(Keyword::known).unwrap_or(default)
    }

    /// How it is initialised; nothing for inputs and the independent variable.
    ///
    /// Defaults of FMI 2.0, section 2.2.7, table of variability against causality.
    pub fn initial(&self) -> Option<Initial> {
        let causality = self.causality();
        if matches!(causality, Causality::Input | Causality::Independent) {
            return None;
        }
        let exact =
            causality == Causality::Parameter || self.variability() == Variability::Constant;
        let default = if exact { Initial::Exact } else { Initial::Calculated };
        Some(self.initial.as_ref().and_then(Keyword::known).unwrap_or(default))
    }

    /// Whether the file gives a start value.
    pub fn has_start(&self) -> bool {
        self.real.as_ref().is_some_and(|v| v.start.is_some())
            || self.integer.as_ref().is_some_and(|v| v.start.is_some())
            || self.boolean.as_ref().is_some_and(|v| v.start.is_some())
            || self.string.as_ref().is_some_and(|v| v.start.is_some())
            || self.enumeration.as_ref().is_some_and(|v| v.start.is_some())
    }

    /// The start value of a variable that is not text, as a number (true is 1).
    pub fn numeric_start(&self) -> Option<f64> {
        match self.kind() {
            VariableType::Real => self.real.as_ref()?.start,
            VariableType::Integer => self.integer.as_ref()?.start.map(f64::from),
            VariableType::Boolean => self.boolean.as_ref()?.start.map(f64::from),
            VariableType::Enumeration => self.enumeration.as_ref()?.start.map(f64::from),
            VariableType::String => None,
        }
    }

    /// The name of its type definition.
    pub fn declared_type(&self) -> Option<&str> {
        let name = match self.kind() {
            VariableType::Real => &self.real.as_ref()?.declared_type,
            VariableType::Integer => &self.integer.as_ref()?.declared_type,
            VariableType::Boolean => &self.boolean.as_ref()?.declared_type,
            VariableType::String => &self.string.as_ref()?.declared_type,
            VariableType::Enumeration => &self.enumeration.as_ref()?.declared_type,
        };
        name.as_deref()
    }

    /// Its smallest and largest value, its own or those of its type.
    pub fn range_with(&self, declared: Option<&SimpleType>) -> (Option<f64>, Option<f64>) {
        let (min, max) = self.own_range();
        let of_type = |simple: &SimpleType| range(simple.real.as_ref(), simple.integer.as_ref());
        let (type_min, type_max) = declared.map_or((None, None), of_type);
        (min.or(type_min), max.or(type_max))
    }

    /// Its own smallest and largest value, without those of its type.
    pub fn own_range(&self) -> (Option<f64>, Option<f64>) {
        let integer = self.integer.as_ref().or(self.enumeration.as_ref());
        range(
            self.real.as_ref().map(|real| &real.attributes),
            integer.map(|whole| &whole.attributes),
        )
    }
}
