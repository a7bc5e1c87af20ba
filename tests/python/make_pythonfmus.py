#!/usr/bin/env python3
"""Builds the PythonFMU slaves of this folder into target/pythonfmus, each without and with state saving.

<model>.fmu cannot save its state; <model>_state.fmu can save and serialise it. Run with
.venv/bin/python; files newer than their sources are kept.
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "target" / "pythonfmus"
MODELS = ("late_start", "oscillator", "proportional", "threshold")


def is_current(fmu: Path, script: Path) -> bool:
    newest = max(path.stat().st_mtime for path in (script, Path(__file__), HERE / "requirements.txt"))
    return fmu.is_file() and fmu.stat().st_mtime >= newest


def build(script: Path, fmu: Path, saves_state: bool) -> None:
    from pythonfmu import FmuBuilder

    part = fmu.with_suffix(".part.fmu")
    FmuBuilder.build_FMU(script, dest=part, canGetAndSetFMUstate=saves_state,
                         canSerializeFMUstate=saves_state, needsExecutionTool=True)
    part.replace(fmu)
    print(f"make_pythonfmus: {fmu.name}")


def main() -> None:
    sys.dont_write_bytecode = True
    TARGET.mkdir(parents=True, exist_ok=True)
    for model in MODELS:
        script = HERE / f"{model}.py"
        for suffix, saves_state in (("", False), ("_state", True)):
            fmu = TARGET / f"{model}{suffix}.fmu"
            if not is_current(fmu, script):
                build(script, fmu, saves_state)
    print(f"make_pythonfmus: FMUs are in {TARGET}")


if __name__ == "__main__":
    main()
