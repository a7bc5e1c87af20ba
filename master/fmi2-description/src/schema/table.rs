//! The schema of FMI 2.0 as a table: what each element may hold, in which order and how often.

use super::form::Form;
use super::form::Form::*;

/// An element of the schema.
#[derive(Debug)]
pub struct Element {
    /// Its name.
    pub name: &'static str,
    /// The attributes it may have.
    pub attributes: &'static [Attribute],
    /// What it may hold, in this order.
    pub parts: &'static [Part],
    /// How many elements of any kind it may hold (what tools keep for themselves).
    pub any: usize,
    /// Whether a wrong word in it changes which numbers are read, or what they mean.
    pub vital: bool,
}

/// An attribute of an element.
#[derive(Debug)]
pub struct Attribute {
    /// Its name.
    pub name: &'static str,
    /// What its value looks like.
    pub form: Form,
    /// Whether it must be there.
    pub required: bool,
}

/// One place in the order of what an element holds: one of several elements, so often.
#[derive(Debug)]
pub struct Part {
    /// The elements that may stand here.
    pub choice: &'static [&'static Element],
    /// The least number of them.
    pub least: usize,
    /// The greatest number of them.
    pub most: usize,
}

const MANY: usize = usize::MAX;

const fn may(name: &'static str, form: Form) -> Attribute {
    Attribute { name, form, required: false }
}

const fn must(name: &'static str, form: Form) -> Attribute {
    Attribute { name, form, required: true }
}

const fn part(choice: &'static [&'static Element], least: usize, most: usize) -> Part {
    Part { choice, least, most }
}

const fn plain(
    name: &'static str,
    attributes: &'static [Attribute],
    parts: &'static [Part],
) -> Element {
    Element { name, attributes, parts, any: 0, vital: false }
}

const fn vital(
    name: &'static str,
    attributes: &'static [Attribute],
    parts: &'static [Part],
) -> Element {
    Element { name, attributes, parts, any: 0, vital: true }
}

/// The root. That `fmiVersion`, `guid`, `modelName` and an interface are there is judged with their
/// values in `validate/header.rs`.
pub static ROOT: Element = plain(
    "fmiModelDescription",
    &[
        may("fmiVersion", Text),
        may("modelName", Text),
        may("guid", Text),
        may("description", Text),
        may("author", Text),
        may("version", Text),
        may("copyright", Text),
        may("license", Text),
        may("generationTool", Text),
        may("generationDateAndTime", DateTime),
        may("variableNamingConvention", NamingConvention),
        may("numberOfEventIndicators", UnsignedInt),
    ],
    &[
        part(&[&MODEL_EXCHANGE, &CO_SIMULATION], 0, 2),
        part(&[&UNIT_DEFINITIONS], 0, 1),
        part(&[&TYPE_DEFINITIONS], 0, 1),
        part(&[&LOG_CATEGORIES], 0, 1),
        part(&[&DEFAULT_EXPERIMENT], 0, 1),
        part(&[&VENDOR_ANNOTATIONS], 0, 1),
        part(&[&MODEL_VARIABLES], 1, 1),
        part(&[&MODEL_STRUCTURE], 1, 1),
    ],
);

static MODEL_EXCHANGE: Element = plain(
    "ModelExchange",
    &[
        may("modelIdentifier", Text),
        may("needsExecutionTool", Boolean),
        may("completedIntegratorStepNotNeeded", Boolean),
        may("canBeInstantiatedOnlyOncePerProcess", Boolean),
        may("canNotUseMemoryManagementFunctions", Boolean),
        may("canGetAndSetFMUstate", Boolean),
        may("canSerializeFMUstate", Boolean),
        may("providesDirectionalDerivative", Boolean),
    ],
    &[part(&[&SOURCE_FILES], 0, 1)],
);

static CO_SIMULATION: Element = plain(
    "CoSimulation",
    &[
        may("modelIdentifier", Text),
        may("needsExecutionTool", Boolean),
        may("canHandleVariableCommunicationStepSize", Boolean),
        may("canInterpolateInputs", Boolean),
        may("maxOutputDerivativeOrder", UnsignedInt),
        may("canRunAsynchronuously", Boolean),
        may("canBeInstantiatedOnlyOncePerProcess", Boolean),
        may("canNotUseMemoryManagementFunctions", Boolean),
        may("canGetAndSetFMUstate", Boolean),
        may("canSerializeFMUstate", Boolean),
        may("providesDirectionalDerivative", Boolean),
    ],
    &[part(&[&SOURCE_FILES], 0, 1)],
);

static SOURCE_FILES: Element = plain("SourceFiles", &[], &[part(&[&FILE], 1, MANY)]);
static FILE: Element = plain("File", &[must("name", Text)], &[]);

static UNIT_DEFINITIONS: Element = plain("UnitDefinitions", &[], &[part(&[&UNIT], 1, MANY)]);
static UNIT: Element = vital(
    "Unit",
    &[must("name", Text)],
    &[part(&[&BASE_UNIT], 0, 1), part(&[&DISPLAY_UNIT], 0, MANY)],
);
static BASE_UNIT: Element = vital(
    "BaseUnit",
    &[
        may("kg", Int),
        may("m", Int),
        may("s", Int),
        may("A", Int),
        may("K", Int),
        may("mol", Int),
        may("cd", Int),
        may("rad", Int),
        may("factor", Double),
        may("offset", Double),
    ],
    &[],
);
static DISPLAY_UNIT: Element =
    plain("DisplayUnit", &[must("name", Text), may("factor", Double), may("offset", Double)], &[]);

static TYPE_DEFINITIONS: Element = plain("TypeDefinitions", &[], &[part(&[&SIMPLE_TYPE], 1, MANY)]);
static SIMPLE_TYPE: Element = vital(
    "SimpleType",
    &[must("name", Text), may("description", Text)],
    &[part(&[&REAL_TYPE, &INTEGER_TYPE, &BOOLEAN_TYPE, &STRING_TYPE, &ENUMERATION_TYPE], 1, 1)],
);
static REAL_TYPE: Element = vital(
    "Real",
    &[
        may("quantity", Text),
        may("unit", Text),
        may("displayUnit", Text),
        may("relativeQuantity", Boolean),
        may("min", Double),
        may("max", Double),
        may("nominal", Double),
        may("unbounded", Boolean),
    ],
    &[],
);
static INTEGER_TYPE: Element =
    vital("Integer", &[may("quantity", Text), may("min", Int), may("max", Int)], &[]);
/// The schema gives these two no type, so anything may stand in them.
static BOOLEAN_TYPE: Element =
    Element { name: "Boolean", attributes: &[], parts: &[], any: MANY, vital: false };
static STRING_TYPE: Element =
    Element { name: "String", attributes: &[], parts: &[], any: MANY, vital: false };
static ENUMERATION_TYPE: Element =
    vital("Enumeration", &[may("quantity", Text)], &[part(&[&ITEM], 1, MANY)]);
static ITEM: Element =
    vital("Item", &[must("name", Text), must("value", Int), may("description", Text)], &[]);

static LOG_CATEGORIES: Element = plain("LogCategories", &[], &[part(&[&CATEGORY], 1, MANY)]);
static CATEGORY: Element = plain("Category", &[must("name", Text), may("description", Text)], &[]);

static DEFAULT_EXPERIMENT: Element = plain(
    "DefaultExperiment",
    &[
        may("startTime", Double),
        may("stopTime", Double),
        may("tolerance", Double),
        may("stepSize", Double),
    ],
    &[],
);

static VENDOR_ANNOTATIONS: Element = plain("VendorAnnotations", &[], &[part(&[&TOOL], 1, MANY)]);
static ANNOTATIONS: Element = plain("Annotations", &[], &[part(&[&TOOL], 1, MANY)]);
static TOOL: Element =
    Element { name: "Tool", attributes: &[must("name", Text)], parts: &[], any: 1, vital: false };

static MODEL_VARIABLES: Element =
    plain("ModelVariables", &[], &[part(&[&SCALAR_VARIABLE], 1, MANY)]);
/// That it has exactly one type element is judged in `validate/variables.rs`.
static SCALAR_VARIABLE: Element = vital(
    "ScalarVariable",
    &[
        must("name", Text),
        must("valueReference", UnsignedInt),
        may("description", Text),
        may("causality", Causality),
        may("variability", Variability),
        may("initial", Initial),
        may("canHandleMultipleSetPerTimeInstant", Boolean),
    ],
    &[part(&[&REAL, &INTEGER, &BOOLEAN, &STRING, &ENUMERATION], 0, 1), part(&[&ANNOTATIONS], 0, 1)],
);
static REAL: Element = vital(
    "Real",
    &[
        may("declaredType", Text),
        may("quantity", Text),
        may("unit", Text),
        may("displayUnit", Text),
        may("relativeQuantity", Boolean),
        may("min", Double),
        may("max", Double),
        may("nominal", Double),
        may("unbounded", Boolean),
        may("start", Double),
        may("derivative", UnsignedInt),
        may("reinit", Boolean),
    ],
    &[],
);
static INTEGER: Element = vital(
    "Integer",
    &[
        may("declaredType", Text),
        may("quantity", Text),
        may("min", Int),
        may("max", Int),
        may("start", Int),
    ],
    &[],
);
static BOOLEAN: Element =
    vital("Boolean", &[may("declaredType", Text), may("start", Boolean)], &[]);
static STRING: Element = vital("String", &[may("declaredType", Text), may("start", Text)], &[]);
/// That `declaredType` is there is judged in `validate/variables.rs`.
static ENUMERATION: Element = vital(
    "Enumeration",
    &[
        may("declaredType", Text),
        may("quantity", Text),
        may("min", Int),
        may("max", Int),
        may("start", Int),
    ],
    &[],
);

static MODEL_STRUCTURE: Element = plain(
    "ModelStructure",
    &[],
    &[part(&[&OUTPUTS], 0, 1), part(&[&DERIVATIVES], 0, 1), part(&[&INITIAL_UNKNOWNS], 0, 1)],
);
static OUTPUTS: Element = plain("Outputs", &[], &[part(&[&UNKNOWN], 1, MANY)]);
static DERIVATIVES: Element = plain("Derivatives", &[], &[part(&[&UNKNOWN], 1, MANY)]);
static INITIAL_UNKNOWNS: Element = plain("InitialUnknowns", &[], &[part(&[&UNKNOWN], 1, MANY)]);
static UNKNOWN: Element = vital(
    "Unknown",
    &[
        must("index", UnsignedInt),
        may("dependencies", UnsignedInts),
        may("dependenciesKind", DependencyKinds),
    ],
    &[],
);
