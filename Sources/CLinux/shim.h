// System calls that the C library has no names for everywhere; syscall(2) is variadic and
// does not import. A kernel that lacks one answers ENOSYS.
#pragma once
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <sys/types.h>
#include <sys/syscall.h>
#include <unistd.h>

static inline int prism_pidfd_open(pid_t process) {
#ifdef SYS_pidfd_open
    return (int)syscall(SYS_pidfd_open, process, 0);
#else
    (void)process;
    errno = ENOSYS;
    return -1;
#endif
}

static inline int prism_pidfd_send_signal(int handle, int signal) {
#ifdef SYS_pidfd_send_signal
    return (int)syscall(SYS_pidfd_send_signal, handle, signal, (siginfo_t *)0, 0);
#else
    (void)handle, (void)signal;
    errno = ENOSYS;
    return -1;
#endif
}

// A file without a name that lives in memory; it is inherited only where it is passed on.
static inline int prism_memfd(const char *name) {
#ifdef SYS_memfd_create
    return (int)syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */);
#else
    (void)name;
    errno = ENOSYS;
    return -1;
#endif
}

// The C library has these for those that ask for all of its extensions.
static const short PRISM_SPAWN_SETSID = 0x80;
extern int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
