/* x' = u with u held over the step, y = x: the well-behaved part of the faulty models.
 *
 * Real 0: input u (start 1). Real 1: output y. With u = 1 the output equals the time since the start. */
#include "fmu.h"

enum { U, Y };

static void model_start(Values *v) { v->r[U] = 1.0; }

static void model_outputs(Values *v) { (void)v; }

static fmi2Status integrate(Fmu *fmu, double h) {
    fmu->values.r[Y] += h * fmu->values.r[U];
    return fmi2OK;
}
