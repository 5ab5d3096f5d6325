/* Time, figures, rows, processes. */

#define _GNU_SOURCE
#include "live.h"
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

void pause_for(double microseconds) {
  struct timespec time = {(time_t)(microseconds / 1e6), (long)((microseconds - 1e6 * (double)(long)(microseconds / 1e6)) * 1e3)};
  nanosleep(&time, 0);
}

void add(struct figures *figures, double value) {
  if (figures->count == figures->room) {
    figures->room = figures->room * 2 + 64;
    figures->values = realloc(figures->values, figures->room * sizeof *figures->values);
  }
  figures->values[figures->count++] = value;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

double quantile(struct figures *figures, double part) {
  if (!figures->count) return 0;
  double *sorted = malloc(figures->count * sizeof *sorted);
  memcpy(sorted, figures->values, figures->count * sizeof *sorted);
  qsort(sorted, figures->count, sizeof *sorted, compare);
  size_t at = (size_t)(part * (double)figures->count);
  double value = sorted[at < figures->count ? at : figures->count - 1];
  free(sorted);
  return value;
}

double median_of(const double *values, size_t count) {
  struct figures figures = {(double *)values, count, count};
  return quantile(&figures, 0.5);
}

static void tell(double value, const char *end) { printf(value >= 1000 ? "%.0f%s" : "%.4g%s", value, end); }

void row(const char *section, const char *what, double measured, const char *unit, const char *peer, double against, double bar) {
  printf("%s\t%s\t", section, what);
  tell(measured, "\t");
  printf("%s\t", unit);
  if (!peer || !*peer) {
    puts("-\t-\t-\t-\t-");
  } else {
    double ratio = against > 0 ? measured / against : measured > 0 ? 1e9 : 0;
    printf("%s\t", peer);
    tell(against, "\t");
    printf(ratio < 1e9 ? "%.3g\t" : "∞\t", ratio);
    if (bar > 0) printf("%.3g\t%s\n", bar, ratio <= bar ? "met" : "NOT MET");
    else puts("-\t-");
  }
  fflush(stdout);
}

int row_main(int count, char **words) {
  if (count != 7) die("row: 7 words are needed");
  row(words[0], words[1], atof(words[2]), words[3], words[4], atof(words[5]), atof(words[6]));
  return 0;
}

void note(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("live: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
}

void die(const char *format, ...) {
  va_list list;
  va_start(list, format);
  fputs("live: ", stderr);
  vfprintf(stderr, format, list);
  fputc('\n', stderr);
  va_end(list);
  exit(1);
}

const char *log_path;

pid_t start(char *const *words, int ready_number, int *ready, int *input, bool quiet) {
  int up[2] = {-1, -1}, down[2] = {-1, -1};
  if (ready && pipe2(up, O_CLOEXEC)) die("pipe: %s", strerror(errno));
  if (input && pipe2(down, O_CLOEXEC)) die("pipe: %s", strerror(errno));
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  if (input) posix_spawn_file_actions_adddup2(&actions, down[0], 0);
  else posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  if (log_path) {
    posix_spawn_file_actions_addopen(&actions, 1, log_path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
  } else if (quiet) {
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
  } else if (ready_number != 1) {
    posix_spawn_file_actions_adddup2(&actions, 2, 1);
  }
  if (ready) posix_spawn_file_actions_adddup2(&actions, up[1], ready_number);
  pid_t process;
  int failure = posix_spawnp(&process, words[0], &actions, 0, words, environ);
  if (failure) die("%s: %s", words[0], strerror(failure));
  posix_spawn_file_actions_destroy(&actions);
  if (ready) {
    close(up[1]);
    *ready = up[0];
  }
  if (input) {
    close(down[0]);
    *input = down[1];
  }
  return process;
}

double run_busy;

double run(char *const *words, int *status) {
  double begin = now();
  pid_t process = start(words, 0, 0, 0, true);
  int how;
  struct rusage usage = {0};
  while (wait4(process, &how, 0, &usage) < 0 && errno == EINTR);
  double time = now() - begin;
  run_busy = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 + (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  if (status) *status = WIFEXITED(how) ? WEXITSTATUS(how) : 128 + WTERMSIG(how);
  return time;
}

void end(pid_t process) {
  kill(process, SIGTERM);
  double limit = now() + 10e6;
  while (now() < limit) {
    if (waitpid(process, 0, WNOHANG) == process) return;
    pause_for(1000);
  }
  note("process %d did not end within 10 s of SIGTERM", (int)process);
  kill(process, SIGKILL);
  waitpid(process, 0, 0);
}

double busy(pid_t process) {
  clockid_t clock;
  struct timespec time;
  if (clock_getcpuclockid(process, &clock) || clock_gettime(clock, &time)) return 0;
  return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

size_t split(char *word, char **parts, size_t room) {
  size_t count = 0;
  for (char *part; count < room && (part = strsep(&word, ":"));) parts[count++] = part;
  return count;
}
