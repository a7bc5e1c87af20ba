/* The cost floor: two oscillator FMUs coupled by a spring and damper in a bare loop of C calls.
   Per macro step and FMU: read x and v, set the force (and its derivatives), step. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
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
  int (*derivatives)(Component, const Vr *, size_t, const int *, const double *);
  int (*step)(Component, double, double, int);
} Functions;

static void quiet(void *e, const char *n, int s, const char *c, const char *m, ...) {
  (void)e; (void)n; (void)s; (void)c; (void)m;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

/* Value references: x, v, force, m, v0. Returns seconds per macro step, or a negative number.
   degree 0 holds the force, degree 1 extrapolates it linearly by its derivative. */
double bare_loop(const char *path, const char *guid, const Vr *refs, long steps, double h, int degree,
                 double *x_end) {
  void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!library) return -1;
  Functions f;
#define LOOK_UP(member, name) \
  if (!(*(void **)&f.member = dlsym(library, name))) return -2;
  LOOK_UP(instantiate, "fmi2Instantiate")
  LOOK_UP(free_instance, "fmi2FreeInstance")
  LOOK_UP(setup, "fmi2SetupExperiment")
  LOOK_UP(enter, "fmi2EnterInitializationMode")
  LOOK_UP(leave, "fmi2ExitInitializationMode")
  LOOK_UP(get, "fmi2GetReal")
  LOOK_UP(set, "fmi2SetReal")
  LOOK_UP(derivatives, "fmi2SetRealInputDerivatives")
  LOOK_UP(step, "fmi2DoStep")
  const Callbacks callbacks = {quiet, calloc, free, NULL, NULL};
  Component c[2];
  const double masses[2] = {1, 2}, speeds[2] = {100, -100};
  for (int i = 0; i < 2; i++) {
    c[i] = f.instantiate(i ? "right" : "left", 1, guid, "", &callbacks, 0, 0);
    if (!c[i]) return -3;
    const double start[2] = {masses[i], speeds[i]};
    if (f.set(c[i], refs + 3, 2, start) || f.setup(c[i], 0, 0, 0, 0, 0) || f.enter(c[i]) || f.leave(c[i]))
      return -4;
  }
  double y[4], force = 0, before = 0;
  const int order = 1;
  const double begin = now();
  for (long k = 0; k < steps; k++) {
    int bad = f.get(c[0], refs, 2, y) | f.get(c[1], refs, 2, y + 2);
    force = 1000 * (y[2] - y[0]) + 10 * (y[3] - y[1]);
    for (int i = 0; i < 2; i++) {
      const double u = i ? -force : force, slope = (i ? before - force : force - before) / h;
      bad |= f.set(c[i], refs + 2, 1, &u);
      if (degree && k) bad |= f.derivatives(c[i], refs + 2, 1, &order, &slope);
      bad |= f.step(c[i], k * h, h, 1);
    }
    before = force;
    if (bad > 1) return -5;
  }
  const double seconds = now() - begin;
  f.get(c[0], refs, 1, x_end);
  for (int i = 0; i < 2; i++) f.free_instance(c[i]);
  dlclose(library);
  return seconds / steps;
}
