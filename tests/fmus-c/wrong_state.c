/* The integrator; fmi2SetFMUstate returns fmi2OK, turns the clock back and leaves the values as they are. */
#define fmi2SetFMUstate honest_set_state
#include "integrator.h"
#undef fmi2SetFMUstate

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    return integrate(fmu, h);
}

EXPORT(fmi2Status) fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
    VALUES(c)->time = ((Values *)state)->time;
    return fmi2OK;
}
