"""The table of test FMUs that have a C library: name -> Model."""

from description import Model, Variable

INTEGRATOR = (
    Variable("u", "Real", 0, "input", start=1.0),
    Variable("y", "Real", 1, "output"),
)

COUNTER = (
    Variable("increment", "Integer", 0, "parameter", start=1),
    Variable("limit", "Integer", 1, "parameter", start=10),
    Variable("label", "String", 0, "parameter", start="count"),
    Variable("rate", "Real", 0, "input", start=1.0),
    Variable("enable", "Boolean", 0, "input", start=True),
    Variable("mode", "Enumeration", 2, "input", start=1),
    Variable("total", "Real", 1, "output"),
    Variable("count", "Integer", 3, "output"),
    Variable("full", "Boolean", 1, "output"),
    Variable("text", "String", 1, "output"),
    Variable("state", "Enumeration", 4, "output", depends=("enable", "mode")),
)

MODES = (
    '    <SimpleType name="Mode"><Enumeration>'
    '<Item name="up" value="1"/><Item name="down" value="2"/><Item name="hold" value="3"/>'
    "</Enumeration></SimpleType>\n"
)

LOOP = (
    Variable("u", "Real", 0, "input", start=0.0),
    Variable("y", "Real", 1, "output", depends=("u",)),
    Variable("a", "Real", 2, "parameter", start=0.5),
    Variable("b", "Real", 3, "parameter", start=1.0),
)

MASS = (
    Variable("force", "Real", 0, "input", start=0.0),
    Variable("x", "Real", 1, "output"),
    Variable("v", "Real", 2, "output"),
    Variable("m", "Real", 3, "parameter", start=1.0),
    Variable("c", "Real", 4, "parameter", start=1000.0),
    Variable("d", "Real", 5, "parameter", start=10.0),
    Variable("x0", "Real", 6, "parameter", start=0.0),
    Variable("v0", "Real", 7, "parameter", start=0.0),
    Variable("parts", "Integer", 0, "parameter", start=1),
)

REMEMBERS = (
    Variable("u", "Real", 0, "input", start=0.0),
    Variable("x", "Real", 1, "output"),
    Variable("p", "Real", 2, "output"),
    Variable("der(x)", "Real", 3, "local", derivative_of="x"),
    Variable("der(p)", "Real", 4, "local", derivative_of="p"),
    Variable("x0", "Real", 5, "parameter", start=0.25),
    Variable("p0", "Real", 6, "parameter", start=0.0),
    Variable("given", "Boolean", 0, "parameter", start=False),
)

UNIT_DEFINITIONS = (
    '    <Unit name="m"><BaseUnit m="1"/></Unit>\n'
    '    <Unit name="mm"><BaseUnit m="1" factor="0.001"/></Unit>\n'
    '    <Unit name="N"><BaseUnit kg="1" m="1" s="-2"/></Unit>\n'
    '    <Unit name="Pa"><BaseUnit kg="1" m="-1" s="-2"/></Unit>\n'
    '    <Unit name="K"><BaseUnit K="1"/></Unit>\n'
    '    <Unit name="degC"><BaseUnit K="1" offset="273.15"/></Unit>\n'
)

UNITS = (
    Variable("size", "Real", 0, "parameter", start=0.25, unit="m"),
    Variable("extension", "Real", 1, "output", unit="mm"),
    Variable("force", "Real", 2, "output", unit="N"),
    Variable("pressure", "Real", 3, "output", unit="Pa"),
    Variable("celsius", "Real", 4, "output", unit="degC"),
    Variable("plain", "Real", 5, "output"),
    Variable("position", "Real", 6, "input", start=0.0, unit="m"),
    Variable("load", "Real", 7, "input", start=0.0, unit="N"),
    Variable("stress", "Real", 8, "input", start=0.0, unit="Pa"),
    Variable("kelvin", "Real", 9, "input", start=273.15, unit="K"),
    Variable("position_seen", "Real", 10, "output", unit="m", depends=("position",)),
    Variable("load_seen", "Real", 11, "output", unit="N", depends=("load",)),
    Variable("stress_seen", "Real", 12, "output", unit="Pa", depends=("stress",)),
    Variable("kelvin_seen", "Real", 13, "output", unit="K", depends=("kelvin",)),
)

INTRUDER = (
    *INTEGRATOR,
    Variable("deed", "String", 0, "parameter", start="none"),
    Variable("target", "String", 1, "parameter", start="none"),
    Variable("succeeded", "Integer", 0, "output"),
)

FAULTY = (
    *INTEGRATOR,
    Variable("when", "Real", 2, "parameter", start=0.0),
    Variable("pause", "Real", 3, "parameter", start=0.0),
    Variable("fault", "String", 0, "parameter", start="none"),
)
OBSERVE = tuple(Variable(name, "Real", k, "output")
                for k, name in enumerate(("rounding", "flushed", "folder", "locale")))

TANK = (
    Variable("q", "Real", 0, "input", start=0.0, min=0.0),
    Variable("h", "Real", 1, "output", min=0.0),
)

PI = (
    Variable("level", "Real", 0, "input", start=0.2),
    Variable("q", "Real", 1, "output", min=0.0, max=20.0),
)

RANGED = (
    Variable("rate", "Real", 0, "input", start=1.0, min=0.0, max=1.0),
    Variable("limit", "Integer", 1, "input", start=10, min=1, max=10),
    Variable("mode", "Enumeration", 2, "input", start=1),
    Variable("total", "Real", 1, "output"),
)

FEEDTHROUGH_DECLARED = (INTEGRATOR[0], Variable("y", "Real", 1, "output", depends=("u",)))
NUMBER = (Variable("y", "Real", 0, "output"),)
DERIVATIVES = (("canInterpolateInputs", "true"), ("maxOutputDerivativeOrder", 1))


def derivatives(used: float, slope: object, first_slope: object = None, more: tuple = ()) -> Model:
    """An integrator that uses so much of input derivatives, and gives so much of output derivatives; before its
    first step perhaps something else."""
    first = slope if first_slope is None else first_slope
    flags = (f"-DUSED={used}", f"-DSLOPE={slope}", f"-DFIRST_SLOPE={first}", *more)
    return Model("derivatives.c", INTEGRATOR, claims=DERIVATIVES, flags=flags)


WITHOUT_STATE = ("-DFMU_WITHOUT_STATE",)


def crash_in(function: str) -> Model:
    """An integrator that crashes in a function of the standard, or in "load" or "unload"."""
    return Model("integrator.c", INTEGRATOR, flags=(f'-DFMU_CRASH_IN="{function}"',))


MODELS = {
    "counter": Model("counter.c", COUNTER, types=MODES),
    "integrator": Model("integrator.c", INTEGRATOR),
    "loop": Model("loop.c", LOOP),
    "loop_noisy": Model("loop_noisy.c", LOOP, flags=("-DNOISE=1e-7",)),
    "mass": Model("mass.c", MASS, claims=(("canInterpolateInputs", "true"),), flags=("-O2",)),
    "mass_noisy": Model("mass_noisy.c", MASS, claims=(("canInterpolateInputs", "true"),), flags=("-DNOISE=1e-7",)),
    "mass_state_lost": Model("mass_state_lost.c", MASS, claims=(("canInterpolateInputs", "true"),)),
    "remembers": Model("remembers.c", REMEMBERS),
    "remembers_otherwise": Model("remembers.c", REMEMBERS, flags=("-DACTS",)),
    "units": Model("units.c", UNITS, units=UNIT_DEFINITIONS),
    "no_state": Model("integrator.c", INTEGRATOR, saves_state=False, flags=WITHOUT_STATE),
    "missing_state": Model("integrator.c", INTEGRATOR, flags=("-DFMU_WITHOUT_GET_STATE",)),
    "no_state_function": Model("integrator.c", INTEGRATOR, saves_state=False, flags=("-DFMU_WITHOUT_GET_STATE",)),
    "no_bytes": Model("integrator.c", INTEGRATOR, serialises_state=False),
    "nan": Model("nan.c", INTEGRATOR),
    "discard": Model("discard.c", INTEGRATOR),
    "ends": Model("ends.c", INTEGRATOR),
    "discard_no_state": Model("discard.c", INTEGRATOR, saves_state=False, flags=WITHOUT_STATE),
    "fixed_step": Model("fixed_step.c", INTEGRATOR, varies_step=False),
    "fixed_step_undeclared": Model("fixed_step.c", INTEGRATOR),
    "pending": Model("pending.c", INTEGRATOR),
    "error": Model("error.c", INTEGRATOR),
    "fatal": Model("fatal.c", INTEGRATOR),
    "crash": Model("crash.c", INTEGRATOR),
    "crash_load": crash_in("load"),
    "crash_instantiate": crash_in("fmi2Instantiate"),
    "crash_initialize": crash_in("fmi2EnterInitializationMode"),
    "crash_get_state": crash_in("fmi2GetFMUstate"),
    "crash_terminate": crash_in("fmi2Terminate"),
    "crash_free": crash_in("fmi2FreeInstance"),
    "crash_unload": crash_in("unload"),
    "log_crash": Model("log_crash.c", INTEGRATOR),
    "exit": Model("exit.c", INTEGRATOR),
    "exit_at_once": Model("exit_at_once.c", INTEGRATOR),
    "abort": Model("abort.c", INTEGRATOR),
    "throw": Model("throw.c", INTEGRATOR, flags=("-fexceptions",)),
    "meddle_at_start": Model("meddle.c", INTEGRATOR, flags=('-DMEDDLE_IN="initialisation"', "-frounding-math")),
    "meddle_in_step": Model("meddle.c", INTEGRATOR, flags=('-DMEDDLE_IN="step"', "-frounding-math")),
    "observe": Model("observe.c", OBSERVE, flags=("-frounding-math",)),
    "slower": Model("slow.c", INTEGRATOR, flags=("-DSECONDS=0.4",)),
    "garbage": Model("garbage.c", INTEGRATOR),
    "only_once": Model("integrator.c", INTEGRATOR, only_once=True, flags=("-DFMU_ONLY_ONCE",)),
    "hang": Model("hang.c", INTEGRATOR),
    "null_logger": Model("null_logger.c", INTEGRATOR),
    "missing_symbol": Model("missing_symbol.c", INTEGRATOR),
    "missing_library": Model("missing_library.c", INTEGRATOR),
    "intruder": Model("intruder.c", INTRUDER, saves_state=False, flags=WITHOUT_STATE),
    "needs_file": Model("needs_file.c", INTEGRATOR),
    "faulty": Model("faulty.c", FAULTY, saves_state=False, flags=WITHOUT_STATE),
    "instance_fail": Model("instance_fail.c", INTEGRATOR),
    "wrong_state": Model("wrong_state.c", INTEGRATOR),
    "first_state": Model("first_state.c", INTEGRATOR),
    "solver_memory": Model("solver_memory.c", INTEGRATOR),
    "wrong_bytes": Model("wrong_bytes.c", INTEGRATOR),
    "derivatives": derivatives(used=1.0, slope=1.0),
    "derivatives_ignored": derivatives(used=0.0, slope=1.0),
    "derivatives_wrong": derivatives(used=-1.0, slope=-1.0),
    "derivatives_late": derivatives(used=1.0, slope=1.0, first_slope="NAN"),
    "derivatives_late_inf": derivatives(used=1.0, slope=1.0, first_slope="INFINITY"),
    "derivatives_never": derivatives(used=1.0, slope="NAN"),
    "pi": Model("pi.c", PI),
    "tank": Model("tank.c", TANK),
    "ranged": Model("counter.c", RANGED, types=MODES),
    "derivatives_noise": derivatives(used=1.0, slope=1.0, more=("-DNOISE",)),
    "lost_event": Model("lost_event.c", INTEGRATOR),
    "late_state": Model("late_state.c", INTEGRATOR, flags=("-DIGNORES_FROM=20.0",)),
    "late_start": Model("late_state.c", INTEGRATOR, flags=("-DIGNORES_FROM=20.0", "-DRETURNS_TO_START")),
    "stale_outputs": Model("stale_outputs.c", INTEGRATOR),
    "static_scratch": Model("static_scratch.c", INTEGRATOR),
    "deep_stack": Model("deep_stack.c", INTEGRATOR),
    "slow": Model("slow.c", INTEGRATOR, flags=("-DSECONDS=0.05",)),
    "very_slow": Model("slow.c", INTEGRATOR, flags=("-DSECONDS=2.0",)),
    "warning": Model("warning.c", INTEGRATOR),
    "shared_data": Model("shared_data.c", INTEGRATOR),
    "forgetful_reset": Model("forgetful_reset.c", INTEGRATOR),
    "stale_slopes": Model("stale_slopes.c", FEEDTHROUGH_DECLARED, claims=DERIVATIVES),
    "feedthrough_undeclared": Model("feedthrough.c", INTEGRATOR, flags=("-DFACTOR=0.5",)),
    "feedthrough_unseen": Model("feedthrough.c", FEEDTHROUGH_DECLARED, flags=("-DFACTOR=0.0",)),
    "log_flood": Model("log_flood.c", INTEGRATOR),
    "resource": Model("resource.c", NUMBER, resources=(("value.txt", "42.5\n"),)),
    "scribbler": Model("resource.c", NUMBER, resources=(("value.txt", "1"),), flags=("-DFMU_WRITES",)),
}
