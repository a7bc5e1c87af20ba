/* A counter with variables of all five types.
 *
 * In a step with enable: count += increment (mode up), count -= increment (down), unchanged (hold);
 * total += h rate. Outputs: full = count >= limit, text = "<label>=<count>", state = enable ? mode : hold. */
#include "fmu.h"

enum { RATE, TOTAL };                                  /* Real */
enum { INCREMENT, LIMIT, MODE, COUNT, STATE };         /* Integer and Enumeration */
enum { ENABLE, FULL };                                 /* Boolean */
enum { LABEL, TEXT };                                  /* String */
enum { UP = 1, DOWN = 2, HOLD = 3 };

static void model_start(Values *v) {
    v->r[RATE] = 1.0;
    v->i[INCREMENT] = 1;
    v->i[LIMIT] = 10;
    v->i[MODE] = UP;
    v->b[ENABLE] = 1;
    strcpy(v->s[LABEL], "count");
}

static void model_outputs(Values *v) {
    v->b[FULL] = v->i[COUNT] >= v->i[LIMIT];
    v->i[STATE] = v->b[ENABLE] ? v->i[MODE] : HOLD;
    snprintf(v->s[TEXT], sizeof v->s[TEXT], "%.48s=%d", v->s[LABEL], v->i[COUNT]);
}

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    Values *v = &fmu->values;
    if (v->b[ENABLE] && v->i[MODE] == UP) v->i[COUNT] += v->i[INCREMENT];
    if (v->b[ENABLE] && v->i[MODE] == DOWN) v->i[COUNT] -= v->i[INCREMENT];
    v->r[TOTAL] += h * v->r[RATE];
    return fmi2OK;
}
