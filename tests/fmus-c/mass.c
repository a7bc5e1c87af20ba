/* A mass on a spring and damper, m x'' = force - c x - d v, by `parts` Runge-Kutta steps of order 4 in each
 * step: the cheapest slave that a coupling can have, or as dear as wanted. The force follows its derivatives
 * up to order 3. */
#define fmi2SetRealInputDerivatives not_offered_set
#define fmi2ExitInitializationMode skeleton_exit
#include "fmu.h"
#undef fmi2SetRealInputDerivatives
#undef fmi2ExitInitializationMode

enum { FORCE, X, V, M, C, D, X0, V0, RATE };
enum { PARTS };
enum { STARTED };
#define ORDERS 3

static void model_start(Values *v) {
    v->r[M] = 1.0;
    v->r[C] = 1000.0;
    v->r[D] = 10.0;
    v->i[PARTS] = 1;
}

static void model_outputs(Values *v) {
    if (v->b[STARTED]) return;
    v->r[X] = v->r[X0];
    v->r[V] = v->r[V0];
}

EXPORT(fmi2Status) fmi2ExitInitializationMode(fmi2Component c) {
    model_outputs(VALUES(c));
    VALUES(c)->b[STARTED] = 1;
    return fmi2OK;
}

static double force(const double *r, double s) {
    return r[FORCE] + s * (r[RATE] + s / 2 * (r[RATE + 1] + s / 3 * r[RATE + 2]));
}

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    double *r = fmu->values.r;
    const int parts = fmu->values.i[PARTS];
    const double dt = h / parts, c = r[C] / r[M], d = r[D] / r[M], m = 1 / r[M];
    double x = r[X], v = r[V];
    for (int k = 0; k < parts; k++) {
        const double f0 = force(r, k * dt) * m, f1 = force(r, (k + 0.5) * dt) * m, f2 = force(r, (k + 1) * dt) * m;
        const double a0 = f0 - c * x - d * v;
        const double v1 = v + dt / 2 * a0, a1 = f1 - c * (x + dt / 2 * v) - d * v1;
        const double v2 = v + dt / 2 * a1, a2 = f1 - c * (x + dt / 2 * v1) - d * v2;
        const double v3 = v + dt * a2, a3 = f2 - c * (x + dt * v2) - d * v3;
        x += dt / 6 * (v + 2 * v1 + 2 * v2 + v3);
        v += dt / 6 * (a0 + 2 * a1 + 2 * a2 + a3);
    }
    r[X] = x, r[V] = v;
    for (int k = 0; k < ORDERS; k++) r[RATE + k] = 0;
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                               const fmi2Integer order[], const fmi2Real value[]) {
    for (size_t k = 0; k < n; k++) {
        if (vr[k] != FORCE || order[k] < 1 || order[k] > ORDERS) return fmi2Error;
        VALUES(c)->r[RATE + order[k] - 1] = value[k];
    }
    return fmi2OK;
}
