/* Returns fmi2Fatal from the first step that begins at t = 0.5 s or later; the instance is then unusable. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (t < FAULT_TIME - TIME_TOLERANCE) return integrate(fmu, h);
    LOG(fmu, fmi2Fatal, "logStatusFatal", "matrix of size %dx%d is singular in %s", 3, 3, "solver");
    return fmi2Fatal;
}
