/* x' = u, y = x + FACTOR u at once. Real 0: u (start 1), Real 1: y, Real 2: x. */
#include "fmu.h"

enum { U, Y, X };

static void model_start(Values *v) { v->r[U] = 1.0; }

static void model_outputs(Values *v) { v->r[Y] = v->r[X] + FACTOR * v->r[U]; }

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    fmu->values.r[X] += h * fmu->values.r[U];
    return fmi2OK;
}
