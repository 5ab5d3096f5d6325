/* A watchman server of its own in a folder of its own, and a client of its socket. */

#define _GNU_SOURCE
#include "live.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct watchman {
  pid_t process;
  char folder[64], socket[108];
  int connection;
  char *bytes;
  size_t length, room;
};

/* The next line; its length, or 0 after the deadline. It is good until the next call. */
static size_t line(struct watchman *watchman, char **text, double *time, double deadline) {
  static size_t used;
  double limit = now() + deadline;
  memmove(watchman->bytes, watchman->bytes + used, watchman->length -= used);
  used = 0;
  for (size_t looked = 0;;) {
    char *end = memchr(watchman->bytes + looked, '\n', watchman->length - looked);
    if (end) {
      *text = watchman->bytes;
      *end = 0;
      used = (size_t)(end + 1 - watchman->bytes);
      return used - 1;
    }
    looked = watchman->length;
    if (watchman->room - watchman->length < 1 << 16) {
      watchman->room = watchman->room * 2 + (1 << 17);
      watchman->bytes = realloc(watchman->bytes, watchman->room);
    }
    double left = limit - now();
    struct pollfd wait = {watchman->connection, POLLIN, 0};
    if (left <= 0 || poll(&wait, 1, (int)(left / 1e3) + 1) <= 0) return 0;
    ssize_t length = read(watchman->connection, watchman->bytes + watchman->length, watchman->room - watchman->length);
    if (length <= 0) die("watchman ended");
    watchman->length += (size_t)length;
    *time = now();
  }
}

static void tell(struct watchman *watchman, const char *request) {
  if (write(watchman->connection, request, strlen(request)) < 0) die("watchman: %s", strerror(errno));
}

struct watchman *start_watchman(void) {
  struct watchman *watchman = calloc(1, sizeof *watchman);
  watchman->room = 1 << 17;
  watchman->bytes = malloc(watchman->room);
  strcpy(watchman->folder, "/tmp/vitrine-watchman-XXXXXX");
  if (!mkdtemp(watchman->folder)) die("%s: %s", watchman->folder, strerror(errno));
  char log[128], pid[128], state[128], socket[128];
  snprintf(watchman->socket, sizeof watchman->socket, "%s/sock", watchman->folder);
  snprintf(socket, sizeof socket, "--sockname=%s", watchman->socket);
  snprintf(log, sizeof log, "--logfile=%s/log", watchman->folder);
  snprintf(pid, sizeof pid, "--pidfile=%s/pid", watchman->folder);
  snprintf(state, sizeof state, "--statefile=%s/state", watchman->folder);
  char *words[] = {"watchman", "--foreground", "--no-save-state", socket, log, pid, state, 0};
  watchman->process = start(words, 0, 0, 0, true);
  for (int i = 0; access(watchman->socket, F_OK); i++) {
    if (i == 500) die("watchman did not start");
    pause_for(10000);
  }
  pause_for(100000);
  watchman->connection = connect_to(watchman->socket);
  return watchman;
}

void watch_root(struct watchman *watchman, const char *root, const char *name) {
  char request[8192], real[4096], *text;
  double time;
  if (!realpath(root, real)) die("%s: %s", root, strerror(errno));
  snprintf(request, sizeof request, "[\"watch\",\"%s\"]\n", real);
  tell(watchman, request);
  if (!line(watchman, &text, &time, 60e6) || strstr(text, "\"error\"")) die("watchman does not watch %s: %s", real, text);
  snprintf(
    request, sizeof request,
    "[\"subscribe\",\"%s\",\"%s\",{\"fields\":[\"name\"],\"empty_on_fresh_instance\":true,"
    "\"expression\":[\"allof\",[\"type\",\"f\"],[\"suffix\",\"yaml\"]]}]\n",
    real, name);
  tell(watchman, request);
  if (!line(watchman, &text, &time, 60e6) || strstr(text, "\"error\"")) die("watchman has no subscription: %s", text);
  /* What it says of the beginning. */
  line(watchman, &text, &time, 2e6);
}

bool next_notice(struct watchman *watchman, const char *name, size_t *count, double *time, double deadline) {
  double limit = now() + deadline;
  char *text, mark[128];
  snprintf(mark, sizeof mark, "\"subscription\":\"%s\"", name);
  for (;;) {
    double left = limit - now();
    if (left <= 0 || !line(watchman, &text, time, left)) return false;
    char *spaced = strstr(text, "\"files\":");
    if (!spaced || !strstr(text, mark)) continue;
    char *list = strchr(spaced, '[');
    if (!list) continue;
    *count = 0;
    for (char *c = list; *c && *c != ']'; c++)
      if (*c == '"') {
        ++*count;
        while (*++c && *c != '"');
      }
    if (*count) return true;
  }
}

void stop_watchman(struct watchman *watchman) {
  close(watchman->connection);
  end(watchman->process);
  static const char *const names[] = {"sock", "log", "pid", "state"};
  char path[128];
  for (size_t i = 0; i < 4; i++) {
    snprintf(path, sizeof path, "%s/%s", watchman->folder, names[i]);
    unlink(path);
  }
  rmdir(watchman->folder);
}
