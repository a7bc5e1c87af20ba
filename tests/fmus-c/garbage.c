/* Writes into sockets that it has not opened, in the first step that begins at t = 0.5 s or later. */
#include "integrator.h"

#include <sys/stat.h>
#include <unistd.h>

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    if (t >= FAULT_TIME - TIME_TOLERANCE) {
        struct stat about;
        for (int file = 3; file < 64; file++) {
            if (fstat(file, &about) == 0 && S_ISSOCK(about.st_mode) && write(file, "nonsense", 8) < 0) continue;
        }
    }
    return integrate(fmu, h);
}
