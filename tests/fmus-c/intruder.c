/* In the step that begins at t = 0.5 s it tries what a program should not do to its user: the deed of that name.
 *
 * Real 0: input u (start 1). Real 1: output y, as of the integrator. String 0: the deed. String 1: a path or a port.
 * Integer 0: 1 if it succeeded, 0 if it was refused or not tried yet. */
#define _GNU_SOURCE
#include "integrator.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MEGABYTE = 1 << 20 };

static int connects(const char *port) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(port))};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0) return 0;
    int done = connect(s, (struct sockaddr *)&address, sizeof address) == 0;
    close(s);
    return done;
}

static int reads(const char *path) {
    char byte;
    int file = open(path, O_RDONLY);
    if (file < 0) return 0;
    int done = read(file, &byte, 1) == 1;
    close(file);
    return done;
}

static int writes(const char *path) {
    int file = open(path, O_WRONLY | O_CREAT, 0600);
    if (file < 0) return 0;
    int done = write(file, "x", 1) == 1;
    close(file);
    return done;
}

/* Forks until it fails, 64 times at most, so that the test of the FMU without a sandbox ends too. */
static int forks(void) {
    int count = 0;
    for (; count < 64; count++) {
        pid_t child = fork();
        if (child < 0) break;
        if (child == 0) {
            setsid();
            sleep(30);
            _exit(0);
        }
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
    }
    return count > 0;
}

/* Takes memory until there is none, and uses it. */
static int allocates(void) {
    static void *blocks[4096];
    size_t count = 0;
    for (; count < 4096; count++) {
        blocks[count] = malloc(64 * MEGABYTE);
        if (!blocks[count]) break;
        memset(blocks[count], 1, 64 * MEGABYTE);
    }
    for (size_t k = 0; k < count; k++) free(blocks[k]);
    return count * 64 > 1024;
}

/* Makes a file of 100 GB, most of it a hole. */
static int fills(void) {
    int file = open("big", O_WRONLY | O_CREAT, 0600);
    return file >= 0 && lseek(file, 100000LL * MEGABYTE, SEEK_SET) > 0 && write(file, "x", 1) == 1;
}

static int traces(void) {
    if (ptrace(PTRACE_ATTACH, getppid(), NULL, NULL) != 0) return 0;
    waitpid(getppid(), NULL, 0);
    ptrace(PTRACE_DETACH, getppid(), NULL, NULL);
    return 1;
}

static int reads_memory(void) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    int file = open(path, O_RDWR);
    if (file >= 0) close(file);
    return file >= 0;
}

/* Whether any file but the three standard ones holds the word of the target. */
static int has_descriptor(const char *word) {
    char text[64] = "";
    for (int file = 3; file < 64; file++)
        if (pread(file, text, sizeof text - 1, 0) > 0 && strstr(text, word)) return 1;
    return 0;
}

static int succeeds(const char *deed, const char *target) {
    if (!strcmp(deed, "kill-parent")) return kill(getppid(), SIGKILL) == 0;
    if (!strcmp(deed, "connect")) return connects(target);
    if (!strcmp(deed, "read")) return reads(target);
    if (!strcmp(deed, "write")) return writes(target);
    if (!strcmp(deed, "fork")) return forks();
    if (!strcmp(deed, "allocate")) return allocates();
    if (!strcmp(deed, "fill")) return fills();
    if (!strcmp(deed, "trace-parent")) return traces();
    if (!strcmp(deed, "parent-memory")) return reads_memory();
    if (!strcmp(deed, "environment")) return getenv(target) != NULL;
    if (!strcmp(deed, "descriptor")) return has_descriptor(target);
    if (!strcmp(deed, "scratch")) return writes("note.txt") && reads("note.txt");
    if (!strcmp(deed, "print")) return printf("out: %s\n", target) > 0 && fprintf(stderr, "err: %s\n", target) > 0;
    if (!strcmp(deed, "abort")) abort();
    return 0;
}

static fmi2Status model_step(Fmu *fmu, double t, double h) {
    Values *v = &fmu->values;
    if (fabs(t - FAULT_TIME) < TIME_TOLERANCE) v->i[0] = succeeds(v->s[0], v->s[1]);
    return integrate(fmu, h);
}
