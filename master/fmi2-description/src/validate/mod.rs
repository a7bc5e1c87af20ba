//! Comparison of a description with the standard: one file per part, one code per rule.
//!
//! | code | rule |
//! |---|---|
//! | D01 | fmiVersion is 2.0 |
//! | D02 | guid is present |
//! | D03 | there is a CoSimulation or a ModelExchange element |
//! | D04 | modelIdentifier is present |
//! | D05 | names of variables are unique |
//! | D06 | a variable is listed once per part of the model structure |
//! | D07 | inputs, parameters, constants, exact and approximate initial values have a start value |
//! | D08 | calculated variables and the independent one have no start value |
//! | D09 | causality and variability fit together and to the type |
//! | D10 | initial fits to causality and variability |
//! | D11 | every output is listed in ModelStructure/Outputs |
//! | D12 | only outputs are listed there |
//! | D13 | indices in the model structure exist |
//! | D14 | declared types exist |
//! | D15 | a declared type has the type of its variable |
//! | D16 | units exist |
//! | D17 | start values lie between min and max |
//! | D18 | derivative names another Real variable |
//! | D19 | an enumeration names its type |
//! | D20 | words are those of the standard |
//! | D21 | a variable has exactly one type element |
//! | D22 | dependenciesKind is as long as dependencies |
//! | D23 | min is not above max |
//! | D24 | modelName is present |
//! | D25 | elements are those of the schema, in its order and number |
//! | D26 | attributes are those of the schema |
//! | D27 | required attributes are present |
//! | D28 | values have the form of their type |
//! | D29 | the file is well-formed XML in the encoding that it declares |
//! | D30 | InitialUnknowns lists what initialisation computes, in the order of the variables |
//! | D31 | names of variables follow variableNamingConvention |
//! | D32 | Derivatives lists variables that are derivatives |
//! | D33 | display units exist |
//! | D34 | modelIdentifier is a C identifier, source files lie below sources/ |
//! | D35 | names of types and units are unique |
//!
//! D20 and D25 to D29 are judged by [`schema`](crate::schema) on the file itself, because reading
//! passes over what it does not know.

mod combination;
mod definitions;
mod header;
mod initial_unknowns;
mod names;
mod structure;
mod variables;

use crate::{ModelDescription, Problem};

impl ModelDescription {
    /// Everything in its content that deviates from FMI 2.0, in the order of the file's parts.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = header::problems(self);
        problems.extend(variables::problems(self));
        problems.extend(names::problems(self));
        problems.extend(structure::problems(self));
        problems.extend(initial_unknowns::problems(self));
        problems
    }
}
