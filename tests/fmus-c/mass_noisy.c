/* The mass with an error in x and v that changes from step to step, as if found by a solver of its own. */
#define fmi2SetRealInputDerivatives not_offered_set
#define fmi2ExitInitializationMode skeleton_exit
#include "fmu.h"
#define model_step exact_step
#include "mass.c"
#undef model_step

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    static unsigned steps;
    const fmi2Status status = exact_step(fmu, t, h);
    fmu->values.r[X] *= 1 + NOISE * sin(12.9898 * ++steps);
    fmu->values.r[V] *= 1 + NOISE * sin(78.233 * steps);
    return status;
}
