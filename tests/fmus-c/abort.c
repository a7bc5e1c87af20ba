/* Calls abort() in the first step that begins at t = 0.5 s or later. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (t >= FAULT_TIME - TIME_TOLERANCE) abort();
    return integrate(fmu, h);
}
