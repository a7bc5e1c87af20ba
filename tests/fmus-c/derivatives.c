/* The integrator; input derivatives are accepted and USED times them count (0: ignored),
 * SLOPE times the right output derivative is returned, before the first step FIRST_SLOPE times. Real 2: the
 * slope of u in this step; Real 3: whether a step has been taken. With NOISE, y is rounding noise around zero. */
#define fmi2SetRealInputDerivatives not_offered_set
#define fmi2GetRealOutputDerivatives not_offered_get
#include "integrator.h"
#undef fmi2SetRealInputDerivatives
#undef fmi2GetRealOutputDerivatives

enum { DU = 2, STEPPED = 3 };

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    double *u = &fmu->values.r[U], *du = &fmu->values.r[DU];
    fmu->values.r[Y] += h * *u + h * h / 2.0 * USED * *du;
    *u += h * USED * *du;
    *du = 0.0;
#ifdef NOISE
    fmu->values.r[Y] = 1e-16 * sin(1e3 * fmu->values.time);
#endif
    fmu->values.r[STEPPED] = 1.0;
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
        value[k] = (VALUES(c)->r[STEPPED] != 0.0 ? SLOPE : FIRST_SLOPE) * VALUES(c)->r[U];
#ifdef NOISE
        value[k] = 0.0;
#endif
    }
    return fmi2OK;
}
