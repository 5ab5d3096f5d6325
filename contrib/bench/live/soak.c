/* Memory: what a record costs after the start, and whether it grows over many events. Records are written, renamed over, renamed, deleted,
 * made, and their folders moved, at full speed; in the end all is as it was. */

#define _GNU_SOURCE
#include "live.h"
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct memory {
  double resident, own; /* bytes; those that no other process shares */
  double descriptors, threads;
};

static struct memory memory_of(pid_t process) {
  struct memory memory = {0};
  char path[128], text[512];
  long kilobytes;
  snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)process);
  FILE *file = fopen(path, "r");
  while (file && fgets(text, sizeof text, file)) {
    if (sscanf(text, "Rss: %ld", &kilobytes) == 1) memory.resident += (double)kilobytes * 1024;
    if (sscanf(text, "Private_Clean: %ld", &kilobytes) == 1 || sscanf(text, "Private_Dirty: %ld", &kilobytes) == 1)
      memory.own += (double)kilobytes * 1024;
  }
  if (file) fclose(file);
  static const char *const counted[] = {"fd", "task"};
  for (size_t i = 0; i < 2; i++) {
    snprintf(path, sizeof path, "/proc/%d/%s", (int)process, counted[i]);
    DIR *folder = opendir(path);
    double count = -2;
    while (folder && readdir(folder)) count++;
    if (folder) closedir(folder);
    *(i ? &memory.threads : &memory.descriptors) = count;
  }
  return memory;
}

static struct daemon service;
static atomic_bool is_done;
static struct figures resident, own, descriptors;

static void *sample(void *unused) {
  (void)unused;
  while (!atomic_load(&is_done)) {
    struct memory memory = memory_of(service.process);
    add(&resident, memory.resident);
    add(&own, memory.own);
    add(&descriptors, memory.descriptors);
    pause_for(200e3);
  }
  return 0;
}

static uint64_t state = 1;

static uint64_t next(void) {
  uint64_t z = state += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return z ^ z >> 31;
}

/* Renames there and back: two events each of what went and what came. */
static size_t move(const char *root, const char *from) {
  char old[8192], new[8200];
  snprintf(old, sizeof old, "%s/%s", root, from);
  snprintf(new, sizeof new, "%s/%.*s-moved%s", root, (int)(strlen(from) - (strstr(from, ".yaml") ? 5 : 0)), from,
    strstr(from, ".yaml") ? ".yaml" : "");
  if (rename(old, new) || rename(new, old)) die("%s: %s", old, strerror(errno));
  return 4;
}

/* One round of changes after which all is as it was; gives the events. In place: what makes, changes and closes a file is one. */
static size_t change(struct files *files, size_t number, unsigned kind) {
  char path[8192], other[8300];
  const char *name = files->paths[number];
  snprintf(path, sizeof path, "%s/%s", files->root, name);
  if (kind < 50) {
    save(files, number, true, IN_PLACE);
    save(files, number, false, IN_PLACE);
    return 2;
  }
  if (kind < 80) {
    save(files, number, true, RENAME);
    save(files, number, false, RENAME);
    return 6; /* closed, went, came */
  }
  if (kind < 90) return move(files->root, name);
  if (kind < 99) {
    snprintf(other, sizeof other, "%.*s-copy.yaml", (int)strlen(path) - 5, path);
    if (link(path, other) || unlink(other)) die("%s: %s", other, strerror(errno));
    /* Gone and made anew. */
    static char bytes[1 << 16];
    FILE *file = fopen(path, "r");
    size_t length = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (!file || fclose(file) || unlink(path)) die("%s: %s", path, strerror(errno));
    file = fopen(path, "w");
    if (!file || fwrite(bytes, 1, length, file) != length || fclose(file)) die("%s: %s", path, strerror(errno));
    return 5;
  }
  char folder[4096];
  snprintf(folder, sizeof folder, "%.*s", (int)(strrchr(name, '/') - name), name);
  return move(files->root, folder);
}

static void tell_growth(const char *what, const char *unit, double scale, struct figures *figures, double bar) {
  size_t quarter = figures->count / 4;
  char text[256];
  snprintf(text, sizeof text, "soak: %s, median of the last quarter", what);
  row("memory", text, median_of(figures->values + figures->count - quarter, quarter) / scale, unit, "first quarter",
    median_of(figures->values, quarter) / scale, bar);
}

/* On a connection of its own: a silent one is closed after a while. */
static double status(const char *first, const char *then) {
  int connection = connect_to(service.socket);
  struct reply reply = get(connection, "/v1/status");
  double number = (double)number_after(reply.body, reply.length, first, then);
  close(connection);
  return number;
}

int soak_main(int count, char **words) {
  char *parts[2];
  if (count != 2 || split(words[1], parts, 2) != 2) die("soak: EVENTS VITRINED:ROOT are needed");
  size_t wanted = strtoul(words[0], 0, 10), made = 0;
  struct files *files = list_files(parts[1]);
  service = start_daemon(parts[0], parts[1]);
  double errors = status("\"findings\"", "\"error\""), records = status("\"records\"", "");
  struct memory first = memory_of(service.process);
  row("memory", "after the start: resident bytes a record", first.resident / records, "bytes", "2 KiB", 2048, 1);
  row("memory", "after the start: private bytes a record", first.own / records, "bytes", "2 KiB", 2048, 1);
  if (!wanted) {
    stop_daemon(&service);
    return 0;
  }
  /* The soak begins when every kind of change has been met: a tenth is not looked at. */
  double begin = 0;
  pthread_t thread;
  bool is_sampling = false;
  for (size_t all = wanted + wanted / 10; made < all;) {
    if (!is_sampling && made >= wanted / 10) {
      is_sampling = true;
      begin = now();
      pthread_create(&thread, 0, sample, 0);
    }
    made += change(files, next() % files->count, (unsigned)(next() % 100));
    /* Once in a while somebody asks. */
    if (next() % 20000 == 0) status("\"generation\"", "");
  }
  double written = now();
  double errors_after = status("\"findings\"", "\"error\""), records_after = status("\"records\"", "");
  double right = now();
  atomic_store(&is_done, true);
  pthread_join(thread, 0);
  pause_for(2e6);
  struct memory last = memory_of(service.process);
  char what[256];
  snprintf(what, sizeof what, "soak: %zu events in %.0f s; from the last to the right report", made, (written - begin) / 1e6);
  row("memory", what, (right - written) / 1e3, "ms", "", 0, 0);
  row("memory", "soak: errors and records that are not as before", (errors_after != errors) + (records_after != records), "", "bar", 0, 1);
  tell_growth("resident", "MiB", 1 << 20, &resident, 1.05);
  tell_growth("private", "MiB", 1 << 20, &own, 1.05);
  tell_growth("descriptors", "", 1, &descriptors, 1);
  row("memory", "soak: greatest number of descriptors", quantile(&descriptors, 1), "", "after the start", first.descriptors, 0);
  row("memory", "soak: times events were lost and all was read again", status("\"overflows\"", ""), "", "", 0, 0);
  row("memory", "after the soak: resident bytes a record", last.resident / records, "bytes", "2 KiB", 2048, 1);
  row("memory", "after the soak: private bytes a record", last.own / records, "bytes", "2 KiB", 2048, 1);
  stop_daemon(&service);
  return 0;
}
