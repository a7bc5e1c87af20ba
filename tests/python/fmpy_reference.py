#!/usr/bin/env python3
"""Simulates one FMU with FMPy and writes a CSV of full precision: time first, then the outputs.

FMPy sets inputs at the beginning of a step, holds them, and records outputs right after the step; an
output that depends directly on an input therefore shows the value the input had during the step.
Booleans are written as 0 and 1. The FMU is not told the stop time: OpenModelica's refuse a last step
that ends one rounding error after it. Usage: fmpy_reference.py FMU --stop T --interval H -o out.csv
"""

import argparse
import csv
import sys

import fmpy
import numpy as np

TYPES = {"cs": "CoSimulation", "me": "ModelExchange"}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("fmu")
    parser.add_argument("--stop", type=float, required=True, metavar="T", help="stop time in s")
    parser.add_argument("--interval", type=float, required=True, metavar="H", help="communication step in s")
    parser.add_argument("--start", action="append", default=[], metavar="NAME=VALUE", help="start value; repeatable")
    parser.add_argument("--output", action="append", metavar="NAME", help="record only these; repeatable")
    parser.add_argument("--type", choices=TYPES, default="cs")
    parser.add_argument("--tolerance", type=float, help="relative tolerance (solver of me, or the FMU's own)")
    parser.add_argument("--input", metavar="CSV", help="first column time, then one column per input")
    parser.add_argument("-o", "--out", required=True, metavar="CSV")
    return parser.parse_args()


def text(value) -> str:
    """The shortest text that reads back as the same number."""
    if isinstance(value, (np.floating, float)):
        return repr(float(value))
    return str(int(value))


def main() -> None:
    args = arguments()
    malformed = [pair for pair in args.start if "=" not in pair]
    if malformed:
        sys.exit(f"fmpy_reference: --start {malformed[0]}: expected NAME=VALUE")
    table = np.genfromtxt(args.input, delimiter=",", names=True, deletechars="") if args.input else None
    result = fmpy.simulate_fmu(
        args.fmu, validate=False, start_time=0.0, stop_time=args.stop, output_interval=args.interval,
        fmi_type=TYPES[args.type], start_values=dict(pair.split("=", 1) for pair in args.start),
        relative_tolerance=args.tolerance, input=table, output=args.output, record_events=False,
        set_stop_time=False)
    with open(args.out, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(result.dtype.names)
        writer.writerows([text(value) for value in row] for row in result)


if __name__ == "__main__":
    main()
