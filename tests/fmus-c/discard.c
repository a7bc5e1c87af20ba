/* Refuses to step over t = 0.5 s: it stops there, returns fmi2Discard and reports the time it reached. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (t >= FAULT_TIME - TIME_TOLERANCE || t + h <= FAULT_TIME + 1e-6) return integrate(fmu, h);
    integrate(fmu, FAULT_TIME - t);
    fmu->values.time = fmu->values.last_successful_time = FAULT_TIME;
    LOG(fmu, fmi2Discard, "logStatusDiscard", "the step from %g s was refused at %g s", t, FAULT_TIME);
    return fmi2Discard;
}
