#!/usr/bin/env python3
"""Builds small FMUs from C, well-behaved and faulty ones, into target/fmus-c.

Needs a C compiler (CC, or cc) and the Python standard library only. See models.py for the FMUs with a
library and bad_archives.py for the others. Does nothing when the last build is newer than the sources.
"""

import os
import platform
import subprocess
import sys
import tempfile
from pathlib import Path

sys.dont_write_bytecode = True

import bad_archives
import description
from bad_archives import entry, write_zip
from models import MODELS

HERE = Path(__file__).resolve().parent
TARGET = HERE.parents[1] / "target" / "fmus-c"
STAMP = TARGET / "built"
CC = os.environ.get("CC", "cc")
PLATFORMS = {"Linux": ("linux64", ".so"), "Darwin": ("darwin64", ".dylib")}


def compile_library(arguments: list) -> None:
    """Runs the compiler for a shared library and ends with its message when it fails."""
    command = [CC, "-shared", "-fPIC", "-O1", "-Wall", "-Wno-unused-function", "-fvisibility=hidden", *arguments, "-lm"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"make_fmus: {' '.join(command)} failed:\n{done.stderr}")
    if done.stderr:
        print(done.stderr, file=sys.stderr)


def absent_library(folder: Path) -> list:
    """Compiler options that make a library need libmacrostep_absent.so, which exists in `folder` only."""
    code = folder / "absent.c"
    code.write_text('__attribute__((visibility("default"))) int absent_function(void) { return 0; }\n')
    compile_library([str(code), "-o", str(folder / "libmacrostep_absent.so")])
    return [f"-L{folder}", "-lmacrostep_absent"]


def build(name: str, folder: Path) -> None:
    model = MODELS[name]
    system, suffix = PLATFORMS[platform.system()]
    library = folder / f"{name}{suffix}"
    options = absent_library(folder) if name == "missing_library" else []
    compile_library([f'-DFMU_GUID="{description.guid(name)}"', *model.flags, str(HERE / model.source),
                     "-o", str(library), *options])
    xml = description.write(name, model).encode()
    resources = [(entry(f"resources/{file}"), text.encode()) for file, text in model.resources]
    write_zip(TARGET / f"{name}.fmu", [(entry("modelDescription.xml"), xml),
                                       (entry(f"binaries/{system}/{library.name}"), library.read_bytes()),
                                       *resources])


def is_current() -> bool:
    newest = max(path.stat().st_mtime for path in HERE.iterdir())
    return STAMP.exists() and STAMP.stat().st_mtime >= newest


def main() -> None:
    if platform.system() not in PLATFORMS:
        sys.exit(f"make_fmus: no C FMUs for {platform.system()}")
    TARGET.mkdir(parents=True, exist_ok=True)
    if not is_current():
        for name in MODELS:
            with tempfile.TemporaryDirectory() as folder:
                build(name, Path(folder))
        bad_archives.make_all(TARGET)
        STAMP.touch()
        print(f"make_fmus: built {len(list(TARGET.glob('*.fmu')))} FMUs")
    print(f"make_fmus: FMUs are in {TARGET}")


if __name__ == "__main__":
    main()
