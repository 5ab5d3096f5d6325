// Inodes, names, events and deeds.
#define _GNU_SOURCE
#include "simulation.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>

static int32_t file_number = SIMULATION_FIRST;

static int64_t now(simulation *s) { return s->clock - s->clock % s->granularity; }

static int new_inode(simulation *s, int kind, int mode) {
  for (int i = 1; i < SIMULATION_INODES; i++) {
    if (s->inodes[i].kind) continue;
    memset(&s->inodes[i], 0, sizeof s->inodes[i]);
    s->inodes[i].kind = (uint8_t)kind;
    s->inodes[i].mode = (uint16_t)mode;
    s->inodes[i].number = s->reuses_numbers ? 100 + (uint64_t)i : ++s->next_number;
    s->inodes[i].modified = s->inodes[i].changed = now(s);
    return i;
  }
  abort(); // a model that needs more is not small
}

void simulation_begin(simulation *s) {
  memset(s, 0, sizeof *s);
  s->clock = 1000000000000000000;
  s->granularity = s->step = 1;
  s->next_watch = 1;
  s->most_watches = SIMULATION_WATCHES;
  s->hook_call = s->deliverable = -1;
  s->next_number = 100;
  s->inodes[new_inode(s, DT_DIR, 0755)].links = 1;
  s->inodes[1].parent = 1;
  simulation_make(s, DT_DIR, 1, "model", 0755);
}

int simulation_find(const simulation_inode *folder, const char *name) {
  for (int i = 0; i < SIMULATION_NAMES; i++) {
    if (folder->names[i].inode && !strcmp(folder->names[i].name, name)) return i;
  }
  return -1;
}

static void put(simulation *s, int folder, const char *name, int inode) {
  for (int i = 0; i < SIMULATION_NAMES; i++) {
    simulation_name *slot = &s->inodes[folder].names[i];
    if (slot->inode) continue;
    snprintf(slot->name, sizeof slot->name, "%s", name);
    slot->inode = inode;
    if (s->inodes[inode].kind == DT_DIR) s->inodes[inode].parent = folder;
    s->inodes[folder].modified = s->inodes[folder].changed = s->inodes[inode].changed = now(s);
    return;
  }
  abort();
}

static void take(simulation *s, int folder, const char *name) {
  s->inodes[folder].names[simulation_find(&s->inodes[folder], name)].inode = 0;
  s->inodes[folder].modified = s->inodes[folder].changed = now(s);
}

// Events.

static void queue(simulation *s, int watch, uint32_t mask, uint32_t cookie, const char *name) {
  simulation_event event = {.watch = watch, .mask = mask, .cookie = cookie};
  snprintf(event.name, sizeof event.name, "%s", name);
  if (s->event_count && !memcmp(&s->events[s->event_count - 1], &event, sizeof event)) return;
  if (s->event_count == SIMULATION_EVENTS) abort();
  s->events[s->event_count++] = event;
}

static void tell_one(simulation *s, int inode, const char *name, uint32_t mask, uint32_t cookie) {
  for (int i = 0; i < s->watch_count; i++) {
    if (s->watches[i].inode == inode && s->watches[i].mask & mask & 0xFFF) queue(s, s->watches[i].watch, mask, cookie, name);
  }
}

// Tells the folder of a name, and then what the name stands for, what happened.
void simulation_tell(simulation *s, int folder, const char *name, int inode, uint32_t mask, uint32_t cookie) {
  uint32_t kind = inode && s->inodes[inode].kind == DT_DIR ? IN_ISDIR : 0;
  if (folder) tell_one(s, folder, name, mask | kind, cookie);
  if (inode && mask & (IN_ATTRIB | IN_MODIFY | IN_CLOSE_WRITE)) tell_one(s, inode, "", mask | kind, cookie);
}

static void end_watches(simulation *s, int inode) {
  for (int i = 0; i < s->watch_count; i++) {
    if (s->watches[i].inode != inode) continue;
    if (s->watches[i].mask & IN_DELETE_SELF) queue(s, s->watches[i].watch, IN_DELETE_SELF, 0, "");
    queue(s, s->watches[i].watch, IN_IGNORED, 0, "");
    s->watches[i--] = s->watches[--s->watch_count];
  }
}

static void free_if_gone(simulation *s, int inode) {
  if (s->inodes[inode].links > 0 || s->inodes[inode].open > 0) return;
  end_watches(s, inode);
  s->inodes[inode].kind = 0;
}

int simulation_make(simulation *s, int kind, int folder, const char *name, int mode) {
  if (s->inodes[folder].links < 1) return -ENOENT;
  int inode = new_inode(s, kind, mode);
  s->inodes[inode].links = 1;
  put(s, folder, name, inode);
  simulation_tell(s, folder, name, inode, IN_CREATE, 0);
  return inode;
}

// One name less of what it stands for.
static void drop(simulation *s, int inode) {
  s->inodes[inode].links--;
  s->inodes[inode].changed = now(s);
  if (s->inodes[inode].kind != DT_DIR) tell_one(s, inode, "", IN_ATTRIB, 0);
}

int simulation_unlink(simulation *s, int folder, const char *name) {
  int slot = simulation_find(&s->inodes[folder], name);
  if (slot < 0) return -ENOENT;
  int inode = s->inodes[folder].names[slot].inode;
  for (int i = 0; s->inodes[inode].kind == DT_DIR && i < SIMULATION_NAMES; i++) {
    if (s->inodes[inode].names[i].inode) simulation_unlink(s, inode, s->inodes[inode].names[i].name);
  }
  take(s, folder, name);
  drop(s, inode);
  for (int i = 0; i < SIMULATION_OPEN; i++) {
    simulation_file *file = &s->files[i];
    if (file->number && file->writes && file->folder == folder && !strcmp(file->name, name)) file->folder = 0;
  }
  simulation_tell(s, folder, name, 0, IN_DELETE | (s->inodes[inode].kind == DT_DIR ? IN_ISDIR : 0), 0);
  free_if_gone(s, inode);
  return 0;
}

// Paths.

// Answers what a path leads to: an inode, or minus the number of an error; 0 where its last name does not exist, and everything above does. With FREELY nobody
// asks for permissions.
static int walk(simulation *s, int start, const char *path, int how, int *folder, char *name, int links) {
  int current = *path == '/' ? 1 : start;
  if (folder) *folder = 0;
  while (1) {
    while (*path == '/') path++;
    if (!*path) return current;
    int count = (int)strcspn(path, "/");
    const char *rest = path + count;
    while (*rest == '/') rest++;
    simulation_inode *inode = &s->inodes[current];
    if (inode->kind != DT_DIR) return -ENOTDIR;
    if (!(how & SIMULATION_FREELY) && !(inode->mode & 0100)) return -EACCES;
    if (count >= SIMULATION_NAME) return -ENAMETOOLONG;
    char part[SIMULATION_NAME] = {0};
    memcpy(part, path, (size_t)count);
    path = rest;
    if (!strcmp(part, ".")) continue;
    if (!strcmp(part, "..")) {
      current = inode->parent;
      continue;
    }
    if (folder) *folder = current;
    if (name) memcpy(name, part, sizeof part);
    int slot = simulation_find(inode, part);
    if (slot < 0) return *rest ? -ENOENT : inode->links > 0 ? 0 : -ENOENT;
    int next = inode->names[slot].inode;
    if (s->inodes[next].kind == DT_LNK && (*rest || how & SIMULATION_FOLLOW)) {
      if (links > 8) return -ELOOP;
      next = walk(s, current, s->inodes[next].text, how | SIMULATION_FOLLOW, *rest ? NULL : folder, *rest ? NULL : name, links + 1);
      if (next <= 0) return next < 0 ? next : *rest ? -ENOENT : 0;
    }
    current = next;
  }
}

int simulation_walk(simulation *s, int start, const char *path, int how, int *folder, char *name) {
  return walk(s, start, path, how, folder, name, 0);
}

const char *simulation_text(simulation *s, const char *path) {
  int inode = simulation_walk(s, 2, path, SIMULATION_FOLLOW, NULL, NULL);
  return inode > 0 && s->inodes[inode].kind == DT_REG && s->inodes[inode].mode & 0400 ? s->inodes[inode].text : NULL;
}

// Open files.

simulation_file *simulation_open_file(simulation *s, int inode, int folder, const char *name) {
  for (int i = 0; i < SIMULATION_OPEN; i++) {
    if (s->files[i].number) continue;
    s->files[i] = (simulation_file){.number = __atomic_fetch_add(&file_number, 1, __ATOMIC_RELAXED), .inode = inode, .folder = folder};
    snprintf(s->files[i].name, SIMULATION_NAME, "%s", name);
    s->inodes[inode].open++;
    return &s->files[i];
  }
  return NULL;
}

void simulation_release(simulation *s, simulation_file *file) {
  if (file->writes) simulation_tell(s, file->folder, file->name, file->inode, IN_CLOSE_WRITE, 0);
  file->number = 0;
  s->inodes[file->inode].open--;
  free_if_gone(s, file->inode);
}

// Deeds.

static int do_write(simulation *s, int folder, const char *name, int inode, const char *text, int closes) {
  if (inode && s->inodes[inode].kind != DT_REG) return -EISDIR;
  if (!inode) inode = simulation_make(s, DT_REG, folder, name, 0644);
  if (inode < 0) return inode;
  char made[SIMULATION_NAME];
  snprintf(made, sizeof made, "text %04u", s->next_text++ % 10000);
  simulation_inode *file = &s->inodes[inode];
  snprintf(file->text, sizeof file->text, "%s", text ? text : made);
  file->modified = file->changed = now(s);
  simulation_tell(s, folder, name, inode, IN_MODIFY, 0);
  simulation_file *opened = simulation_open_file(s, inode, folder, name);
  if (!opened) abort();
  opened->writes = 1;
  if (closes) simulation_release(s, opened);
  return 0;
}

static int is_below(simulation *s, int folder, int above) {
  for (int i = folder; i != 1; i = s->inodes[i].parent) {
    if (i == above) return 1;
  }
  return 0;
}

static void rename_open(simulation *s, int folder, const char *name, int to_folder, const char *to_name, int inode) {
  for (int i = 0; i < SIMULATION_OPEN; i++) {
    simulation_file *file = &s->files[i];
    if (!file->number || !file->writes || file->inode != inode || file->folder != folder || strcmp(file->name, name)) continue;
    file->folder = to_folder;
    snprintf(file->name, sizeof file->name, "%s", to_name);
  }
}

static void tell_move(simulation *s, int from, const char *name, int to, const char *to_name, int inode) {
  uint32_t cookie = ++s->next_cookie;
  simulation_tell(s, from, name, inode, IN_MOVED_FROM, cookie);
  simulation_tell(s, to, to_name, inode, IN_MOVED_TO, cookie);
  tell_one(s, inode, "", IN_MOVE_SELF, 0);
}

static int do_move(simulation *s, int from, const char *name, int inode, int to, const char *to_name, int other) {
  if (inode == other) return -EEXIST;
  int is_folder = s->inodes[inode].kind == DT_DIR;
  if (is_folder && is_below(s, to, inode)) return -EINVAL;
  if (other) {
    if (is_folder != (s->inodes[other].kind == DT_DIR)) return is_folder ? -ENOTDIR : -EISDIR;
    for (int i = 0; is_folder && i < SIMULATION_NAMES; i++) {
      if (s->inodes[other].names[i].inode) return -ENOTEMPTY;
    }
    take(s, to, to_name);
  }
  take(s, from, name);
  put(s, to, to_name, inode);
  rename_open(s, from, name, to, to_name, inode);
  tell_move(s, from, name, to, to_name, inode);
  if (other) {
    drop(s, other);
    free_if_gone(s, other);
  }
  return 0;
}

static int do_swap(simulation *s, int from, const char *name, int inode, int to, const char *to_name, int other) {
  if (!other) return -ENOENT;
  if (inode == other) return -EEXIST;
  if (s->inodes[inode].kind == DT_DIR && is_below(s, to, inode)) return -EINVAL;
  if (s->inodes[other].kind == DT_DIR && is_below(s, from, other)) return -EINVAL;
  take(s, from, name);
  take(s, to, to_name);
  put(s, from, name, other);
  put(s, to, to_name, inode);
  tell_move(s, from, name, to, to_name, inode);
  tell_move(s, to, to_name, from, name, other);
  return 0;
}

static int lose_events(simulation *s) {
  if (s->event_count == 0) return -ENOENT;
  s->event_count = 0;
  queue(s, -1, IN_Q_OVERFLOW, 0, "");
  return 0;
}

int simulation_do(simulation *s, simulation_deed deed, const char *a, const char *b) {
  s->clock += s->step;
  if (deed == SIMULATION_OVERFLOW) return lose_events(s);
  if (deed == SIMULATION_PAUSE) return s->clock += atoll(a) * 1000000, 0;
  if (deed == SIMULATION_END) {
    for (int i = 0; i < SIMULATION_OPEN; i++) {
      if (s->files[i].number && s->files[i].writes) return simulation_release(s, &s->files[i]), 0;
    }
    return -ENOENT;
  }
  int folder, other_folder;
  char name[SIMULATION_NAME], other_name[SIMULATION_NAME];
  const char *path = deed == SIMULATION_SYMLINK ? b : a;
  int inode = simulation_walk(s, 2, path, SIMULATION_FREELY, &folder, name), other = 0;
  if (inode < 0 || !folder) return inode < 0 ? inode : -EBUSY;
  if (deed == SIMULATION_MOVE || deed == SIMULATION_SWAP || deed == SIMULATION_LINK) {
    other = simulation_walk(s, 2, b, SIMULATION_FREELY, &other_folder, other_name);
    if (other < 0 || !other_folder) return other < 0 ? other : -EBUSY;
  }
  int makes = deed == SIMULATION_WRITE || deed == SIMULATION_BEGIN || deed == SIMULATION_MKDIR || deed == SIMULATION_SYMLINK;
  if (!inode && !makes) return -ENOENT;
  switch (deed) {
  case SIMULATION_WRITE: return do_write(s, folder, name, inode, b, 1);
  case SIMULATION_BEGIN: return do_write(s, folder, name, inode, b, 0);
  case SIMULATION_REMOVE: return simulation_unlink(s, folder, name);
  case SIMULATION_MKDIR: return inode ? -EEXIST : (inode = simulation_make(s, DT_DIR, folder, name, 0755)) < 0 ? inode : 0;
  case SIMULATION_MOVE: return do_move(s, folder, name, inode, other_folder, other_name, other);
  case SIMULATION_SWAP: return do_swap(s, folder, name, inode, other_folder, other_name, other);
  case SIMULATION_SYMLINK:
    if (inode) return -EEXIST;
    inode = simulation_make(s, DT_LNK, folder, name, 0777);
    if (inode < 0) return inode;
    snprintf(s->inodes[inode].text, sizeof s->inodes[inode].text, "%s", a);
    return 0;
  case SIMULATION_LINK:
    if (other || s->inodes[inode].kind != DT_REG) return -EEXIST;
    s->inodes[inode].links++;
    put(s, other_folder, other_name, inode);
    tell_one(s, inode, "", IN_ATTRIB, 0);
    simulation_tell(s, other_folder, other_name, inode, IN_CREATE, 0);
    return 0;
  case SIMULATION_CHMOD: {
    uint16_t mode = (uint16_t)strtol(b, NULL, 8);
    if (s->inodes[inode].mode == mode) return -EEXIST;
    s->inodes[inode].mode = mode;
    s->inodes[inode].changed = now(s);
    simulation_tell(s, folder, name, inode, IN_ATTRIB, 0);
    return 0;
  }
  default: return -EINVAL;
  }
}
