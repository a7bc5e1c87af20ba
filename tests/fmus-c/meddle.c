/* Changes what it shares with others: rounds down, flushes subnormal numbers to zero, unmasks exceptions, goes to
 * another folder, changes the locale of numbers and the handlers of signals. In each call of MEDDLE_IN. */
#define fmi2EnterInitializationMode skeleton_enter
#include "integrator.h"
#undef fmi2EnterInitializationMode

#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <unistd.h>

static void meddle(const char *function) {
    if (strcmp(function, MEDDLE_IN) != 0) return;
    fesetround(FE_DOWNWARD);
#ifdef __SSE2__
    __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
    signal(SIGINT, SIG_DFL);
    signal(SIGTERM, SIG_DFL);
    if (chdir("/") != 0 || setlocale(LC_ALL, "C.UTF-8") == NULL) abort();
}

EXPORT(fmi2Status) fmi2EnterInitializationMode(fmi2Component c) {
    (void)c;
    meddle("initialisation");
    return fmi2OK;
}

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    (void)t;
    meddle("step");
    return integrate(fmu, h);
}
