"""A co-simulation slave driven through FMPy's FMI 2.0 interface, for the scripts in this folder."""

import math
import struct
import tempfile

import fmpy
from fmpy.fmi2 import FMU2Slave, fmi2False


class Package:
    """An unpacked FMU from which any number of slaves can be made."""

    def __init__(self, path: str, about_start: bool = False):
        """Inputs are excited about 1, or about their start values."""
        self.about_start = about_start
        self.description = fmpy.read_model_description(path, validate=False)
        self.folder = tempfile.TemporaryDirectory(prefix="fmpy_slave_")
        fmpy.extract(path, unzipdir=self.folder.name)
        variables = self.description.modelVariables
        self.reference = {variable.name: variable.valueReference for variable in variables}
        self.inputs = [v for v in variables if v.causality == "input" and v.type == "Real"]
        self.outputs = [v for v in variables if v.causality == "output" and v.type != "String"]

    def slave(self, name: str) -> "Slave":
        return Slave(self, name)


class Slave:
    """One instance; make it, then `initialize`, `step`, `free`."""

    def __init__(self, package: Package, name: str):
        description = package.description
        self.package = package
        self.fmu = FMU2Slave(guid=description.guid, unzipDirectory=package.folder.name,
                             modelIdentifier=description.coSimulation.modelIdentifier, instanceName=name)
        self.fmu.instantiate()

    def initialize(self, start_time: float = 0.0, start: dict | None = None) -> None:
        self.fmu.setupExperiment(startTime=start_time)
        self.set(start or {})
        self.fmu.enterInitializationMode()
        self.fmu.exitInitializationMode()

    def set(self, values: dict) -> None:
        for name, value in values.items():
            self.fmu.setReal([self.package.reference[name]], [value])

    def get(self, name: str) -> float:
        return self.fmu.getReal([self.package.reference[name]])[0]

    def step(self, t: float, h: float) -> None:
        self.fmu.doStep(t, h, fmi2False)

    def excite(self, t: float) -> None:
        """Gives every Real input a smooth value, different for each; a positive one unless the start value decides."""
        for number, variable in enumerate(self.package.inputs):
            centre = float(variable.start) if self.package.about_start else 1.0
            self.fmu.setReal([variable.valueReference], [centre + 0.1 * math.sin(3.0 * t + number)])

    def outputs(self) -> bytes:
        """All outputs but strings, as bytes: equal if and only if they agree in every bit."""
        data = b""
        for variable in self.package.outputs:
            reference = [variable.valueReference]
            if variable.type == "Real":
                data += struct.pack("<d", self.fmu.getReal(reference)[0])
            elif variable.type == "Boolean":
                data += struct.pack("<i", int(self.fmu.getBoolean(reference)[0]))
            else:
                data += struct.pack("<i", self.fmu.getInteger(reference)[0])
        return data

    def run(self, first: int, count: int, h: float) -> list:
        """Steps with excited inputs from point number `first`; returns the outputs after each step."""
        trajectory = []
        for number in range(first, first + count):
            self.excite(number * h)
            self.step(number * h, h)
            trajectory.append(self.outputs())
        return trajectory

    def free(self) -> None:
        self.fmu.freeInstance()
