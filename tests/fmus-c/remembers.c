/* x' = u - p by Euler steps, where p is x one step before; with the parameter `given` p begins at p0, else at x0. With
 * -DACTS the parameter also doubles the steps. */
#define fmi2ExitInitializationMode skeleton_exit
#include "fmu.h"
#undef fmi2ExitInitializationMode

enum { U, X, P, DX, DP, X0, P0 };
enum { GIVEN, STARTED };

#ifdef ACTS
#define FACTOR(v) ((v)->b[GIVEN] ? 2.0 : 1.0)
#else
#define FACTOR(v) 1.0
#endif

static void model_start(Values *v) { v->r[X0] = 0.25; }

static void model_outputs(Values *v) {
    if (v->b[STARTED]) return;
    v->r[X] = v->r[X0];
    v->r[P] = v->b[GIVEN] ? v->r[P0] : v->r[X0];
}

EXPORT(fmi2Status) fmi2ExitInitializationMode(fmi2Component c) {
    model_outputs(VALUES(c));
    VALUES(c)->b[STARTED] = 1;
    return fmi2OK;
}

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    double *r = fmu->values.r, x = r[X];
    r[X] += FACTOR(&fmu->values) * h * (r[U] - r[P]);
    r[P] = x;
    return fmi2OK;
}
