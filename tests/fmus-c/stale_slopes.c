/* x' = u, y = x + u/2 at once. The derivative of y contains the slope that u had in the last step, whatever is set since.
 * Real 0: u (start 1), Real 1: y, Real 2: x, Real 3: the slope of u in the next step, Real 4: in the last one. */
#define fmi2SetRealInputDerivatives not_offered_set
#define fmi2GetRealOutputDerivatives not_offered_get
#include "fmu.h"
#undef fmi2SetRealInputDerivatives
#undef fmi2GetRealOutputDerivatives

enum { U, Y, X, DU, LAST };

static void model_start(Values *v) { v->r[U] = 1.0; }

static void model_outputs(Values *v) { v->r[Y] = v->r[X] + 0.5 * v->r[U]; }

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    double *r = fmu->values.r;
    r[X] += h * r[U] + h * h / 2.0 * r[DU];
    r[U] += h * r[DU];
    r[LAST] = r[DU];
    r[DU] = 0.0;
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                               const fmi2Integer order[], const fmi2Real value[]) {
    for (size_t k = 0; k < n; k++) {
        if (vr[k] != U || order[k] != 1) return fmi2Error;
        VALUES(c)->r[DU] = value[k];
    }
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                                const fmi2Integer order[], fmi2Real value[]) {
    for (size_t k = 0; k < n; k++) {
        if (vr[k] != Y || order[k] != 1) return fmi2Error;
        value[k] = VALUES(c)->r[U] + 0.5 * VALUES(c)->r[LAST];
    }
    return fmi2OK;
}
