/* The logger given to FMUs. It is C because stable Rust cannot define variadic functions; it only
 * formats. componentEnvironment points to an object that begins with the function to report to. */
#include <stdarg.h>
#include <stdio.h>

typedef void (*sink)(void *environment, int status, const char *category, const char *text);

void macrostep_fmi2_logger(void *environment, const char *instance, int status, const char *category,
                           const char *message, ...) {
    char text[8192] = "";
    va_list arguments;
    (void)instance; /* the environment knows it, and some FMUs pass another */
    if (!environment) return;
    va_start(arguments, message);
    if (message && vsnprintf(text, sizeof text, message, arguments) < 0) text[0] = 0;
    va_end(arguments);
    (*(sink *)environment)(environment, status, category ? category : "", text);
}
