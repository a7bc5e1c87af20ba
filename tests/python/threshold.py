"""Counts how often a level rises above a threshold: a PythonFMU slave with all four basic types.

At the end of each step: rising = level > threshold and not high; when rising and enable,
count += step; high = level > threshold; text = "<label>: <count>". excess = level - threshold always.
"""

from pythonfmu import Boolean, Fmi2Causality, Fmi2Slave, Fmi2Variability, Integer, Real, String

INPUT, OUTPUT, PARAMETER = Fmi2Causality.input, Fmi2Causality.output, Fmi2Causality.parameter
DISCRETE, FIXED = Fmi2Variability.discrete, Fmi2Variability.fixed


class Threshold(Fmi2Slave):
    """Logs one message per counted crossing."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.threshold, self.label = 0.5, "crossings"
        self.level, self.enable, self.step = 0.0, True, 1
        self.count, self.high = 0, False
        self.register_variable(Real("threshold", causality=PARAMETER, variability=FIXED))
        self.register_variable(String("label", causality=PARAMETER, variability=FIXED))
        self.register_variable(Real("level", causality=INPUT))
        self.register_variable(Boolean("enable", causality=INPUT, variability=DISCRETE))
        self.register_variable(Integer("step", causality=INPUT, variability=DISCRETE))
        self.register_variable(Integer("count", causality=OUTPUT, variability=DISCRETE))
        self.register_variable(Boolean("high", causality=OUTPUT, variability=DISCRETE))
        self.register_variable(String("text", causality=OUTPUT, variability=DISCRETE,
                                      getter=lambda: f"{self.label}: {self.count}"))
        self.register_variable(Real("excess", causality=OUTPUT,
                                    getter=lambda: self.level - self.threshold))

    def do_step(self, current_time, step_size):
        high = self.level > self.threshold
        if high and not self.high and self.enable:
            self.count += self.step
            self.log(f"crossing {self.count} at t = {current_time + step_size}")
        self.high = high
        return True
