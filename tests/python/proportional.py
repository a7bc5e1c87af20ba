"""y = k u + c at any time: a PythonFMU slave without state, whose output follows its input at once."""

from pythonfmu import Fmi2Causality, Fmi2Slave, Fmi2Variability, Real


class Proportional(Fmi2Slave):
    """Like every PythonFMU slave, it does not declare that y depends on u."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.k, self.c, self.u = 1.0, 0.0, 0.0
        for name in ("k", "c"):
            self.register_variable(Real(name, causality=Fmi2Causality.parameter,
                                        variability=Fmi2Variability.fixed))
        self.register_variable(Real("u", causality=Fmi2Causality.input))
        self.register_variable(Real("y", causality=Fmi2Causality.output,
                                    getter=lambda: self.k * self.u + self.c))

    def do_step(self, current_time, step_size):
        return True
