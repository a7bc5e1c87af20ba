/* Logs 1000 messages in its first step, then in every step some whose name, category or message is NULL. */
#include "integrator.h"

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    const fmi2CallbackFunctions *callbacks = fmu->callbacks;
    if (t < TIME_TOLERANCE)
        for (int k = 1; k <= 1000; k++) LOG(fmu, fmi2OK, "logAll", "message %d of %d at %g s", k, 1000, t);
    LOG(fmu, fmi2OK, NULL, NULL);
    callbacks->logger(callbacks->componentEnvironment, NULL, fmi2Warning, NULL, "no name, no category");
    callbacks->logger(callbacks->componentEnvironment, NULL, fmi2OK, "logAll", NULL);
    return integrate(fmu, h);
}
