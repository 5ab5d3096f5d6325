// What vitrine-decode asks of the C library, which it does without Swift's module of it: that would bring the whole of Swift's library along.
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
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

// setrlimit(2), for the soft and the hard limit.
static inline void vitrine_limit(int resource, unsigned long most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

enum { vitrine_limit_processor = RLIMIT_CPU, vitrine_limit_memory = RLIMIT_AS, vitrine_limit_core = RLIMIT_CORE,
       vitrine_limit_file = RLIMIT_FSIZE, vitrine_limit_files = RLIMIT_NOFILE };

// signal(2): a reader who goes ends the program without a word.
static inline void vitrine_end_with_reader(void) { signal(SIGPIPE, SIG_DFL); }
