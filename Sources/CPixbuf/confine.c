// The walls around the process that decodes a stranger's picture. Each stands on its own; a
// kernel that lacks one says so and the others hold.
#define _GNU_SOURCE
#include "CPixbuf.h"
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

extern long syscall(long number, ...);

bool pw_confine_process(int parent) {
  // What the parent left open by mistake; 436 is close_range, on every machine.
  if (syscall(436, 3, ~0U, 0) != 0)
    for (int number = 3; number < 1024; number++) close(number);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_DUMPABLE, 0);
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && getppid() == parent;
}

static bool limit(int what, uint64_t most) {
  struct rlimit limit;
  if (getrlimit(what, &limit) != 0) return false;
  if (limit.rlim_max < most) most = limit.rlim_max;
  limit.rlim_cur = limit.rlim_max = most;
  return setrlimit(what, &limit) == 0;
}

bool pw_confine_resources(uint64_t memory, uint64_t file, uint64_t seconds) {
  // Addresses count what is only mapped, too, as the libraries are.
  return limit(RLIMIT_DATA, memory) && limit(RLIMIT_AS, 4 * memory) && limit(RLIMIT_FSIZE, file)
    && limit(RLIMIT_CPU, seconds) && limit(RLIMIT_NOFILE, 32) && limit(RLIMIT_CORE, 0)
    && limit(RLIMIT_MEMLOCK, 0);
}

// Landlock, in the numbers that the kernel keeps for ever; the header of an older system has
// not all of them.
struct rules {
  uint64_t files, network, scopes;
};
struct beneath {
  uint64_t allowed;
  int32_t folder;
} __attribute__((packed));
enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { EXECUTE = 1 << 0, READ_FILE = 1 << 2, READ_FOLDER = 1 << 3 };

bool pw_confine_files(void) {
  long version = syscall(CREATE_RULESET, NULL, 0, 1);
  if (version < 1) return false;
  struct rules rules = {0x1FFF, 0, 0};
  size_t size = sizeof rules.files;
  if (version >= 2) rules.files |= 1 << 13;
  if (version >= 3) rules.files |= 1 << 14;
  if (version >= 4) {
    rules.network = 3;
    size += sizeof rules.network;
  }
  if (version >= 5) rules.files |= 1 << 15;
  if (version >= 6) {
    rules.scopes = 3;
    size += sizeof rules.scopes;
  }
  int ruleset = (int)syscall(CREATE_RULESET, &rules, size, 0);
  if (ruleset < 0) return false;
  static const char *const folders[] = {
    "/usr", "/lib", "/lib64", "/etc", "/nix/store", "/gnu/store",
  };
  bool holds = true;
  for (size_t index = 0; index < sizeof folders / sizeof *folders; index++) {
    int folder = open(folders[index], O_PATH | O_CLOEXEC);
    if (folder < 0) continue;
    struct beneath rule = {EXECUTE | READ_FILE | READ_FOLDER, folder};
    holds = syscall(ADD_RULE, ruleset, 1, &rule, 0) == 0 && holds;
    close(folder);
  }
  holds = syscall(RESTRICT_SELF, ruleset, 0) == 0 && holds;
  close(ruleset);
  return holds;
}

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#elif defined(__riscv) && __riscv_xlen == 64
#define MACHINE AUDIT_ARCH_RISCV64
#endif

#ifndef MACHINE
bool pw_confine_calls(void) { return false; }
#else

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
// The lower half of an argument; all these machines are little-endian.
#define LOAD_ARGUMENT(n) LOAD(args[n])
#define ANSWER(what) BPF_STMT(BPF_RET | BPF_K, what)
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE(code) ANSWER(SECCOMP_RET_ERRNO | (code))
#define UNLESS_EQUAL(value, skip) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, skip)
#define IF_ANY_BIT(bits, skip) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, skip, 0)
#define UNLESS_ANY_BIT(bits, skip) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, skip)
#define MAY(name) UNLESS_EQUAL(SYS_##name, 1), ALLOW

bool pw_confine_calls(void) {
  struct sock_filter filter[] = {
    LOAD(arch),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0),
    ANSWER(SECCOMP_RET_KILL_PROCESS),
    LOAD(nr),
    MAY(read), MAY(pread64), MAY(readv), MAY(write), MAY(writev), MAY(lseek), MAY(fstat),
    MAY(close), MAY(munmap), MAY(mremap), MAY(madvise), MAY(brk), MAY(futex), MAY(exit),
    MAY(exit_group), MAY(rt_sigaction), MAY(rt_sigprocmask), MAY(rt_sigreturn),
    MAY(restart_syscall), MAY(clock_gettime), MAY(clock_nanosleep), MAY(nanosleep),
    MAY(gettimeofday), MAY(getrandom), MAY(sched_yield), MAY(sched_getaffinity), MAY(getpid),
    MAY(gettid), MAY(sysinfo), MAY(set_robust_list), MAY(sigaltstack),
    // Each thread begins with it.
#ifdef SYS_rseq
    MAY(rseq),
#endif
    // Memory, but none that can be run.
    UNLESS_EQUAL(SYS_mmap, 4), LOAD_ARGUMENT(2), IF_ANY_BIT(PROT_EXEC, 1), ALLOW, REFUSE(EPERM),
    UNLESS_EQUAL(SYS_mprotect, 4), LOAD_ARGUMENT(2), IF_ANY_BIT(PROT_EXEC, 1), ALLOW,
    REFUSE(EPERM),
    // Threads, but no processes. Of the newer call the flags cannot be seen; without it the
    // older one is taken.
    UNLESS_EQUAL(SYS_clone, 4), LOAD_ARGUMENT(0), UNLESS_ANY_BIT(CLONE_THREAD, 1), ALLOW,
    REFUSE(EPERM),
    UNLESS_EQUAL(435, 1), REFUSE(ENOSYS),
    // Its own end, and nobody else's.
    UNLESS_EQUAL(SYS_tgkill, 4), LOAD_ARGUMENT(0), UNLESS_EQUAL((uint32_t)getpid(), 1), ALLOW,
    REFUSE(EPERM),
    REFUSE(EPERM),
  };
  struct sock_fprog program = {sizeof filter / sizeof *filter, filter};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}
#endif
