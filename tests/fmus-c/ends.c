/* Ends itself at t = 0.5 s: no step leads beyond, and it says that it wants to end the simulation. */
#define FMU_TERMINATED fmi2True
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (t + h <= FAULT_TIME + 1e-6) return integrate(fmu, h);
    integrate(fmu, FAULT_TIME - t);
    fmu->values.time = fmu->values.last_successful_time = FAULT_TIME;
    return fmi2Discard;
}
