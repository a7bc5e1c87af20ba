/* Reads the number in resources/value.txt when it is instantiated; y is that number, NaN if it cannot be read.
 * With FMU_WRITES it then puts the next number there. */
#define fmi2Instantiate plain_instantiate
#include "fmu.h"
#undef fmi2Instantiate

enum { Y };

static double number = NAN;

static void model_start(Values *v) { (void)v; }

static void model_outputs(Values *v) { v->r[Y] = number; }

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)fmu, (void)t, (void)h;
    return fmi2OK;
}

/* The path of a file: URI, percent-encoded as RFC 3986 says. */
static void decode(const char *uri, char *path, size_t size) {
    if (strncmp(uri, "file://", 7) == 0) uri += 7;
    size_t k = 0;
    for (; *uri && k + 1 < size; k++) {
        unsigned int byte;
        if (*uri == '%' && sscanf(uri + 1, "%2x", &byte) == 1) {
            path[k] = (char)byte;
            uri += 3;
        } else {
            path[k] = *uri++;
        }
    }
    path[k] = 0;
}

EXPORT(fmi2Component) fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                      const fmi2CallbackFunctions *callbacks, fmi2Boolean visible,
                                      fmi2Boolean logging) {
    char folder[4096], path[4200];
    fmi2Component c = plain_instantiate(name, type, guid, resources, callbacks, visible, logging);
    decode(resources, folder, sizeof folder);
    snprintf(path, sizeof path, "%s/value.txt", folder);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%lf", &number) != 1) number = NAN;
    if (file) fclose(file);
#ifdef FMU_WRITES
    /* Counts its runs, in a file that is not its own. */
    file = fopen(path, "w");
    if (file) fprintf(file, "%g", number + 1.0), fclose(file);
#endif
    return c;
}
