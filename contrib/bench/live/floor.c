/* The least that a live check can be: raw inotify, and each changed file opened, read and given to libyaml, which makes its document.
 *
 * Knows no moves, no overflow, no ignore files, no schema. Writes 16 bytes to standard output when it is ready and after every file:
 * the time (CLOCK_MONOTONIC, nanoseconds) and how many nodes the document had. */

#define _GNU_SOURCE
#include "live.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <time.h>
#include <unistd.h>
#include <yaml.h>

static int queue;
static char **paths;
static int room;

static void tell(int64_t nodes) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  int64_t told[2] = {time.tv_sec * 1000000000LL + time.tv_nsec, nodes};
  if (write(1, told, sizeof told) != sizeof told) exit(0);
}

static void watch(const char *path) {
  int number = inotify_add_watch(queue, path, IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR);
  if (number < 0) die("%s: %s", path, strerror(errno));
  if (number >= room) {
    paths = realloc(paths, (size_t)(number * 2 + 64) * sizeof *paths);
    room = number * 2 + 64;
  }
  paths[number] = strdup(path);
  DIR *folder = opendir(path);
  char child[4096];
  for (struct dirent *entry; folder && (entry = readdir(folder));) {
    if (entry->d_name[0] == '.' || entry->d_type != DT_DIR) continue;
    snprintf(child, sizeof child, "%s/%s", path, entry->d_name);
    watch(child);
  }
  if (folder) closedir(folder);
}

static int64_t parse(const char *path) {
  static unsigned char bytes[1 << 16];
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, bytes, sizeof bytes);
  close(file);
  yaml_parser_t parser;
  yaml_document_t document;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, bytes, count > 0 ? (size_t)count : 0);
  int64_t nodes = -1;
  if (yaml_parser_load(&parser, &document)) {
    nodes = document.nodes.top - document.nodes.start;
    yaml_document_delete(&document);
  }
  yaml_parser_delete(&parser);
  return nodes;
}

int floor_main(int count, char **words) {
  if (count != 1) die("floor: a folder is needed");
  queue = inotify_init1(IN_CLOEXEC);
  watch(words[0]);
  tell(0);
  static char events[1 << 16] __attribute__((aligned(8)));
  char path[8192];
  for (;;) {
    ssize_t length = read(queue, events, sizeof events);
    if (length <= 0) return 1;
    for (char *at = events; at < events + length;) {
      struct inotify_event *event = (struct inotify_event *)at;
      at += sizeof *event + event->len;
      if (!(event->mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) || event->name[0] == '.') continue;
      snprintf(path, sizeof path, "%s/%s", paths[event->wd], event->name);
      tell(parse(path));
    }
  }
}
