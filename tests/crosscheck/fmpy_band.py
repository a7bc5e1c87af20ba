#!/usr/bin/env python3
"""FMPy's own judgement of results: the part of a signal's samples outside its band.

Usage: fmpy_band.py REFERENCE.csv RESULT.csv; prints a JSON object, signal by signal.
"""

import json
import sys

import numpy as np
from fmpy.util import read_csv, validate_signal


def main() -> None:
    reference, result = (read_csv(path) for path in sys.argv[1:3])
    parts = {}
    for name in reference.dtype.names[1:]:
        *_, outside = validate_signal(
            t=result["time"], y=result[name], t_ref=reference["time"].copy(), y_ref=reference[name])
        parts[name] = float(np.sum(outside)) / len(outside)
    print(json.dumps(parts))


if __name__ == "__main__":
    main()
