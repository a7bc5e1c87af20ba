/* The loop with an error in y that changes from reading to reading, as if found by a solver of its own. */
#include "fmu.h"
#define model_outputs exact_outputs
#include "loop.c"
#undef model_outputs

static void model_outputs(Values *v) {
    static unsigned readings;
    exact_outputs(v);
    v->r[Y] += NOISE * sin(12.9898 * ++readings);
}
