/* Pure feedthrough y = a u + b, without state: two of them in a ring form an algebraic loop. */
#include "fmu.h"

enum { U, Y, A, B };

static void model_start(Values *v) {
    v->r[A] = 0.5;
    v->r[B] = 1.0;
}

static void model_outputs(Values *v) { v->r[Y] = v->r[A] * v->r[U] + v->r[B]; }

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)fmu, (void)t, (void)h;
    return fmi2OK;
}
