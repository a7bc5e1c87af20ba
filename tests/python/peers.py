"""Two integrator FMUs in a ring, y of each the input of the other, stepped by several masters in turn.

Prints a table of µs per macro step: median and quartiles over the runs. Only the steps count, not the start.
"""

import argparse
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FMU = ROOT / "target" / "fmus-c" / "integrator.fmu"
H = 1e-4
U, Y = 0, 1  # value references
SCENARIO = f"""
[simulation]
stop = {{stop}}
step = {H}
[inputs]
extrapolation = "hold"
[slaves.a]
fmu = "{FMU}"
[slaves.b]
fmu = "{FMU}"
[[connections]]
from = "a.y"
to = "b.u"
[[connections]]
from = "b.y"
to = "a.u"
"""


def macrostep(steps: int) -> float:
    with tempfile.TemporaryDirectory() as folder:
        scenario = Path(folder) / "ring.toml"
        scenario.write_text(SCENARIO.format(stop=steps * H))
        command = [ROOT / "target/release/macrostep", "run", "--no-results", "--trust-fmu", scenario]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    return 1e-6 * float(re.search(r"([0-9.]+) µs per step", done.stdout).group(1))


def fmpy(steps: int) -> float:
    from fmpy import extract, read_model_description
    from fmpy.fmi2 import FMU2Slave

    description = read_model_description(FMU)
    folder = extract(FMU)
    slaves = [FMU2Slave(guid=description.guid, unzipDirectory=folder, instanceName=name,
                        modelIdentifier=description.coSimulation.modelIdentifier) for name in "ab"]
    for slave in slaves:
        slave.instantiate()
        slave.setupExperiment(startTime=0.0)
        slave.enterInitializationMode()
        slave.exitInitializationMode()
    begin = time.perf_counter()
    for step in range(steps):
        values = [slave.getReal([Y]) for slave in slaves]
        for slave, value in zip(slaves, reversed(values)):
            slave.setReal([U], value)
        for slave in slaves:
            slave.doStep(step * H, H)
    return (time.perf_counter() - begin) / steps


def libcosim(steps: int) -> float:
    from libcosimpy.CosimExecution import CosimExecution
    from libcosimpy.CosimLogging import CosimLogLevel, log_output_level
    from libcosimpy.CosimSlave import CosimLocalSlave

    log_output_level(CosimLogLevel.WARNING)
    execution = CosimExecution.from_step_size(round(H * 1e9))
    a, b = (execution.add_local_slave(CosimLocalSlave(fmu_path=str(FMU), instance_name=name)) for name in "ab")
    execution.connect_real_variables(a, Y, b, U)
    execution.connect_real_variables(b, Y, a, U)
    execution.step(1)
    begin = time.perf_counter()
    if not execution.step(steps):
        raise RuntimeError("libcosim failed")
    return (time.perf_counter() - begin) / steps


def ecos(steps: int) -> float:
    from ecospy import EcosSimulation, EcosSimulationStructure

    with EcosSimulationStructure() as structure:
        for name in "ab":
            structure.add_model(name, str(FMU))
        structure.make_real_connection("a::y", "b::u")
        structure.make_real_connection("b::y", "a::u")
        with EcosSimulation(structure=structure, step_size=H) as simulation:
            simulation.init()
            begin = time.perf_counter()
            simulation.step(steps)
            seconds = time.perf_counter() - begin
            simulation.terminate()
    return seconds / steps


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--steps", type=int, default=20_000)
    arguments = parser.parse_args()
    peers = {"macrostep": macrostep, "Ecos": ecos, "libcosim": libcosim, "FMPy, a loop in Python": fmpy}
    times = {name: [] for name in peers}
    for _ in range(arguments.runs):
        for name in list(peers):
            try:
                times[name].append(1e6 * peers[name](arguments.steps))
            except Exception as error:  # a peer that is not there says so once
                print(f"{name}: left out: {error}", file=sys.stderr)
                del peers[name]
    print(f"µs per macro step, {arguments.runs} runs of {arguments.steps} steps in turn\n")
    print("| master | median | quartiles |\n|---|---|---|")
    for name, values in times.items():
        if len(values) >= 2:
            low, median, high = statistics.quantiles(values, n=4)
            print(f"| {name} | {median:.2f} | {low:.2f} to {high:.2f} |")


if __name__ == "__main__":
    main()
