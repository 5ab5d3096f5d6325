/* The records that change. */

#define _GNU_SOURCE
#include "live.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void list_below(struct files *files, const char *folder, size_t *room) {
  char path[8192];
  snprintf(path, sizeof path, "%s/%s", files->root, folder);
  DIR *stream = opendir(path);
  if (!stream) die("%s: %s", path, strerror(errno));
  for (struct dirent *item; (item = readdir(stream));) {
    if (item->d_name[0] == '.') continue;
    snprintf(path, sizeof path, "%s/%s", folder, item->d_name);
    if (item->d_type == DT_DIR) {
      list_below(files, path, room);
    } else {
      if (files->count == *room) files->paths = realloc(files->paths, (*room = *room * 2 + 1024) * sizeof *files->paths);
      files->paths[files->count++] = strdup(path);
    }
  }
  closedir(stream);
}

static int compare(const void *left, const void *right) { return strcmp(*(char *const *)left, *(char *const *)right); }

struct files *list_files(const char *root) {
  struct files *files = calloc(1, sizeof *files);
  if (!realpath(root, files->root)) die("%s: %s", root, strerror(errno));
  size_t room = 0;
  list_below(files, "games", &room);
  if (!files->count) die("%s has no records", root);
  qsort(files->paths, files->count, sizeof *files->paths, compare);
  return files;
}

struct files *some_files(const struct files *all, size_t count) {
  struct files *files = calloc(1, sizeof *files);
  strcpy(files->root, all->root);
  if (count > all->count) count = all->count;
  files->paths = malloc(count * sizeof *files->paths);
  for (size_t i = 0; i < count; i++) files->paths[i] = all->paths[i * all->count / count];
  files->count = count;
  return files;
}

/* The bytes of a record with its status as it should be or misspelt; other bytes stay. */
static size_t record(const char *path, bool broken, char *bytes, size_t room) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) die("%s: %s", path, strerror(errno));
  ssize_t length = read(file, bytes, room - 1);
  close(file);
  if (length < 0) die("%s: %s", path, strerror(errno));
  bytes[length] = 0;
  char *value = strstr(bytes, "\nstatus: ");
  if (!value) die("%s has no status", path);
  /* As long as before: 'library' and 'librery', 'wishlist' and 'wishlast'. */
  value += 9;
  if (value[0] == 'l') value[4] = broken ? 'e' : 'a';
  else value[5] = broken ? 'a' : 'i';
  return (size_t)length;
}

double save(const struct files *files, size_t number, bool broken, enum style style) {
  static __thread char bytes[1 << 16];
  char path[8192], other[8200];
  snprintf(path, sizeof path, "%s/%s", files->root, files->paths[number]);
  size_t length = record(path, broken, bytes, sizeof bytes);
  if (style == RENAME) {
    char *name = strrchr(path, '/') + 1;
    snprintf(other, sizeof other, "%.*s.%s.tmp", (int)(name - path), path, name);
  }
  const char *target = style == RENAME ? other : path;
  int file = open(target, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (file < 0 || write(file, bytes, length) != (ssize_t)length) die("%s: %s", target, strerror(errno));
  double time;
  if (style == IN_PLACE) {
    time = now();
    close(file);
  } else {
    close(file);
    time = now();
    if (rename(other, path)) die("%s: %s", path, strerror(errno));
  }
  return time;
}

void copy_files(const struct files *files, const char *root) {
  static char bytes[1 << 16];
  char path[8192];
  mkdir(root, 0777);
  for (size_t i = 0; i <= files->count; i++) {
    const char *name = i < files->count ? files->paths[i] : "vitrine.yaml";
    snprintf(path, sizeof path, "%s/%s", files->root, name);
    int from = open(path, O_RDONLY | O_CLOEXEC);
    if (from < 0) die("%s: %s", path, strerror(errno));
    ssize_t length = read(from, bytes, sizeof bytes);
    close(from);
    snprintf(path, sizeof path, "%s/%s", root, name);
    for (char *slash = path + strlen(root) + 1; (slash = strchr(slash, '/')); slash++) {
      *slash = 0;
      mkdir(path, 0777);
      *slash = '/';
    }
    int to = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (to < 0 || length < 0 || write(to, bytes, (size_t)length) != length) die("%s: %s", path, strerror(errno));
    close(to);
  }
}
