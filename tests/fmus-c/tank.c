/* An open tank with a hole, A dh/dt = q - c sqrt(h) with A = c = 1, by ten Euler steps in each step. */
#include "fmu.h"

enum { Q, H, PARTS = 10 };

static void model_start(Values *v) { v->r[H] = 0.2; }

static void model_outputs(Values *v) { (void)v; }

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    double *level = &fmu->values.r[H];
    for (int k = 0; k < PARTS; k++) {
        *level += h / PARTS * (fmu->values.r[Q] - sqrt(*level));
        if (*level < 0.0) *level = 0.0;
    }
    return fmi2OK;
}
