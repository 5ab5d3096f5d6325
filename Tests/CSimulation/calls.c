// The calls of the C library that the watcher and its reader make. In a thread with a simulation those that are about its files are answered here; all others
// go on to the library: a name that a program defines is found before the library's.
#define _GNU_SOURCE
#include "simulation.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <unistd.h>

_Thread_local simulation *simulation_current;

void simulation_use(simulation *s) { simulation_current = s; }

// The library's own function of a name.
#define LIBRARY(type, name, ...)                                        \
  static type (*library)(__VA_ARGS__);                                  \
  if (!library) *(void **)&library = dlsym(RTLD_NEXT, name)

static int failed(int result) {
  if (result >= 0) return result;
  errno = -result;
  return -1;
}

// A call comes: what was to be done before it is done now.
static simulation *step(void) {
  simulation *s = simulation_current;
  s->clock += s->call_time;
  if (s->calls++ == s->hook_call) s->hook_result = simulation_do(s, (simulation_deed)s->hook_deed, s->hook_a, s->hook_b);
  return s;
}

static simulation_file *file_of(simulation *s, int number) {
  for (int i = 0; i < SIMULATION_OPEN; i++) {
    if (s->files[i].number == number) return &s->files[i];
  }
  return NULL;
}

static int is_simulated(int start, const char *path) {
  if (!simulation_current) return 0;
  return path && *path == '/' ? !strncmp(path, "/model", 6) || !strncmp(path, "/proc/", 6) : start >= SIMULATION_FIRST;
}

static int start_of(simulation *s, int number, const char *path) {
  if (*path == '/') return 1;
  simulation_file *file = file_of(s, number);
  return file ? file->inode : -EBADF;
}

static int simulated_open(int number, const char *path, int flags, int mode) {
  simulation *s = step();
  int folder;
  char name[SIMULATION_NAME] = "";
  int start = start_of(s, number, path);
  if (start < 0) return start;
  // There are no mounts, and nobody may ask the system about the simulation's descriptors.
  if (!strncmp(path, "/proc/", 6)) return -ENOENT;
  int inode = simulation_walk(s, start, path, flags & O_NOFOLLOW ? 0 : SIMULATION_FOLLOW, &folder, name);
  if (inode < 0) return inode;
  if (!inode && !(flags & O_CREAT)) return -ENOENT;
  if (inode && flags & O_CREAT && flags & O_EXCL) return -EEXIST;
  int is_new = !inode;
  if (is_new && (inode = simulation_make(s, DT_REG, folder, name, mode)) < 0) return inode;
  int kind = s->inodes[inode].kind;
  if (kind == DT_LNK && !(flags & O_PATH)) return flags & O_DIRECTORY ? -ENOTDIR : -ELOOP;
  if (flags & O_DIRECTORY && kind != DT_DIR) return -ENOTDIR;
  if (!(flags & O_PATH) && !is_new && !(s->inodes[inode].mode & 0400)) return -EACCES;
  simulation_file *file = simulation_open_file(s, inode, folder, name);
  if (!file) return -EMFILE;
  file->writes = !(flags & O_PATH) && (flags & O_ACCMODE) != O_RDONLY;
  return file->number;
}

static void fill(simulation *s, int inode, struct stat *status) {
  simulation_inode *node = &s->inodes[inode];
  memset(status, 0, sizeof *status);
  status->st_dev = 77;
  status->st_ino = node->number;
  status->st_mode = (mode_t)(node->kind == DT_DIR ? S_IFDIR : node->kind == DT_LNK ? S_IFLNK : S_IFREG) | node->mode;
  status->st_nlink = (nlink_t)node->links;
  status->st_size = (off_t)strlen(node->text);
  status->st_mtim = (struct timespec){node->modified / 1000000000, node->modified % 1000000000};
  status->st_ctim = (struct timespec){node->changed / 1000000000, node->changed % 1000000000};
}

int openat(int start, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  if (is_simulated(start, path)) return failed(simulated_open(start, path, flags, mode));
  LIBRARY(int, "openat", int, const char *, int, ...);
  return library(start, path, flags, mode);
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  int mode = va_arg(rest, int);
  va_end(rest);
  if (is_simulated(AT_FDCWD, path)) return failed(simulated_open(AT_FDCWD, path, flags, mode));
  LIBRARY(int, "open", const char *, int, ...);
  return library(path, flags, mode);
}

int fstatat(int start, const char *restrict path, struct stat *restrict status, int flags) {
  if (!is_simulated(start, path)) {
    LIBRARY(int, "fstatat", int, const char *, struct stat *, int);
    return library(start, path, status, flags);
  }
  simulation *s = step();
  int from = start_of(s, start, path);
  int inode = from < 0 ? from : simulation_walk(s, from, path, flags & AT_SYMLINK_NOFOLLOW ? 0 : SIMULATION_FOLLOW, NULL, NULL);
  if (inode <= 0) return failed(inode ? inode : -ENOENT);
  fill(s, inode, status);
  return 0;
}

int fstat(int number, struct stat *status) {
  if (!is_simulated(number, NULL)) {
    LIBRARY(int, "fstat", int, struct stat *);
    return library(number, status);
  }
  simulation *s = step();
  simulation_file *file = file_of(s, number);
  if (!file) return failed(-EBADF);
  fill(s, file->inode, status);
  return 0;
}

// A file that was opened in another copy of the simulation is no longer there, and closing it does nothing.
int close(int number) {
  if (number >= SIMULATION_FIRST) {
    simulation_file *file = simulation_current ? file_of(simulation_current, number) : NULL;
    if (file) simulation_release(simulation_current, file);
    return 0;
  }
  LIBRARY(int, "close", int);
  return library(number);
}

int fcntl(int number, int command, ...) {
  va_list rest;
  va_start(rest, command);
  void *argument = va_arg(rest, void *);
  va_end(rest);
  if (!is_simulated(number, NULL)) {
    LIBRARY(int, "fcntl", int, int, ...);
    return library(number, command, argument);
  }
  simulation *s = step();
  simulation_file *file = file_of(s, number);
  if (!file || command != F_DUPFD_CLOEXEC) return failed(file ? -EINVAL : -EBADF);
  simulation_file *second = simulation_open_file(s, file->inode, file->folder, file->name);
  return second ? second->number : failed(-EMFILE);
}

off_t lseek(int number, off_t offset, int whence) {
  if (is_simulated(number, NULL)) {
    simulation_file *file = file_of(simulation_current, number);
    return file ? file->position = (int)offset : failed(-EBADF);
  }
  LIBRARY(off_t, "lseek", int, off_t, int);
  return library(number, offset, whence);
}

static ssize_t simulated_read(int number, void *buffer, size_t count, int position) {
  simulation *s = step();
  simulation_file *file = file_of(s, number);
  if (!file) return failed(-EBADF);
  int at = position < 0 ? file->position : position, size = (int)strlen(s->inodes[file->inode].text);
  if (at >= size) return 0;
  if (count > (size_t)(size - at)) count = (size_t)(size - at);
  memcpy(buffer, s->inodes[file->inode].text + at, count);
  if (position < 0) file->position += (int)count;
  return (ssize_t)count;
}

ssize_t read(int number, void *buffer, size_t count) {
  if (is_simulated(number, NULL)) return simulated_read(number, buffer, count, -1);
  LIBRARY(ssize_t, "read", int, void *, size_t);
  return library(number, buffer, count);
}

ssize_t pread(int number, void *buffer, size_t count, off_t position) {
  if (is_simulated(number, NULL)) return simulated_read(number, buffer, count, (int)position);
  LIBRARY(ssize_t, "pread", int, void *, size_t, off_t);
  return library(number, buffer, count, position);
}

int mkdirat(int start, const char *path, mode_t mode) {
  if (!is_simulated(start, path)) {
    LIBRARY(int, "mkdirat", int, const char *, mode_t);
    return library(start, path, mode);
  }
  simulation *s = step();
  int folder, from = start_of(s, start, path);
  char name[SIMULATION_NAME];
  int inode = from < 0 ? from : simulation_walk(s, from, path, 0, &folder, name);
  if (inode) return failed(inode > 0 ? -EEXIST : inode);
  int made = simulation_make(s, DT_DIR, folder, name, mode);
  return made < 0 ? failed(made) : 0;
}

int unlinkat(int start, const char *path, int flags) {
  if (!is_simulated(start, path)) {
    LIBRARY(int, "unlinkat", int, const char *, int);
    return library(start, path, flags);
  }
  simulation *s = step();
  int folder, from = start_of(s, start, path);
  char name[SIMULATION_NAME];
  int inode = from < 0 ? from : simulation_walk(s, from, path, 0, &folder, name);
  return failed(inode <= 0 ? (inode ? inode : -ENOENT) : simulation_unlink(s, folder, name));
}

ssize_t readlink(const char *restrict path, char *restrict buffer, size_t size) {
  if (is_simulated(AT_FDCWD, path)) return failed(-ENOENT);
  LIBRARY(ssize_t, "readlink", const char *, char *, size_t);
  return library(path, buffer, size);
}

char *realpath(const char *restrict path, char *restrict resolved) {
  if (!is_simulated(AT_FDCWD, path)) {
    LIBRARY(char *, "realpath", const char *, char *);
    return library(path, resolved);
  }
  simulation *s = step();
  int folder;
  char name[SIMULATION_NAME] = "";
  int inode = simulation_walk(s, 1, path, SIMULATION_FOLLOW, &folder, name);
  if (inode <= 0) return failed(inode ? inode : -ENOENT), NULL;
  char text[512] = "", longer[SIMULATION_NAME + 512];
  if (inode != 1) snprintf(text, sizeof text, "/%s", name);
  if (s->inodes[inode].kind == DT_DIR) {
    folder = inode;
    *text = 0;
  }
  while (folder > 1) {
    int above = s->inodes[folder].parent;
    for (int i = 0; i < SIMULATION_NAMES; i++) {
      if (s->inodes[above].names[i].inode != folder) continue;
      snprintf(longer, sizeof longer, "/%s%s", s->inodes[above].names[i].name, text);
      memcpy(text, longer, sizeof text);
    }
    folder = above;
  }
  return strdup(*text ? text : "/");
}

// Lists of names. They live for one reading of a folder, in which nobody copies the simulation.

typedef struct stream {
  uint64_t mark;
  int number, slot;
  struct dirent entry;
} stream;
static const uint64_t stream_mark = 0x6D6F64656C206469;
static _Thread_local int streams;

static int is_stream(DIR *folder) { return streams > 0 && ((stream *)folder)->mark == stream_mark; }

DIR *fdopendir(int number) {
  if (!is_simulated(number, NULL)) {
    LIBRARY(DIR *, "fdopendir", int);
    return library(number);
  }
  stream *made = calloc(1, sizeof *made);
  made->mark = stream_mark;
  made->number = number;
  streams++;
  return (DIR *)made;
}

struct dirent *readdir(DIR *folder) {
  if (!is_stream(folder)) {
    LIBRARY(struct dirent *, "readdir", DIR *);
    return library(folder);
  }
  stream *own = (stream *)folder;
  simulation *s = step();
  simulation_file *file = file_of(s, own->number);
  if (!file) return failed(-EBADF), NULL;
  while (own->slot < SIMULATION_NAMES) {
    simulation_name *name = &s->inodes[file->inode].names[own->slot++];
    if (!name->inode) continue;
    own->entry.d_ino = s->inodes[name->inode].number;
    own->entry.d_type = s->inodes[name->inode].kind;
    own->entry.d_reclen = sizeof own->entry;
    snprintf(own->entry.d_name, sizeof own->entry.d_name, "%s", name->name);
    return &own->entry;
  }
  return NULL;
}

int closedir(DIR *folder) {
  if (!is_stream(folder)) {
    LIBRARY(int, "closedir", DIR *);
    return library(folder);
  }
  close(((stream *)folder)->number);
  streams--;
  free(folder);
  return 0;
}

// Watches.

int simulation_watch(simulation *s, int number, uint32_t mask) {
  s = step();
  simulation_file *file = file_of(s, number);
  if (!file) return -EBADF;
  if (s->inodes[file->inode].links < 1) return -ENOENT;
  for (int i = 0; i < s->watch_count; i++) {
    if (s->watches[i].inode != file->inode) continue;
    s->watches[i].mask |= mask; // what is asked of a folder is always the same, and of a file it is added
    return s->watches[i].watch;
  }
  if (s->watch_count >= s->most_watches) return -ENOSPC;
  s->watches[s->watch_count].watch = s->next_watch++;
  s->watches[s->watch_count].mask = mask;
  s->watches[s->watch_count].inode = file->inode;
  return s->watches[s->watch_count++].watch;
}

void simulation_unwatch(simulation *s, int watch) {
  for (int i = 0; i < s->watch_count; i++) {
    if (s->watches[i].watch != watch) continue;
    s->watches[i] = s->watches[--s->watch_count];
    if (s->event_count == SIMULATION_EVENTS) abort();
    s->events[s->event_count++] = (simulation_event){.watch = watch, .mask = IN_IGNORED};
    return;
  }
}

int simulation_next(simulation *s, simulation_event *event) {
  if (s->event_count == 0 || s->deliverable == 0) return 0;
  if (s->deliverable > 0) s->deliverable--;
  *event = s->events[0];
  memmove(s->events, s->events + 1, (size_t)--s->event_count * sizeof *event);
  return 1;
}

void simulation_reset(simulation *s) { s->watch_count = s->event_count = 0; }
