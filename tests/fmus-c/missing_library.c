/* An integrator whose library needs another one that the build removes again. */
#include "integrator.h"

int absent_function(void);

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    return absent_function() ? fmi2Error : integrate(fmu, h);
}
