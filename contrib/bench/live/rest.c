/* The daemon at rest: what it does while nothing happens, by the kernel's account of its time and by strace. */

#define _GNU_SOURCE
#include "live.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Ticks of user and system time, and how often its threads went to sleep. */
static void account(pid_t process, long *ticks, long *switches) {
  char path[512], text[4096];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *file = fopen(path, "r");
  if (!file || !fgets(text, sizeof text, file)) die("%s is not there", path);
  fclose(file);
  long user = 0, system = 0;
  sscanf(strrchr(text, ')') + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %ld %ld", &user, &system);
  *ticks = user + system;
  *switches = 0;
  snprintf(path, sizeof path, "/proc/%d/task", (int)process);
  DIR *tasks = opendir(path);
  for (struct dirent *task; tasks && (task = readdir(tasks));) {
    if (task->d_name[0] == '.') continue;
    char name[1024];
    snprintf(name, sizeof name, "%s/%s/status", path, task->d_name);
    file = fopen(name, "r");
    long some;
    while (file && fgets(text, sizeof text, file))
      if (sscanf(text, "voluntary_ctxt_switches: %ld", &some) == 1 || sscanf(text, "nonvoluntary_ctxt_switches: %ld", &some) == 1)
        *switches += some;
    if (file) fclose(file);
  }
  if (tasks) closedir(tasks);
}

/* The system calls that begin within SECONDS; those that were under way are not counted. The first are told on standard error. */
static long calls(pid_t process, long seconds) {
  char name[] = "/tmp/vitrine-strace-XXXXXX", number[32], text[4096];
  int file = mkstemp(name);
  if (file < 0) die("%s cannot be made", name);
  close(file);
  snprintf(number, sizeof number, "%d", (int)process);
  char *words[] = {"strace", "-f", "-p", number, "-o", name, 0};
  pid_t strace = start(words, 0, 0, 0, true);
  pause_for((double)seconds * 1e6);
  end(strace);
  long count = 0;
  FILE *lines = fopen(name, "r");
  while (lines && fgets(text, sizeof text, lines)) {
    if (strstr(text, "<detached") || strstr(text, "resumed>") || strstr(text, "resuming interrupted")) continue;
    /* What is under way when strace comes or goes looks as if it began then. */
    if (strstr(text, "<unfinished") && !strstr(text, " = ")) continue;
    if (count++ < 5) fprintf(stderr, "live: a call at rest: %s", text);
  }
  if (lines) fclose(lines);
  unlink(name);
  return count;
}

int rest_main(int count, char **words) {
  char *parts[2];
  if (count != 2 || split(words[1], parts, 2) != 2) die("rest: SECONDS VITRINED:ROOT are needed");
  long seconds = atol(words[0]);
  struct daemon daemon = start_daemon(parts[0], parts[1]);
  struct events *events = 0;
  for (int client = 0; client < 2; client++) {
    if (client) events = open_events(daemon.socket);
    pause_for(3e6);
    long ticks, switches, ticks_after, switches_after;
    char what[256];
    account(daemon.process, &ticks, &switches);
    pause_for((double)seconds * 1e6);
    account(daemon.process, &ticks_after, &switches_after);
    /* One heartbeat in 15 s is heard by the client. */
    double heartbeats = client ? (double)seconds / 15 + 1 : 0;
    const char *who = client ? "one idle client" : "nobody connected";
    snprintf(what, sizeof what, "%s, %ld s: time of the processor", who, seconds);
    row("rest", what, (double)(ticks_after - ticks) * 1e3 / (double)sysconf(_SC_CLK_TCK), "ms", "bar", 0, 1);
    snprintf(what, sizeof what, "%s, %ld s: times a thread woke", who, seconds);
    row("rest", what, (double)(switches_after - switches), "", client ? "4 a heartbeat" : "bar", 4 * heartbeats, 1);
    snprintf(what, sizeof what, "%s, 10 s: system calls (strace -f)", who);
    row("rest", what, (double)calls(daemon.process, 10), "", client ? "8 a heartbeat" : "bar", client ? 8 : 0, 1);
  }
  close_events(events);
  stop_daemon(&daemon);
  return 0;
}
