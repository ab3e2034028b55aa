// System calls that the C library has no names for everywhere, and what it names only for
// those that ask for all of its extensions. Its own headers are left out: a type that comes
// by two modules belongs to either of them. A kernel that lacks a call answers ENOSYS.
#pragma once
#include <sys/syscall.h>

// syscall(2) is variadic and does not import.
extern long prism_syscall(long number, ...) __asm__("syscall");

static inline int prism_pidfd_open(int process) {
    return (int)prism_syscall(SYS_pidfd_open, process, 0);
}

static inline int prism_pidfd_send_signal(int handle, int signal) {
    return (int)prism_syscall(SYS_pidfd_send_signal, handle, signal, (void *)0, 0);
}

// A file without a name that lives in memory; it is inherited only where it is passed on.
static inline int prism_memfd(const char *name) {
    return (int)prism_syscall(SYS_memfd_create, name, 1 /* MFD_CLOEXEC */);
}

// Descriptors from this number on.
static inline int prism_close_from(unsigned first) {
    return (int)prism_syscall(436 /* close_range, on every machine */, first, ~0U, 0);
}

// The end of the parent is that of this process, too.
static inline int prism_end_with_parent(void) {
    return (int)prism_syscall(SYS_prctl, 1 /* PR_SET_PDEATHSIG */, 9 /* SIGKILL */, 0, 0, 0);
}

// Begins to write a range of a file to the disk, and does not wait for it.
extern int prism_sync_file_range(int file, long offset, long count, unsigned flags)
    __asm__("sync_file_range");

static const unsigned PRISM_SYNC_FILE_RANGE_WRITE = 2;

static const short PRISM_SPAWN_SETSID = 0x80;

// actions is a posix_spawn_file_actions_t.
extern int prism_spawn_add_folder(void *actions, const char *folder)
    __asm__("posix_spawn_file_actions_addchdir_np");
