/* Ends the process with code 0 and without any handler in the first step that begins at t = 0.5 s or later. */
#include "integrator.h"

#include <unistd.h>

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (t >= FAULT_TIME - TIME_TOLERANCE) _exit(0);
    return integrate(fmu, h);
}
