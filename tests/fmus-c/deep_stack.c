/* The integrator; a step uses 6 MB of stack, which fits on a main thread. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    volatile char room[6 << 20];
    (void)t;
    for (size_t k = 0; k < sizeof room; k += 4096) room[k] = (char)k;
    return room[4096] == (char)4096 ? integrate(fmu, h) : fmi2Error;
}
