/* Takes steps of 0.1 s and refuses any other as an error, as its description says. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (h > 0.1 - TIME_TOLERANCE && h < 0.1 + TIME_TOLERANCE) return integrate(fmu, h);
    LOG(fmu, fmi2Error, "logStatusError", "the step at %g s is %g s long instead of 0.1 s", t, h);
    return fmi2Error;
}
