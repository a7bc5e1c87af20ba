#!/usr/bin/env python3
"""Exercises an FMU through FMPy: instances, reset, state saving, derivatives, freeing in any order.

Each check that the model description allows is run and reported; results must repeat bit for bit.
Exits with 1 if one fails. Usage: fmpy_lifecycle.py FMU [--interval H] [--about-start]
"""

import argparse
import math
import sys

from fmpy_slave import Package, Slave

STEPS = 10


class Failed(Exception):
    """A check did not hold."""


def require(condition: bool, words: str) -> None:
    if not condition:
        raise Failed(words)


def fresh(package: Package, name: str) -> Slave:
    slave = package.slave(name)
    slave.initialize()
    return slave


def two_instances_do_not_influence_each_other(package: Package, h: float) -> None:
    alone = fresh(package, "alone")
    expected = alone.run(0, STEPS, h)
    alone.free()
    one, two = fresh(package, "one"), fresh(package, "two")
    for number in range(STEPS):
        for slave in (one, two):
            require(slave.run(number, 1, h) == [expected[number]], f"step {number} differs from a run alone")
    one.free()
    two.free()


def reset_starts_again(package: Package, h: float) -> None:
    slave = fresh(package, "slave")
    expected = slave.run(0, STEPS, h)
    slave.fmu.reset()
    slave.initialize()
    require(slave.run(0, STEPS, h) == expected, "the run after fmi2Reset differs from the first")
    slave.free()


def a_saved_state_repeats_the_run(package: Package, h: float) -> None:
    slave = fresh(package, "slave")
    begin = slave.fmu.getFMUstate()
    first = slave.run(0, STEPS, h)
    middle = slave.fmu.getFMUstate()
    second = slave.run(STEPS, STEPS, h)
    for _ in range(2):
        slave.fmu.setFMUstate(middle)
        require(slave.run(STEPS, STEPS, h) == second, "steps after fmi2SetFMUstate differ")
    slave.fmu.setFMUstate(begin)
    require(slave.run(0, STEPS, h) == first, "steps after restoring the older state differ")
    slave.fmu.freeFMUstate(middle)
    slave.fmu.freeFMUstate(begin)
    require(not middle.value and not begin.value, "fmi2FreeFMUstate did not set its pointer to NULL")
    slave.free()


def a_serialized_state_moves_to_another_instance(package: Package, h: float) -> None:
    one, two = fresh(package, "one"), fresh(package, "two")
    one.run(0, STEPS, h)
    state = one.fmu.getFMUstate()
    data = one.fmu.serializeFMUstate(state)
    one.fmu.freeFMUstate(state)
    expected = one.run(STEPS, STEPS, h)
    for slave in (one, two):
        state = slave.fmu.deSerializeFMUstate(data)
        slave.fmu.setFMUstate(state)
        slave.fmu.freeFMUstate(state)
        require(slave.run(STEPS, STEPS, h) == expected, "steps after deserialisation differ")
    one.free()
    two.free()


def after_one_step(package: Package, h: float, slope: float | None) -> bytes:
    slave = fresh(package, "slave")
    slave.excite(0.0)
    if slope is not None:
        references = [variable.valueReference for variable in package.inputs]
        # Different slopes, because an output may depend on a difference of inputs.
        slopes = [slope * (number + 1) for number in range(len(references))]
        slave.fmu.setRealInputDerivatives(references, [1] * len(references), slopes)
    slave.step(0.0, h)
    result = slave.outputs()
    slave.free()
    return result


def input_derivatives_have_an_effect(package: Package, h: float) -> None:
    held = after_one_step(package, h, None)
    require(after_one_step(package, h, 0.0) == held, "input derivatives of zero change the step")
    require(after_one_step(package, h, 5.0) != held, "input derivatives are accepted but ignored")


def output_derivatives_are_finite(package: Package, h: float) -> None:
    slave = fresh(package, "slave")
    slave.run(0, STEPS, h)
    references = [variable.valueReference for variable in package.outputs if variable.type == "Real"]
    values = slave.fmu.getRealOutputDerivatives(references, [1] * len(references))
    require(all(map(math.isfinite, values)), f"fmi2GetRealOutputDerivatives gave {values} with fmi2OK")
    slave.free()


def instances_are_freed_in_any_order(package: Package, h: float) -> None:
    slaves = [fresh(package, f"slave{number}") for number in range(3)]
    expected = [slave.run(0, 1, h) for slave in slaves][0]
    untouched = package.slave("untouched")
    slaves.pop(1).free()
    later = [slave.run(1, 1, h) for slave in slaves]
    require(later[0] == later[1], "the remaining instances differ after one was freed")
    slaves.pop(0).free()
    untouched.free()
    slaves[0].run(2, 1, h)
    slaves[0].fmu.terminate()
    slaves[0].free()
    again = fresh(package, "again")
    require(again.run(0, 1, h) == expected, "a new instance after all were freed differs from the first")
    again.free()


def checks(package: Package) -> list:
    """The checks that the model description allows."""
    offers = package.description.coSimulation
    chosen = [reset_starts_again]
    if not offers.canBeInstantiatedOnlyOncePerProcess:
        chosen += [two_instances_do_not_influence_each_other, instances_are_freed_in_any_order]
    if offers.canGetAndSetFMUstate:
        chosen.append(a_saved_state_repeats_the_run)
    if offers.canSerializeFMUstate:
        chosen.append(a_serialized_state_moves_to_another_instance)
    if offers.canInterpolateInputs and package.inputs:
        chosen.append(input_derivatives_have_an_effect)
    if offers.maxOutputDerivativeOrder and any(v.type == "Real" for v in package.outputs):
        chosen.append(output_derivatives_are_finite)
    return chosen


def holds(check, package: Package, h: float) -> bool:
    words = check.__name__.replace("_", " ")
    try:
        check(package, h)
    except Exception as problem:  # FMPy's own exceptions name the failed call; that is a failed check too
        print(f"FAILED: {words}: {problem}", flush=True)
        return False
    print(f"ok: {words}", flush=True)
    return True


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fmu")
    parser.add_argument("--interval", type=float, default=0.01, metavar="H", help="communication step in s")
    parser.add_argument("--about-start", action="store_true", help="excite inputs about their start values, not about 1")
    args = parser.parse_args()
    package = Package(args.fmu, args.about_start)
    results = [holds(check, package, args.interval) for check in checks(package)]
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
