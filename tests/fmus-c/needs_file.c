/* The integrator; it cannot be instantiated where /etc/hostname cannot be read, like an FMU that reads a licence. */
#define fmi2Instantiate plain_instantiate
#include "integrator.h"
#undef fmi2Instantiate

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    return integrate(fmu, h);
}

EXPORT(fmi2Component) fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                      const fmi2CallbackFunctions *callbacks, fmi2Boolean visible,
                                      fmi2Boolean logging) {
    FILE *file = fopen("/etc/hostname", "r");
    if (!file) return NULL;
    fclose(file);
    return plain_instantiate(name, type, guid, resources, callbacks, visible, logging);
}
