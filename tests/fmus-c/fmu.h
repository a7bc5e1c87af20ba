/* Skeleton of a small FMI 2.0 co-simulation slave; each model is one C file that includes this one.
 *
 * A value reference is an index into the array of its type. The model supplies three functions; all
 * that changes is in Values, so saving a state is copying it. FMU_GUID comes from the compiler's command
 * line. Switches for faulty FMUs: FMU_WITHOUT_DO_STEP, FMU_WITHOUT_STATE, FMU_WITHOUT_GET_STATE, FMU_TERMINATED,
 * FMU_INSTANTIATION_PROBLEM (a reason), FMU_ONLY_ONCE, FMU_CRASH_IN (a function, "load" or "unload"). */
#ifndef FMU_H
#define FMU_H

#include "fmi2.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    double time, last_successful_time;
    double r[16]; /* Real */
    int i[8];     /* Integer and Enumeration */
    int b[8];     /* Boolean */
    char s[4][64]; /* String */
} Values;

typedef struct {
    Values values;
    char name[64];
    const fmi2CallbackFunctions *callbacks;
} Fmu;

/* Sets the start values of the description. */
static void model_start(Values *v);
/* Computes the outputs from states and inputs; called before values are read. */
static void model_outputs(Values *v);
/* Moves the states from t to t + h; the skeleton advances the time if it returns fmi2OK or fmi2Warning. */
static fmi2Status model_step(Fmu *fmu, double t, double h);

/* The time at which faulty models show their fault, in s. */
#define FAULT_TIME 0.5
/* Two times closer than this are the same communication point, in s. */
#define TIME_TOLERANCE 1e-9

#define LOG(fmu, status, category, ...) \
    (fmu)->callbacks->logger((fmu)->callbacks->componentEnvironment, (fmu)->name, status, category, __VA_ARGS__)

#define EXPORT(type) FMI2_EXPORT type
#define VALUES(c) (&((Fmu *)(c))->values)

#ifndef FMU_CRASH_IN
#define FMU_CRASH_IN ""
#endif

/* Writes through a null pointer if it is the turn of this function. */
static void may_crash(const char *function) {
    static int *volatile nowhere; /* the compiler must not know where */
    if (strcmp(function, FMU_CRASH_IN) == 0) *nowhere = 1;
}

__attribute__((constructor)) static void load(void) { may_crash(__func__); }
__attribute__((destructor)) static void unload(void) { may_crash(__func__); }

EXPORT(const char *) fmi2GetTypesPlatform(void) { return "default"; }
EXPORT(const char *) fmi2GetVersion(void) { return "2.0"; }

EXPORT(fmi2Status) fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[]) {
    (void)c, (void)on, (void)n, (void)categories;
    return fmi2OK;
}

EXPORT(fmi2Component) fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                                      const fmi2CallbackFunctions *callbacks, fmi2Boolean visible,
                                      fmi2Boolean logging) {
    (void)resources, (void)visible, (void)logging;
    may_crash(__func__);
    Fmu fresh = {.callbacks = callbacks};
    snprintf(fresh.name, sizeof fresh.name, "%s", name);
#ifdef FMU_INSTANTIATION_PROBLEM
    LOG(&fresh, fmi2Error, "logStatusError", "cannot start: %s (port %d)", FMU_INSTANTIATION_PROBLEM, 27000);
    return NULL;
#endif
#ifdef FMU_ONLY_ONCE
    static int instances;
    if (++instances > 1) {
        LOG(&fresh, fmi2Error, "logStatusError", "this process has an instance already");
        return NULL;
    }
#endif
    if (type != fmi2CoSimulation || strcmp(guid, FMU_GUID) != 0) {
        LOG(&fresh, fmi2Error, "logStatusError", "wrong type %d or GUID %s, expected %s", (int)type, guid, FMU_GUID);
        return NULL;
    }
    Fmu *fmu = malloc(sizeof *fmu);
    if (fmu) {
        *fmu = fresh;
        model_start(&fmu->values);
    }
    return fmu;
}

EXPORT(void) fmi2FreeInstance(fmi2Component c) {
    may_crash(__func__);
    free(c);
}

EXPORT(fmi2Status) fmi2SetupExperiment(fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance,
                                       fmi2Real start, fmi2Boolean stop_defined, fmi2Real stop) {
    (void)tolerance_defined, (void)tolerance, (void)stop_defined, (void)stop;
    VALUES(c)->time = VALUES(c)->last_successful_time = start;
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2EnterInitializationMode(fmi2Component c) { (void)c; may_crash(__func__); return fmi2OK; }
EXPORT(fmi2Status) fmi2ExitInitializationMode(fmi2Component c) { (void)c; return fmi2OK; }
EXPORT(fmi2Status) fmi2Terminate(fmi2Component c) { (void)c; may_crash(__func__); return fmi2OK; }

EXPORT(fmi2Status) fmi2Reset(fmi2Component c) {
    memset(VALUES(c), 0, sizeof(Values));
    model_start(VALUES(c));
    return fmi2OK;
}

#define BAD_REFERENCE(array, vr) ((vr) >= sizeof(array) / sizeof(array)[0])

/* Defines fmi2Get<Type> and fmi2Set<Type> over one array of Values. */
#define ACCESS(Type, array)                                                                                     \
    EXPORT(fmi2Status) fmi2Get##Type(fmi2Component c, const fmi2ValueReference vr[], size_t n, fmi2##Type out[]) { \
        model_outputs(VALUES(c));                                                                               \
        for (size_t k = 0; k < n; k++) {                                                                        \
            if (BAD_REFERENCE(VALUES(c)->array, vr[k])) return fmi2Error;                                       \
            out[k] = VALUES(c)->array[vr[k]];                                                                   \
        }                                                                                                       \
        return fmi2OK;                                                                                          \
    }                                                                                                           \
    EXPORT(fmi2Status) fmi2Set##Type(fmi2Component c, const fmi2ValueReference vr[], size_t n,                  \
                                     const fmi2##Type in[]) {                                                   \
        for (size_t k = 0; k < n; k++) {                                                                        \
            if (BAD_REFERENCE(VALUES(c)->array, vr[k])) return fmi2Error;                                       \
            store_##Type(&VALUES(c)->array[vr[k]], in[k]);                                                      \
        }                                                                                                       \
        return fmi2OK;                                                                                          \
    }

static void store_Real(double *to, double value) { *to = value; }
static void store_Integer(int *to, int value) { *to = value; }
static void store_Boolean(int *to, int value) { *to = value != 0; }
static void store_String(char (*to)[64], const char *value) { snprintf(*to, sizeof *to, "%s", value); }

ACCESS(Real, r)
ACCESS(Integer, i)
ACCESS(Boolean, b)
ACCESS(String, s)

/* Answers a function that the description does not offer; a master never calls it. */
static fmi2Status not_offered(fmi2Component c, const char *function) {
    Fmu *fmu = c;
    LOG(fmu, fmi2Error, "logStatusError", "%s was called although the model description does not offer it", function);
    return fmi2Error;
}

#ifdef FMU_WITHOUT_STATE
#define SAVES_STATE 0
#else
#define SAVES_STATE 1
#endif

#ifndef FMU_WITHOUT_GET_STATE
EXPORT(fmi2Status) fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state) {
    if (!SAVES_STATE) return not_offered(c, "fmi2GetFMUstate");
    may_crash(__func__);
    if (!*state) *state = malloc(sizeof(Values));
    if (!*state) return fmi2Error;
    memcpy(*state, VALUES(c), sizeof(Values));
    return fmi2OK;
}
#endif

EXPORT(fmi2Status) fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
    if (!state) return fmi2Error;
    memcpy(VALUES(c), state, sizeof(Values));
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state) {
    (void)c;
    free(*state);
    *state = NULL;
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size) {
    (void)c, (void)state;
    *size = sizeof(Values);
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
    (void)c;
    if (size < sizeof(Values)) return fmi2Error;
    memcpy(bytes, state, sizeof(Values));
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state) {
    (void)c;
    if (size != sizeof(Values)) return fmi2Error;
    if (!*state) *state = malloc(sizeof(Values));
    if (!*state) return fmi2Error;
    memcpy(*state, bytes, sizeof(Values));
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2GetDirectionalDerivative(fmi2Component c, const fmi2ValueReference unknown[], size_t n,
                                                const fmi2ValueReference known[], size_t m, const fmi2Real dknown[],
                                                fmi2Real dunknown[]) {
    (void)unknown, (void)n, (void)known, (void)m, (void)dknown, (void)dunknown;
    return not_offered(c, "fmi2GetDirectionalDerivative");
}

EXPORT(fmi2Status) fmi2SetRealInputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                               const fmi2Integer order[], const fmi2Real value[]) {
    (void)vr, (void)n, (void)order, (void)value;
    return not_offered(c, "fmi2SetRealInputDerivatives");
}

EXPORT(fmi2Status) fmi2GetRealOutputDerivatives(fmi2Component c, const fmi2ValueReference vr[], size_t n,
                                                const fmi2Integer order[], fmi2Real value[]) {
    (void)vr, (void)n, (void)order, (void)value;
    return not_offered(c, "fmi2GetRealOutputDerivatives");
}

EXPORT(fmi2Status) fmi2CancelStep(fmi2Component c) { return not_offered(c, "fmi2CancelStep"); }

#ifndef FMU_WITHOUT_DO_STEP
/* Refuses a step that does not begin where the last one ended: a bookkeeping error of the master. */
EXPORT(fmi2Status) fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_set_state_before) {
    (void)no_set_state_before;
    Fmu *fmu = c;
    if (fabs(t - fmu->values.time) > TIME_TOLERANCE) {
        LOG(fmu, fmi2Error, "logStatusError", "the step begins at t = %.17g s, the FMU is at %.17g s", t,
            fmu->values.time);
        return fmi2Error;
    }
    fmi2Status status = model_step(fmu, t, h);
    if (status <= fmi2Warning) fmu->values.time = fmu->values.last_successful_time = t + h;
    return status;
}
#endif

EXPORT(fmi2Status) fmi2GetStatus(fmi2Component c, fmi2StatusKind kind, fmi2Status *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

EXPORT(fmi2Status) fmi2GetRealStatus(fmi2Component c, fmi2StatusKind kind, fmi2Real *value) {
    if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
    *value = VALUES(c)->last_successful_time;
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2GetIntegerStatus(fmi2Component c, fmi2StatusKind kind, fmi2Integer *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

/* Whether a refused step means that the FMU wants to end the simulation. */
#ifndef FMU_TERMINATED
#define FMU_TERMINATED fmi2False
#endif

EXPORT(fmi2Status) fmi2GetBooleanStatus(fmi2Component c, fmi2StatusKind kind, fmi2Boolean *value) {
    (void)c;
    if (kind != fmi2Terminated) return fmi2Discard;
    *value = FMU_TERMINATED;
    return fmi2OK;
}

EXPORT(fmi2Status) fmi2GetStringStatus(fmi2Component c, fmi2StatusKind kind, fmi2String *value) {
    (void)c, (void)kind, (void)value;
    return fmi2Discard;
}

#endif
