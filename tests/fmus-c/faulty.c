/* The integrator, which shows a fault of the user's choice in the first step that begins at `when` or later.
 *
 * Real 0: input u (start 1). Real 1: output y. Real 2: when, in s. Real 3: pause of every step, in s.
 * String 0: the fault: none, crash, abort, exit, hang, nan, error, fatal or discard. */
#define _GNU_SOURCE
#include "integrator.h"

#include <unistd.h>

enum { WHEN = 2, PAUSE = 3 };

static int is(const Values *v, const char *fault) { return strcmp(v->s[0], fault) == 0; }

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    Values *v = &fmu->values;
    if (v->r[PAUSE] > 0) usleep((unsigned)(1e6 * v->r[PAUSE]));
    if (t < v->r[WHEN] - TIME_TOLERANCE || is(v, "none") || is(v, "")) return integrate(fmu, h);
    if (is(v, "crash")) *(int *volatile)NULL = 1;
    if (is(v, "abort")) abort();
    if (is(v, "exit")) exit(7);
    while (is(v, "hang")) sleep(1);
    if (is(v, "nan")) v->r[Y] = NAN;
    if (is(v, "error")) return fmi2Error;
    if (is(v, "fatal")) return fmi2Fatal;
    if (is(v, "discard")) return fmi2Discard;
    return fmi2OK;
}
