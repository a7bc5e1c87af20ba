/* The mass; from 2 s on fmi2SetFMUstate returns fmi2OK, turns the clock back and leaves the values as they are. */
#define fmi2SetFMUstate honest_set_state
#include "mass.c"
#undef fmi2SetFMUstate

EXPORT(fmi2Status) fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
    const double time = ((Values *)state)->time;
    if (time < 2.0) return honest_set_state(c, state);
    VALUES(c)->time = time;
    return fmi2OK;
}
