"""An open tank with a hole: A dh/dt = q - c sqrt(h), by ten Euler steps in each step."""

from math import sqrt

from pythonfmu import Fmi2Causality, Fmi2Slave, Fmi2Variability, Real

PARTS = 10


class Tank(Fmi2Slave):
    """The level h cannot be less than nothing; what flows in, q, is not asked."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.area, self.c, self.h, self.q = 1.0, 1.0, 0.2, 0.0
        for name in ("area", "c"):
            self.register_variable(Real(name, causality=Fmi2Causality.parameter,
                                        variability=Fmi2Variability.fixed))
        self.register_variable(Real("q", causality=Fmi2Causality.input))
        self.register_variable(Real("h", causality=Fmi2Causality.output))

    def do_step(self, current_time, step_size):
        for _ in range(PARTS):
            flow = self.q - self.c * sqrt(self.h)
            self.h = max(0.0, self.h + step_size / PARTS * flow / self.area)
        return True
