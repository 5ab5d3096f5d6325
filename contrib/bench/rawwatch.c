// A watcher on raw inotify that does as little as can be: the figure that MeasureWatch's are compared with.
//
// Reads the name of a folder from its arguments, watches it and the folders below, and for every IN_CLOSE_WRITE and IN_MOVED_TO of a
// file looks at its status and writes the time (CLOCK_MONOTONIC, nanoseconds, 8 bytes) to standard output. It first writes one time
// when it is ready. It knows no moves, no overflow, no ignore files.
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static int queue;
static char **paths;
static int room;

static void tell(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  int64_t now = time.tv_sec * 1000000000LL + time.tv_nsec;
  if (write(1, &now, sizeof now) != sizeof now) exit(1);
}

static void watch(const char *path) {
  int number = inotify_add_watch(queue, path, IN_CREATE | IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_ONLYDIR);
  if (number < 0) {
    perror(path);
    exit(1);
  }
  if (number >= room) {
    paths = realloc(paths, (size_t)(number * 2 + 64) * sizeof *paths);
    room = number * 2 + 64;
  }
  paths[number] = strdup(path);
  DIR *folder = opendir(path);
  struct dirent *entry;
  char child[4096];
  struct stat status;
  while (folder && (entry = readdir(folder))) {
    if (entry->d_name[0] == '.') continue;
    if (entry->d_type != DT_DIR) {
      fstatat(dirfd(folder), entry->d_name, &status, AT_SYMLINK_NOFOLLOW);
      continue;
    }
    snprintf(child, sizeof child, "%s/%s", path, entry->d_name);
    watch(child);
  }
  if (folder) closedir(folder);
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  queue = inotify_init1(IN_CLOEXEC);
  watch(arguments[1]);
  tell();
  static char events[1 << 16] __attribute__((aligned(8)));
  char path[8192];
  struct stat status;
  for (;;) {
    ssize_t length = read(queue, events, sizeof events);
    if (length <= 0) return 1;
    for (char *at = events; at < events + length;) {
      struct inotify_event *event = (struct inotify_event *)at;
      at += sizeof *event + event->len;
      if (!(event->mask & (IN_CLOSE_WRITE | IN_MOVED_TO)) || event->name[0] == '.') continue;
      snprintf(path, sizeof path, "%s/%s", paths[event->wd], event->name);
      if (lstat(path, &status) == 0) tell();
    }
  }
}
