#!/usr/bin/env python3
"""Validates FMUs with FMPy (schema, names, structure, start values, units); exits with 1 if a problem is found.

Usage: fmpy_validate.py FMU...
"""

import sys

from fmpy.validation import validate_fmu


def problems_of(path: str) -> list:
    try:
        return validate_fmu(path)
    except Exception as problem:  # FMPy raises many types for archives it cannot read
        return [f"{type(problem).__name__}: {problem}"]


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    found = 0
    for path in sys.argv[1:]:
        problems = problems_of(path)
        found += len(problems)
        print(f"{path}: {'valid' if not problems else f'{len(problems)} problem(s)'}")
        for problem in problems:
            print(f"  {problem}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
