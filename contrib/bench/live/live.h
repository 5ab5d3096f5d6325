/* What the measurements of the live catalogue share: time, processes, files that change, a client of the service, a client of watchman,
 * and rows of results. */

#ifndef LIVE_H
#define LIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* -- Time and figures: microseconds throughout, as doubles, from CLOCK_MONOTONIC. */

double now(void);
void pause_for(double microseconds);

struct figures {
  double *values;
  size_t count, room;
};
void add(struct figures *figures, double value);
/* The value that a part (0 to 1) of the others do not exceed. */
double quantile(struct figures *figures, double part);
double median_of(const double *values, size_t count);

/* A row of results: what was measured, what it is compared with, and the greatest ratio that is allowed (0: none is asked for).
 * A line of tabs: section, what, measured, unit, peer's name, peer's figure, ratio, bar, verdict. */
void row(const char *section, const char *what, double measured, const char *unit, const char *peer, double against, double bar);
void note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void die(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

/* -- Processes. */

/* Starts a program; where READY is not null, its descriptor READY_NUMBER is the end of a pipe and *READY the other end. Where INPUT is
 * not null, so is standard input. */
extern const char *log_path; /* where it is not null, what the next programs say goes there */
pid_t start(char *const *words, int ready_number, int *ready, int *input, bool quiet);
/* Runs a program to its end, its output thrown away. Gives the time. */
double run(char *const *words, int *status);
extern double run_busy; /* the time of the processor that the last run had */
void end(pid_t process);
/* The time of the processor that all threads of a process have had, those that ended among them. */
double busy(pid_t process);

/* -- The catalogue that changes. */

struct files {
  char root[4096];
  char **paths; /* relative to the root, sorted */
  size_t count;
};
struct files *list_files(const char *root);
/* Fewer of them, spread evenly over all. */
struct files *some_files(const struct files *all, size_t count);
/* Writes what the record should be (well, or with one finding), and gives the moment before the call that made it final. */
enum style { IN_PLACE, RENAME };
double save(const struct files *files, size_t number, bool broken, enum style style);
/* A catalogue of those files alone. */
void copy_files(const struct files *files, const char *root);

/* -- The daemon. */

struct daemon {
  pid_t process;
  char socket[108];
  char home[64]; /* the runtime folder */
  double ready; /* how long it took */
};
struct daemon start_daemon(const char *program, const char *root);
void stop_daemon(struct daemon *daemon);

/* A connection that is kept, and one reply on it. */
struct reply {
  int status;
  char *body;
  size_t length;
};
int connect_to(const char *socket);
struct reply get(int connection, const char *target);
long long number_after(const char *text, size_t length, const char *first, const char *then);

/* -- Events of the service. A thread of its own reads them. */

struct happening {
  double time; /* when it was read whole */
  bool state, appeared, fixed;
  long long errors, generation;
  char path[512]; /* of the first finding */
};
struct events;
struct events *open_events(const char *socket);
/* The next event; false after DEADLINE microseconds. */
bool next_event(struct events *events, struct happening *event, double deadline);
void close_events(struct events *events);

/* -- Watchman, a server of its own. */

struct watchman;
struct watchman *start_watchman(void);
void watch_root(struct watchman *watchman, const char *root, const char *name);
/* The next notification of subscription NAME that has files: how many, and when. */
bool next_notice(struct watchman *watchman, const char *name, size_t *count, double *time, double deadline);
void stop_watchman(struct watchman *watchman);

/* -- The measurements: each a main of its own, with the words after its name. */

int floor_main(int count, char **words);
int latency_main(int count, char **words);
int burst_main(int count, char **words);
int start_main(int count, char **words);
int whole_main(int count, char **words);
int requests_main(int count, char **words);
int rest_main(int count, char **words);
int soak_main(int count, char **words);
int row_main(int count, char **words);
int table_main(int count, char **words);

/* Splits "PROGRAM:ROOT" (or "NAME:PROGRAM:ROOT") at its colons; gives how many parts. */
size_t split(char *word, char **parts, size_t room);

extern const char *own_path;

#endif
