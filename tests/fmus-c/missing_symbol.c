/* A library without fmi2DoStep. */
#define FMU_WITHOUT_DO_STEP
#include "integrator.h"
