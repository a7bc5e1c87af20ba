/* The cost floor: a chain of mass FMUs coupled by springs and dampers in a bare loop of C calls.
   Held: per macro step and FMU read x and v, set the force, step.
   Linear: the same with the derivative of the force.
   Predictor/corrector: save, step with the force held, read, restore, step with the force linear between what
   the laws give at both ends. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>

typedef void *Component;
typedef unsigned Vr;
typedef struct {
  void (*logger)(void *, const char *, int, const char *, const char *, ...);
  void *(*allocate)(size_t, size_t);
  void (*release)(void *);
  void (*finished)(void *, int);
  void *environment;
} Callbacks;

typedef struct {
  Component (*instantiate)(const char *, int, const char *, const char *, const Callbacks *, int, int);
  void (*free_instance)(Component);
  int (*setup)(Component, int, double, double, int, double);
  int (*enter)(Component);
  int (*leave)(Component);
  int (*get)(Component, const Vr *, size_t, double *);
  int (*set)(Component, const Vr *, size_t, const double *);
  int (*set_integer)(Component, const Vr *, size_t, const int *);
  int (*derivatives)(Component, const Vr *, size_t, const int *, const double *);
  int (*step)(Component, double, double, int);
  int (*save)(Component, void **);
  int (*restore)(Component, void *);
  int (*forget)(Component, void **);
} Functions;

typedef struct {
  int n;
  Functions f;
  Component *c;
  void **states;
  double *y, *u, *before;
} Chain;

enum { HELD, LINEAR, CORRECTED };
static const Vr FORCE[] = {0}, X_V[] = {1, 2}, V0[] = {7}, PARTS[] = {0};

static void quiet(void *e, const char *n, int s, const char *c, const char *m, ...) {
  (void)e; (void)n; (void)s; (void)c; (void)m;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static int look_up(void *library, Functions *f) {
#define LOOK_UP(member, name) \
  if (!(*(void **)&f->member = dlsym(library, name))) return 0;
  LOOK_UP(instantiate, "fmi2Instantiate")
  LOOK_UP(free_instance, "fmi2FreeInstance")
  LOOK_UP(setup, "fmi2SetupExperiment")
  LOOK_UP(enter, "fmi2EnterInitializationMode")
  LOOK_UP(leave, "fmi2ExitInitializationMode")
  LOOK_UP(get, "fmi2GetReal")
  LOOK_UP(set, "fmi2SetReal")
  LOOK_UP(set_integer, "fmi2SetInteger")
  LOOK_UP(derivatives, "fmi2SetRealInputDerivatives")
  LOOK_UP(step, "fmi2DoStep")
  LOOK_UP(save, "fmi2GetFMUstate")
  LOOK_UP(restore, "fmi2SetFMUstate")
  LOOK_UP(forget, "fmi2FreeFMUstate")
  return 1;
}

/* Reads all outputs and gives the forces that the laws ask for. */
static int exchange(Chain *k, double *u) {
  int bad = 0;
  for (int i = 0; i < k->n; i++) bad |= k->f.get(k->c[i], X_V, 2, k->y + 2 * i), u[i] = 0;
  for (int i = 1; i < k->n; i++) {
    const double *a = k->y + 2 * i - 2, *b = a + 2;
    const double force = 1000 * (b[0] - a[0]) + 10 * (b[1] - a[1]);
    u[i - 1] += force;
    u[i] -= force;
  }
  return bad;
}

static int macro_step(Chain *k, long j, double h, int way) {
  const int order = 1;
  int bad = exchange(k, k->u);
  for (int i = 0; i < k->n; i++) {
    bad |= k->f.set(k->c[i], FORCE, 1, k->u + i);
    if (way == LINEAR && j) {
      const double slope = (k->u[i] - k->before[i]) / h;
      bad |= k->f.derivatives(k->c[i], FORCE, 1, &order, &slope);
    }
    if (way == CORRECTED) bad |= k->f.save(k->c[i], k->states + i);
    bad |= k->f.step(k->c[i], j * h, h, way != CORRECTED);
    if (way == LINEAR) k->before[i] = k->u[i];
  }
  if (way != CORRECTED) return bad;
  bad |= exchange(k, k->before);
  for (int i = 0; i < k->n; i++) {
    const double slope = (k->before[i] - k->u[i]) / h;
    bad |= k->f.restore(k->c[i], k->states[i]) | k->f.set(k->c[i], FORCE, 1, k->u + i) |
           k->f.derivatives(k->c[i], FORCE, 1, &order, &slope) | k->f.step(k->c[i], j * h, h, 0);
  }
  return bad;
}

/* Seconds per macro step of a chain of n masses whose first one moves, or a negative number. */
double bare_loop(const char *path, const char *guid, int n, int parts, long steps, double h, int way,
                 double *x_end) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  Chain k = {.n = n};
  if (!look_up(library, &k.f)) return -2;
  const Callbacks callbacks = {quiet, calloc, free, NULL, NULL};
  k.c = calloc(n, sizeof *k.c), k.states = calloc(n, sizeof *k.states);
  k.y = calloc(2 * n, sizeof(double)), k.u = calloc(n, sizeof(double)), k.before = calloc(n, sizeof(double));
  for (int i = 0; i < n; i++) {
    k.c[i] = k.f.instantiate("mass", 1, guid, "", &callbacks, 0, 0);
    if (!k.c[i]) return -3;
    const double speed = i ? 0 : 1;
    if (k.f.set(k.c[i], V0, 1, &speed) || k.f.set_integer(k.c[i], PARTS, 1, &parts) ||
        k.f.setup(k.c[i], 0, 0, 0, 0, 0) || k.f.enter(k.c[i]) || k.f.leave(k.c[i]))
      return -4;
  }
  const double begin = now();
  for (long j = 0; j < steps; j++)
    if (macro_step(&k, j, h, way) > 1) return -5;
  const double seconds = now() - begin;
  k.f.get(k.c[0], X_V, 1, x_end);
  for (int i = 0; i < n; i++) {
    if (k.states[i]) k.f.forget(k.c[i], k.states + i);
    k.f.free_instance(k.c[i]);
  }
  free(k.c), free(k.states), free(k.y), free(k.u), free(k.before);
  dlclose(library);
  return seconds / steps;
}
