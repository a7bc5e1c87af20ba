/* Constant outputs in several units, and inputs in others that come back unchanged as outputs. */
#include "fmu.h"

enum { SIZE, EXTENSION, FORCE, PRESSURE, CELSIUS, PLAIN, POSITION, LOAD, STRESS, KELVIN, SEEN };

static void model_start(Values *v) {
    v->r[SIZE] = 0.25;
    v->r[KELVIN] = 273.15;
}

static void model_outputs(Values *v) {
    v->r[EXTENSION] = 1000.0 * v->r[SIZE];
    v->r[FORCE] = 10.0;
    v->r[PRESSURE] = 1e5;
    v->r[CELSIUS] = 20.0;
    v->r[PLAIN] = 7.0;
    for (int k = 0; k < 4; k++) v->r[SEEN + k] = v->r[POSITION + k];
}

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)fmu, (void)t, (void)h;
    return fmi2OK;
}
