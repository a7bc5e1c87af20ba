/* Logs an error and then crashes in the first step that begins at t = 0.5 s or later. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (t >= FAULT_TIME - TIME_TOLERANCE) {
        LOG(fmu, fmi2Error, "logStatusError", "the bearing has reached %d K", 412);
        *(int *volatile)NULL = 1;
    }
    return integrate(fmu, h);
}
