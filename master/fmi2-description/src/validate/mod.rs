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

mod combination;
mod header;
mod structure;
mod variables;

use crate::{ModelDescription, Problem};

impl ModelDescription {
    /// Everything that deviates from FMI 2.0, in the order of the file's parts.
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = header::problems(self);
        problems.extend(variables::problems(self));
        problems.extend(structure::problems(self));
        problems
    }
}
