"""Writes the modelDescription.xml of a test FMU from a table of variables."""

from dataclasses import dataclass, field
from xml.sax.saxutils import quoteattr


@dataclass(frozen=True)
class Variable:
    """One scalar variable; reference is its index in the array of its type in fmu.h."""

    name: str
    type: str
    reference: int
    causality: str
    start: object = None
    unit: str = ""
    depends: tuple = ()  # names of the inputs an output depends on directly
    min: object = None
    max: object = None
    derivative_of: str = ""  # the name of the state whose derivative it is

    @property
    def variability(self) -> str:
        if self.causality == "parameter":
            return "fixed"
        return "continuous" if self.type == "Real" else "discrete"


@dataclass(frozen=True)
class Model:
    """What make_fmus.py builds: a C file, its variables and what the description claims."""

    source: str
    variables: tuple
    saves_state: bool = True
    serialises_state: bool = True  # if it saves it
    only_once: bool = False  # one instance per process
    varies_step: bool = True
    claims: tuple = ()  # further attributes of the interface, as (name, value)
    resources: tuple = ()  # files below resources/, as (name, text)
    units: str = ""
    types: str = ""
    flags: tuple = field(default=())  # further options for the compiler


def attributes(**pairs) -> str:
    return "".join(f" {name}={quoteattr(str(value))}" for name, value in pairs.items() if value not in (None, ""))


def start_text(value) -> object:
    return str(value).lower() if isinstance(value, bool) else value


def scalar(variable: Variable, number: dict) -> str:
    head = attributes(name=variable.name, valueReference=variable.reference, causality=variable.causality,
                      variability=variable.variability,
                      initial="calculated" if variable.causality == "output" else None)
    declared = "Mode" if variable.type == "Enumeration" else None
    inner = attributes(declaredType=declared, unit=variable.unit, min=variable.min, max=variable.max,
                       derivative=number.get(variable.derivative_of), start=start_text(variable.start))
    return f"    <ScalarVariable{head}><{variable.type}{inner}/></ScalarVariable>\n"


def unknowns(variables: tuple) -> str:
    index = {variable.name: number for number, variable in enumerate(variables, 1)}
    lines = ""
    for variable in variables:
        if variable.causality == "output":
            needed = " ".join(str(index[name]) for name in variable.depends)
            lines += f'      <Unknown index="{index[variable.name]}" dependencies="{needed}"/>\n'
    return lines


def derivatives(variables: tuple) -> str:
    numbers = [n for n, variable in enumerate(variables, 1) if variable.derivative_of]
    lines = "".join(f'      <Unknown index="{number}"/>\n' for number in numbers)
    return f"    <Derivatives>\n{lines}    </Derivatives>\n" if lines else ""


def initial_unknowns(variables: tuple) -> str:
    numbers = [n for n, variable in enumerate(variables, 1) if variable.causality == "output"]
    return "".join(f'      <Unknown index="{number}"/>\n' for number in numbers)


def guid(name: str) -> str:
    return f"{{macrostep-test-{name}}}"


def write(name: str, model: Model) -> str:
    """The model description of FMU `name`; its modelIdentifier is the name too."""
    state = start_text(model.saves_state)
    serialised = start_text(model.saves_state and model.serialises_state)
    number = {variable.name: k for k, variable in enumerate(model.variables, 1)}
    scalars = "".join(scalar(variable, number) for variable in model.variables)
    categories = ("logAll", "logStatusError", "logStatusDiscard", "logStatusFatal")
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<fmiModelDescription fmiVersion="2.0" modelName="{name}" guid="{guid(name)}"'
        ' generationTool="macrostep test FMUs" variableNamingConvention="structured">\n'
        f'  <CoSimulation modelIdentifier="{name}" canHandleVariableCommunicationStepSize="{start_text(model.varies_step)}"'
        f' canGetAndSetFMUstate="{state}" canSerializeFMUstate="{serialised}"{attributes(**dict(model.claims))}'
        f'{attributes(canBeInstantiatedOnlyOncePerProcess="true" if model.only_once else None)}/>\n'
        + (f"  <UnitDefinitions>\n{model.units}  </UnitDefinitions>\n" if model.units else "")
        + (f"  <TypeDefinitions>\n{model.types}  </TypeDefinitions>\n" if model.types else "")
        + "  <LogCategories>" + "".join(f'<Category name="{c}"/>' for c in categories) + "</LogCategories>\n"
        '  <DefaultExperiment startTime="0" stopTime="1" stepSize="0.1"/>\n'
        f'  <ModelVariables>\n{scalars}  </ModelVariables>\n'
        f"  <ModelStructure>\n    <Outputs>\n{unknowns(model.variables)}    </Outputs>\n"
        f"{derivatives(model.variables)}"
        f"    <InitialUnknowns>\n{initial_unknowns(model.variables)}    </InitialUnknowns>\n"
        "  </ModelStructure>\n</fmiModelDescription>\n"
    )
