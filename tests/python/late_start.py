"""y = 2 p, but only from the end of the initialisation on: a PythonFMU slave whose output is wrong before."""

from pythonfmu import Fmi2Causality, Fmi2Slave, Fmi2Variability, Real


class LateStart(Fmi2Slave):
    """Computes its output where many scripts do, in exit_initialization_mode."""

    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.p, self.y = 1.0, 0.0
        self.register_variable(Real("p", causality=Fmi2Causality.parameter,
                                    variability=Fmi2Variability.fixed))
        self.register_variable(Real("y", causality=Fmi2Causality.output))

    def exit_initialization_mode(self):
        self.y = 2.0 * self.p

    def do_step(self, current_time, step_size):
        return True
