#!/usr/bin/env python3
"""Couples OpenModelica's MassSpringSubSystem1 and 2 with FMPy: Jacobi, inputs held over each step.

Body 1 gives x1 and takes x2, body 2 gives x2 and takes x1 (springs k1, k2, k3 in a row between walls).
Writes time, x1, v1, x2, v2 at every communication point. Usage: mass_spring_pair.py --stop T --interval H -o out.csv
"""

import argparse
import csv
from pathlib import Path

from fmpy_slave import Package

FMUS = Path(__file__).resolve().parents[2] / "target" / "third_party"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--stop", type=float, required=True, metavar="T", help="stop time in s")
    parser.add_argument("--interval", type=float, required=True, metavar="H", help="communication step in s")
    parser.add_argument("-o", "--out", required=True, metavar="CSV")
    return parser.parse_args()


def simulate(stop: float, h: float) -> list:
    one = Package(str(FMUS / "MassSpringSubSystem1.fmu")).slave("one")
    two = Package(str(FMUS / "MassSpringSubSystem2.fmu")).slave("two")
    one.initialize()
    two.initialize()
    rows = []
    for number in range(round(stop / h) + 1):
        x1, x2 = one.get("x1"), two.get("x2")
        rows.append([number * h, x1, one.get("v1"), x2, two.get("v2")])
        one.set({"x2": x2})
        two.set({"x1": x1})
        one.step(number * h, h)
        two.step(number * h, h)
    one.free()
    two.free()
    return rows


def main() -> None:
    args = arguments()
    with open(args.out, "w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["time", "x1", "v1", "x2", "v2"])
        writer.writerows([repr(value) for value in row] for row in simulate(args.stop, args.interval))


if __name__ == "__main__":
    main()
