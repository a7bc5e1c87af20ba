/* The integrator; from t = IGNORES_FROM s on fmi2SetFMUstate returns fmi2OK, turns the clock back and leaves the
 * values as they are. With RETURNS_TO_START they become the start values instead. */
#define fmi2SetFMUstate honest_set_state
#include "integrator.h"
#undef fmi2SetFMUstate

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    return integrate(fmu, h);
}

EXPORT(fmi2Status) fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
    double time = ((Values *)state)->time;
    if (time < IGNORES_FROM - TIME_TOLERANCE) return honest_set_state(c, state);
#ifdef RETURNS_TO_START
    fmi2Reset(c);
#endif
    VALUES(c)->time = time;
    return fmi2OK;
}
