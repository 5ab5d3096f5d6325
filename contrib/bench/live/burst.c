/* Many files change at full speed: how long until the report is right, beside a cold check of just those files and beside watchman.
 *
 * The report is right when an event has told of as many errors as there are, and a request that waited for all writes before it finds as
 * many. Each second burst makes a finding in every file, the others mend them. */

#define _GNU_SOURCE
#include "live.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct files *changed;
static enum style style;

/* Writes all of them; gives when it began and ended. */
static void write_all(const struct files *files, bool broken, double *begin, double *end) {
  *begin = now();
  for (size_t i = 0; i < files->count; i++) save(files, i, broken, style);
  *end = now();
}


struct hearing {
  struct events *events;
  long long errors;
  double event;
  long events_seen;
  bool has_right;
};

/* Hears events until one has the right number of errors and 300 ms are quiet. */
static void *hear(void *context) {
  struct hearing *hearing = context;
  struct happening event;
  double deadline = 60e6;
  while (next_event(hearing->events, &event, deadline)) {
    hearing->events_seen++;
    hearing->has_right = event.errors == hearing->errors;
    hearing->event = event.time;
    deadline = hearing->has_right ? 300e3 : 60e6;
  }
  return 0;
}

struct times {
  struct figures cold, write, unwatched, from_start, from_end, notice, notice_end;
  size_t wrong, events;
};

static void burst(const struct files *files, bool broken, long long errors, struct daemon *daemon, struct events *events,
  struct watchman *watchman, const char *name, struct times *times) {
  struct hearing hearing = {.events = events, .errors = errors};
  pthread_t thread;
  if (daemon) pthread_create(&thread, 0, hear, &hearing);
  int connection = daemon ? connect_to(daemon->socket) : -1;
  double begin, end, barrier = 0, notice = 0;
  write_all(files, broken, &begin, &end);
  if (daemon) {
    long long found = -1;
    struct reply reply = get(connection, "/v1/status");
    barrier = now();
    found = number_after(reply.body, reply.length, "\"findings\"", "\"error\"");
    if (found != errors) {
      times->wrong++;
      note("after the barrier %lld errors were found, not %lld", found, errors);
    }
  }
  if (watchman) {
    size_t seen = 0, count;
    double time;
    while (seen < files->count && next_notice(watchman, name, &count, &time, 20e6)) {
      seen += count;
      notice = time;
    }
    if (seen < files->count) note("watchman told of %zu of %zu files", seen, files->count);
    /* A settled notification may have been followed by another. */
    while (next_notice(watchman, name, &count, &time, 200e3)) notice = time;
  }
  if (daemon) {
    pthread_join(thread, 0);
    close(connection);
    if (!hearing.has_right) {
      times->wrong++;
      note("no event told of %lld errors", errors);
    }
    double right = hearing.event > barrier ? hearing.event : barrier;
    add(&times->from_start, right - begin);
    add(&times->from_end, right - end);
    times->events += (size_t)hearing.events_seen;
  }
  if (watchman) {
    add(&times->notice, notice - begin);
    add(&times->notice_end, notice - end);
  }
  add(&times->write, end - begin);
}

int burst_main(int count, char **words) {
  if (count < 6) die("burst: too few words");
  size_t wanted = strtoul(words[0], 0, 10), rounds = strtoul(words[1], 0, 10);
  style = strcmp(words[2], "rename") ? IN_PLACE : RENAME;
  char *parts[2];
  if (split(words[5], parts, 2) != 2) die("burst: VITRINED:ROOT is needed");
  struct files *all = list_files(parts[1]);
  changed = some_files(all, wanted);
  for (size_t i = 0; i < changed->count; i++) save(changed, i, false, IN_PLACE);
  struct files *mini = calloc(1, sizeof *mini);
  *mini = *changed;
  copy_files(changed, words[4]);
  if (!realpath(words[4], mini->root)) die("%s is not there", words[4]);
  char *check[] = {words[3], "-C", words[4], "check", "--no-daemon", 0};
  struct daemon daemon = start_daemon(parts[0], parts[1]);
  struct events *events = open_events(daemon.socket);
  struct watchman *watchman = count > 6 ? start_watchman() : 0;
  struct files apart = *changed;
  if (watchman) {
    if (!realpath(words[6], apart.root)) die("%s is not there", words[6]);
    watch_root(watchman, words[6], "apart");
  }
  static struct times alone, seen_by_watchman, together, nobody;
  /* In the second half watchman watches the daemon's catalogue, too: the same burst for both. */
  size_t halves = watchman ? 2 : 1;
  for (size_t half = 0; half < halves; half++) {
    if (half) watch_root(watchman, parts[1], "same");
    for (size_t round = 0; round < rounds; round++) {
      bool broken = round % 2 == 0;
      long long errors = broken ? (long long)changed->count : 0;
      struct times *times = half ? &together : &alone;
      burst(mini, broken, 0, 0, 0, 0, 0, &nobody);
      int status;
      run(check, &status);
      double cold = run(check, &status);
      if (status != (broken ? 1 : 0)) die("'%s check --no-daemon' ended with %d in %s", words[3], status, words[4]);
      add(&times->cold, cold);
      burst(changed, broken, errors, &daemon, events, half ? watchman : 0, "same", times);
      if (watchman && !half) {
        burst(&apart, broken, errors, 0, 0, watchman, "apart", &seen_by_watchman);
      }
    }
    /* The catalogue is as it was. */
    if (rounds % 2) {
      burst(mini, false, 0, 0, 0, 0, 0, &nobody);
      burst(changed, false, 0, &daemon, events, 0, 0, &nobody);
    }
  }
  char what[256], size[64];
  snprintf(size, sizeof size, "%zu of %zu, %s", changed->count, all->count, style == RENAME ? "renamed over" : "in place");
#define ROW(measured, peer, against, bar, ...)                                                                                           \
  (snprintf(what, sizeof what, __VA_ARGS__), row("burst", what, (measured) / 1e3, "ms", peer, (against) / 1e3, bar))
  double cold = quantile(&alone.cold, 0.5);
  ROW(quantile(&nobody.write, 0.5), "", 0, 0, "%s: writing them, watched by nobody", size);
  ROW(quantile(&alone.write, 0.5), "", 0, 0, "%s: writing them, watched by vitrined", size);
  ROW(cold, "", 0, 0, "%s: cold check of these", size);
  ROW(quantile(&alone.from_end, 0.5), "2 cold checks", 2 * cold, 1, "%s: last write → report right", size);
  ROW(quantile(&alone.from_start, 0.5), "2 cold checks", 2 * cold, 0, "%s: first write → report right", size);
  ROW(
    quantile(&alone.from_start, 0.5), "writing + 2 cold checks", quantile(&nobody.write, 0.5) + 2 * cold, 1,
    "%s: first write → report right", size);
  if (watchman) {
    double cold_together = quantile(&together.cold, 0.5), notice = quantile(&together.notice, 0.5);
    ROW(quantile(&seen_by_watchman.notice, 0.5), "", 0, 0, "%s: first write → watchman, alone", size);
    ROW(notice, "", 0, 0, "%s: first write → watchman, same burst", size);
    ROW(
      quantile(&together.from_start, 0.5), "watchman + 1.5 cold checks", notice + 1.5 * cold_together, 1,
      "%s: first write → report right, same burst", size);
    ROW(
      quantile(&together.from_end, 0.5), "watchman + 1.5 cold checks", quantile(&together.notice_end, 0.5) + 1.5 * cold_together, 1,
      "%s: last write → report right, same burst", size);
  }
  snprintf(what, sizeof what, "%s: bursts without the right report", size);
  row("burst", what, (double)(alone.wrong + together.wrong), "", "bar", 0, 1);
  snprintf(what, sizeof what, "%s: events a burst", size);
  row("burst", what, (double)alone.events / (double)rounds, "", "", 0, 0);
  close_events(events);
  stop_daemon(&daemon);
  if (watchman) stop_watchman(watchman);
  return 0;
}
