#!/usr/bin/env python3
"""FMPy's own judgement of results: the part of a signal's samples outside its band.

Usage: fmpy_band.py REFERENCE.csv RESULT.csv; prints a JSON object, signal by signal.
"""

import json
import sys
import types

import numpy as np
from fmpy.util import read_csv, validate_signal


def window(input, size):
    """Neighbours of each sample as scipy's filters take them: an even window has one more before it."""
    before = size // 2
    padded = np.pad(input, (before, size - before - 1), mode="symmetric")
    return np.lib.stride_tricks.sliding_window_view(padded, size)


def interp1d(x, y, kind):
    assert kind == "linear", kind
    return lambda at: np.interp(at, x, y)


def stand_in_for_scipy() -> None:
    """FMPy's rule needs three functions of scipy, which is not among the requirements."""
    ndimage, interpolate = types.ModuleType("scipy.ndimage"), types.ModuleType("scipy.interpolate")
    ndimage.maximum_filter1d = lambda input, size: window(input, size).max(axis=1)
    ndimage.minimum_filter1d = lambda input, size: window(input, size).min(axis=1)
    interpolate.interp1d = interp1d
    sys.modules.update({"scipy": types.ModuleType("scipy"), "scipy.ndimage": ndimage,
                        "scipy.interpolate": interpolate})


def main() -> None:
    stand_in_for_scipy()
    reference, result = (read_csv(path) for path in sys.argv[1:3])
    parts = {}
    for name in reference.dtype.names[1:]:
        *_, outside = validate_signal(
            t=result["time"], y=result[name], t_ref=reference["time"].copy(), y_ref=reference[name])
        parts[name] = float(np.sum(outside)) / len(outside)
    print(json.dumps(parts))


if __name__ == "__main__":
    main()
