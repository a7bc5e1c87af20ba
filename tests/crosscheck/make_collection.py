#!/usr/bin/env python3
"""Makes a small collection of FMUs laid out like that of the FMI cross-check, with references by FMPy.

Usage: make_collection.py FOLDER. The FMUs are those in target/ (see ci/test); those that are not there are
left out. FMUs of our own are also model-exchange FMUs: their references are FMPy's with CVode, in steps of a
hundredth because FMPy holds inputs over a step. The others' come from co-simulation in FMPy.
"""

import csv
import pathlib
import shutil
import sys
from dataclasses import dataclass

import fmpy
import numpy as np

TARGET = pathlib.Path(__file__).resolve().parents[2] / "target"

# Parts of a step in references by model exchange.
REFINE = 100

# A force that rises, is held, jumps on a communication point and again between two of them.
FORCE = "time,force\n0,0\n0.25,100\n0.5,100\n0.5,-50\n0.7031,-50\n0.7031,20\n1,0\n"
BASE = "time,x_in,v_in,force\n0,0,0.1,50\n0.5,0.05,0.1,50\n0.5,0.05,-0.1,-20\n1,0,-0.1,-20\n"
# The level is constant between jumps: PythonFMU holds inputs, at the start value in FMPy and at the mean in ours.
LEVEL = (
    "time,level,enable,step\n0,0,1,1\n0.2,0,1,1\n0.2,1,1,2\n0.4,1,1,2\n0.4,0,1,2\n0.6,0,1,2\n0.6,1,0,2\n"
    "0.8,1,0,2\n0.8,0,1,2\n0.9,0,1,2\n0.9,1,1,3\n1,1,1,3\n"
)
FEEDTHROUGH = (
    '"time","Float64_continuous_input","Float64_discrete_input","Int32_input","Boolean_input"\n'
    "0,0,1,1,0\n0.3,3,1,1,0\n0.3,5,2,1,0\n0.7,5,2,7,1\n0.7,-1,2,7,1\n1,-1,2,7,1\n"
)


@dataclass
class Entry:
    """A model of the collection: where it goes, the FMU it is, how its reference is made."""

    place: str
    fmu: str
    stop: float = 1.0
    step: float = 0.01
    input: str | None = None
    outputs: list[str] | None = None
    exchange: bool = False
    alter: str | None = None
    reference: bool = True


ENTRIES = [
    Entry("macrostep/current/oscillator", "fmus/oscillator", outputs=["x", "v", "a"], input=FORCE, exchange=True),
    Entry("macrostep/current/base", "fmus/base-excited-oscillator", outputs=["x", "v"], input=BASE, exchange=True),
    Entry("macrostep/current/nonlinear", "fmus/nonlinear-oscillator", outputs=["x", "v", "energy"], input=FORCE,
          exchange=True),
    Entry("macrostep/current/free", "fmus/nonlinear-oscillator", outputs=["x", "v"], exchange=True),
    Entry("macrostep/current/altered", "fmus/oscillator", outputs=["x", "v"], input=FORCE, exchange=True, alter="v"),
    Entry("plain-c/1/integrator", "fmus-c/integrator", step=0.1, input="time,u\n0,1\n0.3,1\n0.3,5\n1,5\n"),
    Entry("plain-c/1/counter", "fmus-c/counter", step=0.1, outputs=["total", "count"],
          input="time,rate,enable,mode\n0,1,1,1\n0.3,1,0,1\n0.7,1,1,2\n1,1,1,2\n"),
    Entry("plain-c/1/no_reference", "fmus-c/integrator", step=0.1, reference=False),
    Entry("plain-c/1/crash", "fmus-c/crash", step=0.1, reference=False),
    Entry("plain-c/1/hang", "fmus-c/hang", step=0.1, reference=False),
    Entry("plain-c/1/windows_only", "fmus-c/windows_only", step=0.1, reference=False),
    Entry("PythonFMU/0.6/oscillator", "pythonfmus/oscillator", outputs=["x", "v"]),
    Entry("PythonFMU/0.6/threshold", "pythonfmus/threshold", step=0.1, outputs=["count", "high"], input=LEVEL),
    Entry("Reference-FMUs/0.0.39/BouncingBall", "third_party/BouncingBall", stop=3.0),
    Entry("Reference-FMUs/0.0.39/Dahlquist", "third_party/Dahlquist", stop=10.0, step=0.1),
    Entry("Reference-FMUs/0.0.39/VanDerPol", "third_party/VanDerPol", stop=20.0),
    Entry("Reference-FMUs/0.0.39/Stair", "third_party/Stair", stop=8.0, step=0.2),
    Entry("Reference-FMUs/0.0.39/Feedthrough", "third_party/Feedthrough", input=FEEDTHROUGH, outputs=[
        "Float64_continuous_output", "Float64_discrete_output", "Int32_output", "Boolean_output"]),
    Entry("Reference-FMUs/0.0.39/Dahlquist_fmi3", "third_party/Dahlquist_fmi3", reference=False),
    Entry("OpenModelica/1.21/MassSpringSystem", "third_party/MassSpringSystem", stop=5.0, step=0.001,
          outputs=["x1", "v1", "x2", "v2"]),
    Entry("MapleSim/1/CoupledClutches", "third_party/CoupledClutches", stop=1.5, outputs=[
        f"outputs[{n}]" for n in range(1, 5)], input="time,inputs\n0,0\n1.5,1\n"),
    Entry("MapleSim/1/CoupledClutches_win64", "third_party/CoupledClutches_win64", reference=False),
]


def reference(fmu: pathlib.Path, entry: Entry, table: pathlib.Path | None):
    """The result of FMPy at the entry's communication points."""
    signals = np.genfromtxt(table, delimiter=",", names=True, deletechars="") if table else None
    refine = REFINE if entry.exchange else 1
    result = fmpy.simulate_fmu(
        str(fmu), validate=False, start_time=0.0, stop_time=entry.stop, output_interval=entry.step / refine,
        input=signals, output=entry.outputs, record_events=False, set_stop_time=False,
        fmi_type="ModelExchange" if entry.exchange else "CoSimulation",
        relative_tolerance=1e-8 if entry.exchange else None)
    return result[::refine]


def write_reference(path: pathlib.Path, result, alter: str | None) -> None:
    """The reference as CSV; the column `alter` is raised by half its range, so that nothing can pass."""
    if alter:
        result = result.copy()
        result[alter] += 0.5 * np.ptp(result[alter])
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
        writer.writerow(result.dtype.names)
        writer.writerows([value.item() if value.dtype != bool else int(value) for value in row] for row in result)


def make(entry: Entry, collection: pathlib.Path) -> None:
    source = TARGET / f"{entry.fmu}.fmu"
    if not source.exists():
        print(f"make_collection: {source} is missing; left out")
        return
    folder = collection / "2.0/cs/linux64" / entry.place
    folder.mkdir(parents=True)
    fmu = folder / f"{folder.name}.fmu"
    shutil.copy(source, fmu)
    beside = lambda ending: folder / f"{folder.name}{ending}"
    table = None
    if entry.input:
        table = beside("_in.csv")
        table.write_text(entry.input)
    beside("_ref.opt").write_text(f"StartTime, 0.0\nStopTime, {entry.stop}\nStepSize, {entry.step}\nRelTol, 1e-6\n")
    if entry.reference:
        write_reference(beside("_ref.csv"), reference(fmu, entry, table), entry.alter)


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    collection = pathlib.Path(sys.argv[1])
    if collection.exists():
        shutil.rmtree(collection)
    for entry in ENTRIES:
        make(entry, collection)


if __name__ == "__main__":
    main()
