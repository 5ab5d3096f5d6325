/* Runs programs side by side and prints a table.
 *
 *   measure ROUNDS [RECORDS] < jobs
 *
 * A job is a line: a name and the words of a command, separated by tabs. Each round runs every job once, in turn, so that all see the
 * same weather. The table has the median and the least time, the median of the ratios to the first job of the same round, the same of the
 * processors' time (of all threads, in the program and in the system), the time for a record where RECORDS is given, and the most memory. Output of the programs is thrown away. */

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_JOBS = 64, MOST_WORDS = 64, MOST_ROUNDS = 4096 };

struct job {
  char *name;
  char *words[MOST_WORDS];
  double times[MOST_ROUNDS], processor[MOST_ROUNDS];
  long memory;
  int status;
};

static struct job jobs[MOST_JOBS];
static size_t job_count;
extern char **environ;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static void read_jobs(void) {
  static char line[1 << 16];
  while (job_count < MOST_JOBS && fgets(line, sizeof line, stdin)) {
    line[strcspn(line, "\n")] = 0;
    if (!*line) continue;
    struct job *job = &jobs[job_count++];
    char *rest = strdup(line);
    job->name = strsep(&rest, "\t");
    for (size_t i = 0; rest && i < MOST_WORDS - 1; i++) job->words[i] = strsep(&rest, "\t");
    if (!job->words[0]) {
      fprintf(stderr, "measure: '%s' has no command\n", line);
      exit(2);
    }
  }
}

static double run(struct job *job, posix_spawn_file_actions_t *actions, double *processor) {
  pid_t process;
  struct rusage usage;
  int status;
  double start = now();
  int failure = posix_spawnp(&process, job->words[0], actions, 0, job->words, environ);
  if (failure) {
    fprintf(stderr, "measure: %s: %s\n", job->words[0], strerror(failure));
    exit(1);
  }
  while (wait4(process, &status, 0, &usage) < 0 && errno == EINTR);
  double time = now() - start;
  if (usage.ru_maxrss > job->memory) job->memory = usage.ru_maxrss;
  *processor = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e3 +
               (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e3;
  job->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return time;
}

static int compare(const void *left, const void *right) {
  double a = *(const double *)left, b = *(const double *)right;
  return (a > b) - (a < b);
}

static double median(double *values, size_t count) {
  qsort(values, count, sizeof *values, compare);
  return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

int main(int argc, char **argv) {
  size_t rounds = argc > 1 ? strtoul(argv[1], 0, 10) : 0, records = argc > 2 ? strtoul(argv[2], 0, 10) : 0;
  if (rounds < 1 || rounds > MOST_ROUNDS) {
    fputs("usage: measure ROUNDS [RECORDS] < jobs\n", stderr);
    return 2;
  }
  read_jobs();
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, 1, 2);

  /* One round to warm the caches, not counted; not for jobs that take minutes. */
  double unused;
  if (rounds > 3)
    for (size_t i = 0; i < job_count; i++) run(&jobs[i], &actions, &unused);
  for (size_t round = 0; round < rounds; round++)
    for (size_t i = 0; i < job_count; i++)
      jobs[i].times[round] = run(&jobs[i], &actions, &jobs[i].processor[round]);

  static double ratios[MOST_JOBS][MOST_ROUNDS], shares[MOST_JOBS][MOST_ROUNDS];
  for (size_t i = 0; i < job_count; i++)
    for (size_t round = 0; round < rounds; round++) {
      ratios[i][round] = jobs[i].times[round] / jobs[0].times[round];
      shares[i][round] = jobs[i].processor[round] / jobs[0].processor[round];
    }
  printf("%-34s %10s %10s %8s %10s %8s", "", "median ms", "least ms", "ratio", "cpu ms", "ratio");
  if (records) printf(" %10s", "us/record");
  printf(" %8s\n", "MiB");
  for (size_t i = 0; i < job_count; i++) {
    double middle = median(jobs[i].times, rounds);
    printf("%-34s %10.2f %10.2f %8.2f", jobs[i].name, middle, jobs[i].times[0], median(ratios[i], rounds));
    printf(" %10.2f %8.2f", median(jobs[i].processor, rounds), median(shares[i], rounds));
    if (records) printf(" %10.2f", middle * 1e3 / (double)records);
    printf(" %8.1f", (double)jobs[i].memory / 1024);
    if (jobs[i].status) printf("  (status %d)", jobs[i].status);
    putchar('\n');
  }
  return 0;
}
