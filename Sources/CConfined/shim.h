// What vitrine-decode asks of the C library, which it does without Swift's module of it: that would bring the whole of Swift's library along.
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <linux/sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// read(2) and write(2), begun again where a signal interrupted them.
static inline ssize_t vitrine_read(int file, void *bytes, size_t count) {
  ssize_t done;
  do done = read(file, bytes, count);
  while (done < 0 && errno == EINTR);
  return done;
}

static inline ssize_t vitrine_write(int file, const void *bytes, size_t count) {
  ssize_t done;
  do done = write(file, bytes, count);
  while (done < 0 && errno == EINTR);
  return done;
}

// The size of a regular file; 0 of anything else.
static inline long vitrine_size(int file) {
  struct stat status;
  return fstat(file, &status) == 0 && S_ISREG(status.st_mode) ? (long)status.st_size : 0;
}

// setrlimit(2), for the soft and the hard limit.
static inline void vitrine_limit(int resource, unsigned long most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

enum { vitrine_limit_processor = RLIMIT_CPU, vitrine_limit_memory = RLIMIT_AS, vitrine_limit_core = RLIMIT_CORE,
       vitrine_limit_file = RLIMIT_FSIZE, vitrine_limit_files = RLIMIT_NOFILE };

// signal(2): a reader who goes ends the program without a word.
static inline void vitrine_end_with_reader(void) { signal(SIGPIPE, SIG_DFL); }

// alarm(2): the program ends after so many seconds, whatever it waits for.
static inline void vitrine_end_after(unsigned seconds) { alarm(seconds); }

// Leaves the system calls that decoding needs: streams that are open, memory, threads of this process, clocks, the end. All others fail with EPERM. Where the
// kernel has no seccomp(2), the limits above are all there is.
static inline void vitrine_allow_decoding(void) {
#if defined(__x86_64__)
  enum { architecture = AUDIT_ARCH_X86_64 };
#elif defined(__aarch64__)
  enum { architecture = AUDIT_ARCH_AARCH64 };
#else
  return;
#endif
#if defined(__x86_64__) || defined(__aarch64__)
#define ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##call, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  static const struct sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      ALLOW(read), ALLOW(write), ALLOW(close), ALLOW(fstat), ALLOW(lseek),
      ALLOW(mmap), ALLOW(munmap), ALLOW(mremap), ALLOW(mprotect), ALLOW(madvise), ALLOW(brk),
      ALLOW(futex), ALLOW(set_robust_list), ALLOW(sched_yield), ALLOW(sched_getaffinity),
      ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(sigaltstack),
      ALLOW(clock_gettime), ALLOW(clock_nanosleep), ALLOW(nanosleep), ALLOW(getrandom),
      ALLOW(getpid), ALLOW(gettid), ALLOW(tgkill), ALLOW(restart_syscall), ALLOW(exit), ALLOW(exit_group),
#ifdef __NR_rseq
      ALLOW(rseq),
#endif
      // A thread, and no process; clone3(2) keeps its flags in memory, which a filter does not see: the C library then uses clone(2).
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 2),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
#ifdef __NR_clone3
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 1, 0),
#endif
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
  };
#undef ALLOW
  const struct sock_fprog program = {sizeof steps / sizeof *steps, (struct sock_filter *)steps};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
#endif
}

// What a confined process tries in vain: 1 for a file that it could read, 2 for one that it could write, 4 for a socket, 8 for another process, 16 where
// the kernel has no filter of system calls, so that limits alone are in the way.
static inline int vitrine_escapes(void) {
  int found = 0;
  int file = open("/proc/self/status", O_RDONLY | O_CLOEXEC);
  if (file >= 0) found |= 1; else if (errno != EPERM) found |= 16;
  if (open("/dev/null", O_WRONLY | O_CLOEXEC) >= 0) found |= 2;
  if (socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0) found |= 4; else if (errno != EPERM) found |= 16;
  if (socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) >= 0) found |= 4;
  pid_t child = fork();
  if (child == 0) _exit(0);
  if (child > 0) found |= 8;
  return found;
}
