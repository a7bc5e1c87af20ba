"""A PI controller of a level: q = kp e + I between 0 and q_max; the integral waits while q is at a limit."""

from pythonfmu import Fmi2Causality, Fmi2Slave, Fmi2Variability, Real


class PiController(Fmi2Slave):
    """A pump that cannot suck: q is never below 0."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.setpoint, self.kp, self.ti, self.q_max = 2.0, 4.0, 1.0, 20.0
        self.level, self.integral = 0.2, 0.0
        for name in ("setpoint", "kp", "ti", "q_max"):
            self.register_variable(Real(name, causality=Fmi2Causality.parameter,
                                        variability=Fmi2Variability.fixed))
        self.register_variable(Real("level", causality=Fmi2Causality.input))
        self.q = 0.0
        self.register_variable(Real("q", causality=Fmi2Causality.output))

    def limited(self, wanted):
        return min(max(wanted, 0.0), self.q_max)

    def exit_initialization_mode(self):
        self.q = self.limited(self.kp * (self.setpoint - self.level) + self.integral)

    def do_step(self, current_time, step_size):
        error = self.setpoint - self.level
        wanted = self.kp * error + self.integral
        if wanted == self.limited(wanted):
            self.integral += step_size * self.kp / self.ti * error
        self.q = self.limited(self.kp * error + self.integral)
        return True
