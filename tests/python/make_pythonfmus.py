#!/usr/bin/env python3
"""Builds the PythonFMU slaves of this folder into target/pythonfmus, each without and with state saving.

<model>.fmu cannot save its state; <model>_state.fmu can save and serialise it. Run with
.venv/bin/python; files newer than their sources are kept.
"""

import sys
import sysconfig
from pathlib import Path

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "target" / "pythonfmus"
MODELS = ("late_start", "oscillator", "pi_controller", "proportional", "tank", "threshold")


def is_current(fmu: Path, script: Path) -> bool:
    newest = max(path.stat().st_mtime for path in (script, Path(__file__), HERE / "requirements.txt"))
    return fmu.is_file() and fmu.stat().st_mtime >= newest


def has_libpython() -> bool:
    """Whether the interpreter has a shared library, without which the FMUs cannot run."""
    get = sysconfig.get_config_var
    folders = [Path(get("LIBDIR")), Path(get("LIBDIR")) / (get("MULTIARCH") or "")]
    return any((folder / f"libpython{get('LDVERSION')}.so.1.0").is_file() for folder in folders)


def build(script: Path, fmu: Path, saves_state: bool) -> None:
    from pythonfmu import FmuBuilder

    part = fmu.with_suffix(".part.fmu")
    FmuBuilder.build_FMU(script, dest=part, canGetAndSetFMUstate=saves_state,
                         canSerializeFMUstate=saves_state, needsExecutionTool=True)
    part.replace(fmu)
    print(f"make_pythonfmus: {fmu.name}")


def main() -> None:
    sys.dont_write_bytecode = True
    if not has_libpython():
        print("make_pythonfmus: no shared libpython, so no FMUs made by PythonFMU")
        return
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
