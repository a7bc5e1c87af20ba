/* The integrator whose output jumps by 1 in the step that begins at t = 0.8 s; a state that is saved at just
 * that time and restored has lost the jump.
 *
 * Real 2: whether the jump is over. */
#define fmi2SetFMUstate honest_set_state
#include "integrator.h"
#undef fmi2SetFMUstate

#define EVENT_TIME 0.8

enum { OVER = 2 };

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    double *over = &fmu->values.r[OVER];
    if (t >= EVENT_TIME - TIME_TOLERANCE && *over == 0.0) {
        *over = 1.0;
        fmu->values.r[Y] += 1.0;
    }
    return integrate(fmu, h);
}

EXPORT(fmi2Status) fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
    fmi2Status status = honest_set_state(c, state);
    if (fabs(VALUES(c)->time - EVENT_TIME) < TIME_TOLERANCE) VALUES(c)->r[OVER] = 1.0;
    return status;
}
