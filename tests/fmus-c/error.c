/* Returns fmi2Error from the first step that begins at t = 0.5 s or later, after a message with arguments. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (t < FAULT_TIME - TIME_TOLERANCE) return integrate(fmu, h);
    LOG(fmu, fmi2Error, "logStatusError", "pressure %g Pa is below %d", 12.5, 100);
    return fmi2Error;
}
