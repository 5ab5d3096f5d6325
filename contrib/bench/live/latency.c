/* From close(2) (or rename(2)) of a saved record to its finding in the hands of a client, beside the floor and beside watchman.
 *
 * Each has a catalogue of its own with the same bytes and all are there all the time; their turns alternate save by save, so that they
 * see the same weather. Every second save makes a finding, the others mend it. */

#define _GNU_SOURCE
#include "live.h"
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct teller {
  const char *name;
  enum { PIPE, DAEMON, WATCHMAN } kind;
  int every; /* its turn is every so many saves */
  int pipe, input;
  pid_t process;
  struct daemon daemon;
  struct events *events;
  struct watchman *watchman;
  struct files *files;
  struct figures delays;
  size_t lost;
  double busy;
};

static bool told(struct teller *teller, const char *path, bool broken, double *time) {
  if (teller->kind == PIPE) {
    int64_t words[2];
    struct pollfd wait = {teller->pipe, POLLIN, 0};
    if (poll(&wait, 1, 5000) <= 0 || read(teller->pipe, words, sizeof words) != sizeof words) return false;
    *time = (double)words[0] / 1e3;
    return true;
  }
  if (teller->kind == WATCHMAN) {
    size_t count;
    return next_notice(teller->watchman, "saves", &count, time, 5e6);
  }
  struct happening event;
  while (next_event(teller->events, &event, 5e6))
    if ((broken ? event.appeared : event.fixed) && !strcmp(event.path, path)) {
      *time = event.time;
      return true;
    }
  return false;
}

static void open_teller(struct teller *teller, char *word) {
  char *parts[3];
  size_t count = split(word, parts, 3);
  teller->every = 1;
  if (!strcmp(parts[0], "floor") && count == 2) {
    teller->name = "C: inotify + libyaml";
    char *words[] = {(char *)own_path, "floor", parts[1], 0};
    teller->process = start(words, 1, &teller->pipe, 0, false);
  } else if (!strcmp(parts[0], "live") && count == 3) {
    teller->name = "LiveCatalog in its process";
    char *words[] = {parts[1], parts[2], 0};
    teller->process = start(words, 1, &teller->pipe, &teller->input, false);
  } else if (!strcmp(parts[0], "daemon") && count == 3) {
    teller->name = "client of vitrined";
    teller->kind = DAEMON;
    teller->daemon = start_daemon(parts[1], parts[2]);
    teller->events = open_events(teller->daemon.socket);
  } else if (!strcmp(parts[0], "watchman") && count == 2) {
    teller->name = "watchman";
    teller->kind = WATCHMAN;
    teller->every = 10;
    teller->watchman = start_watchman();
    watch_root(teller->watchman, parts[1], "saves");
  } else {
    die("latency: '%s' is no teller", word);
  }
  teller->files = some_files(list_files(parts[count - 1]), 1000);
  for (size_t i = 0; i < teller->files->count; i++) save(teller->files, i, false, IN_PLACE);
  int64_t words[2];
  if (teller->kind == PIPE && read(teller->pipe, words, sizeof words) != sizeof words) die("%s did not become ready", teller->name);
  note("%s is ready", teller->name);
}

/* What the preparation or a slow teller left behind is read away. */
static void settle(struct teller *teller) {
  int64_t words[2];
  struct happening event;
  size_t count;
  double time;
  if (teller->kind == DAEMON) while (next_event(teller->events, &event, 300e3));
  else if (teller->kind == WATCHMAN) while (next_notice(teller->watchman, "saves", &count, &time, 300e3));
  else
    for (struct pollfd wait = {teller->pipe, POLLIN, 0}; poll(&wait, 1, 300) > 0;)
      if (read(teller->pipe, words, sizeof words) != sizeof words) break;
}

/* What each has had of the processor since the last call. */
static void take_busy(struct teller *tellers, size_t count) {
  for (size_t i = 0; i < count; i++) {
    struct teller *teller = &tellers[i];
    pid_t process = teller->kind == DAEMON ? teller->daemon.process : teller->process;
    if (process) teller->busy = busy(process) - teller->busy;
  }
}

int latency_main(int count, char **words) {
  if (count < 3) die("latency: too few words");
  size_t saves = strtoul(words[0], 0, 10);
  enum style style = strcmp(words[1], "rename") ? IN_PLACE : RENAME;
  static struct teller tellers[8];
  size_t teller_count = 0;
  for (int i = 2; i < count && teller_count < 8; i++) open_teller(&tellers[teller_count++], words[i]);
  for (size_t i = 0; i < teller_count; i++) settle(&tellers[i]);
  for (size_t number = 0; number < saves + 20; number++) {
    if (number == 20) take_busy(tellers, teller_count);
    for (size_t i = 0; i < teller_count; i++) {
      struct teller *teller = &tellers[i];
      if (number % (size_t)teller->every) continue;
      /* Two saves of a record, one after the other: it breaks and is mended. */
      size_t turn = number / (size_t)teller->every, record = turn / 2 * 379 % teller->files->count;
      bool broken = turn % 2 == 0;
      /* Whoever is to be told is asleep when the file is closed. */
      pause_for(300 + (double)(number * 37 % 500));
      double closed = save(teller->files, record, broken, style), time;
      if (!told(teller, teller->files->paths[record], broken, &time)) {
        if (++teller->lost > 3) die("%s does not tell of saves", teller->name);
        note("%s did not tell of save %zu within 5 s", teller->name, number);
        settle(teller);
      } else if (number >= 20) {
        add(&teller->delays, time - closed);
      }
    }
  }
  take_busy(tellers, teller_count);
  const char *how = style == RENAME ? "rename over" : "close(2)";
  for (size_t i = 0; i < teller_count; i++) {
    struct teller *teller = &tellers[i];
    struct figures *floor = &tellers[0].delays;
    for (int part = 0; part < 2; part++) {
      char what[256];
      double at = part ? 0.99 : 0.5;
      snprintf(what, sizeof what, "%s → %s, %s of %zu", how, teller->name, part ? "p99" : "p50", teller->delays.count);
      double bar = teller->kind == DAEMON ? part ? 10 : 3 : 0;
      row("latency", what, quantile(&teller->delays, at), "µs", i ? tellers[0].name : "", quantile(floor, at), bar);
    }
    if (teller->busy > 0) {
      char what[256];
      snprintf(what, sizeof what, "%s → %s, time of the processor a save", how, teller->name);
      row(
        "latency", what, teller->busy / (double)saves, "µs", i ? tellers[0].name : "", tellers[0].busy / (double)saves, 0);
    }
    if (teller->lost) row("latency", "saves that were not told of", (double)teller->lost, "", "bar", 0, 1);
  }
  for (size_t i = 0; i < teller_count; i++)
    for (size_t j = 0; j < teller_count; j++)
      if (tellers[i].kind == WATCHMAN && tellers[j].kind == DAEMON) {
        /* Twenty times sooner: a twentieth of its time. */
        char what[256];
        snprintf(what, sizeof what, "%s → client of vitrined, p50, against watchman", how);
        row("latency", what, quantile(&tellers[j].delays, 0.5), "µs", "watchman / 20", quantile(&tellers[i].delays, 0.5) / 20, 1);
      }
  for (size_t i = 0; i < teller_count; i++) {
    struct teller *teller = &tellers[i];
    if (teller->kind == DAEMON) {
      close_events(teller->events);
      stop_daemon(&teller->daemon);
    } else if (teller->kind == WATCHMAN) {
      stop_watchman(teller->watchman);
    } else {
      end(teller->process);
    }
  }
  return 0;
}
