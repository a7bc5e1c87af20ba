"""A damped spring-mass oscillator, m x'' = force - c x - d v, as a PythonFMU slave.

The force is held over a communication step, which is divided into equal steps of classical RK4 of
at most H_MICRO. Units are SI.
"""

import math

from pythonfmu import Fmi2Causality, Fmi2Slave, Fmi2Variability, Real

H_MICRO = 1e-3


class Oscillator(Fmi2Slave):
    """Outputs x, v and a; a depends directly on the input force."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.m, self.c, self.d = 1.0, 100.0, 0.5
        self.x0, self.v0 = 1.0, 0.0
        self.force = 0.0
        self.x, self.v = self.x0, self.v0
        for name in ("m", "c", "d"):
            self._parameter(name)
        # Start values reach the state at once, so outputs are right during initialisation too.
        self._parameter("x0", setter=lambda value: self._start("x", value))
        self._parameter("v0", setter=lambda value: self._start("v", value))
        self.register_variable(Real("force", causality=Fmi2Causality.input))
        self.register_variable(Real("x", causality=Fmi2Causality.output))
        self.register_variable(Real("v", causality=Fmi2Causality.output))
        self.register_variable(Real("a", causality=Fmi2Causality.output,
                                    getter=lambda: self.acceleration(self.x, self.v)))

    def _parameter(self, name, setter=None):
        self.register_variable(Real(name, causality=Fmi2Causality.parameter,
                                    variability=Fmi2Variability.fixed, setter=setter))

    def _start(self, state, value):
        setattr(self, state + "0", value)
        setattr(self, state, value)

    def acceleration(self, x, v):
        return (self.force - self.c * x - self.d * v) / self.m

    def do_step(self, current_time, step_size):
        count = max(1, math.ceil(step_size / H_MICRO - 1e-9))
        for _ in range(count):
            self._micro_step(step_size / count)
        return True

    def _micro_step(self, h):
        x, v = self.x, self.v
        kx1, kv1 = v, self.acceleration(x, v)
        kx2, kv2 = v + h / 2 * kv1, self.acceleration(x + h / 2 * kx1, v + h / 2 * kv1)
        kx3, kv3 = v + h / 2 * kv2, self.acceleration(x + h / 2 * kx2, v + h / 2 * kv2)
        kx4, kv4 = v + h * kv3, self.acceleration(x + h * kx3, v + h * kv3)
        self.x = x + h / 6 * (kx1 + 2 * kx2 + 2 * kx3 + kx4)
        self.v = v + h / 6 * (kv1 + 2 * kv2 + 2 * kv3 + kv4)
