/* The integrator; steps from t = 0.5 s on are done and return fmi2Warning, the first with a message. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    integrate(fmu, h);
    if (t < FAULT_TIME - TIME_TOLERANCE) return fmi2OK;
    if (t < FAULT_TIME + h - TIME_TOLERANCE)
        LOG(fmu, fmi2Warning, "logStatusWarning", "the valve has reached its stop at %g bar", 3.5);
    return fmi2Warning;
}
