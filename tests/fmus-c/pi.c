/* A PI controller of a level: q = kp e + I between 0 and 20; the integral waits while q is at a limit. */
#include "fmu.h"

enum { LEVEL, FLOW, INTEGRAL };
static const double setpoint = 2.0, kp = 4.0, ti = 1.0, most = 20.0;

static double limited(double wanted) { return wanted < 0.0 ? 0.0 : wanted > most ? most : wanted; }

static void model_start(Values *v) { v->r[LEVEL] = 0.2; v->r[FLOW] = limited(kp * (setpoint - 0.2)); }

static void model_outputs(Values *v) { (void)v; }

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    double *r = fmu->values.r, error = setpoint - r[LEVEL], wanted = kp * error + r[INTEGRAL];
    if (wanted == limited(wanted)) r[INTEGRAL] += h * kp / ti * error;
    r[FLOW] = limited(kp * error + r[INTEGRAL]);
    return fmi2OK;
}
