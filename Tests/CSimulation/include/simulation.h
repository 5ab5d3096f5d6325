// A small file system in memory for the model of the watcher: the calls that the watcher and its reader make of the C library come here in a thread that
// has one (`simulation_use`), and go to the system in all others. All of its state is in one block, so that a copy of the block is a second file system that
// goes its own way from there. What it does follows open(2), rename(2), unlink(2), path_resolution(7) and inotify(7).
#pragma once
#include <stdint.h>

enum {
  SIMULATION_INODES = 40,
  SIMULATION_NAMES = 10,
  SIMULATION_EVENTS = 160,
  SIMULATION_WATCHES = 40,
  SIMULATION_OPEN = 48,
  SIMULATION_NAME = 32,
  // Open files of the simulation have numbers from here on.
  SIMULATION_FIRST = 1 << 24,
};

// What somebody does to files, by paths relative to the root of the catalogue.
typedef enum simulation_deed {
  SIMULATION_WRITE,    // opens or makes a file, empties it, writes `b` (or a new text of the same length) and closes it
  SIMULATION_BEGIN,    // the same, and leaves it open
  SIMULATION_END,      // closes the file that was left open first
  SIMULATION_REMOVE,   // removes a file, or a folder with all in it
  SIMULATION_MKDIR,    // makes a folder
  SIMULATION_MOVE,     // rename(2)
  SIMULATION_SWAP,     // renameat2(2) with RENAME_EXCHANGE
  SIMULATION_CHMOD,    // `b` is the mode in octal digits
  SIMULATION_LINK,     // a hard link `b` of the file `a`
  SIMULATION_SYMLINK,  // a symbolic link `b` with the text `a`
  SIMULATION_OVERFLOW, // the events that wait are lost, as where the queue is full
  SIMULATION_PAUSE,    // time goes by: `a` milliseconds
} simulation_deed;

typedef struct simulation_name {
  char name[SIMULATION_NAME];
  int32_t inode;
} simulation_name;

typedef struct simulation_inode {
  uint8_t kind; // as in dirent(5); 0: free
  uint8_t open; // by how many
  uint16_t mode;
  int32_t links, parent;
  uint64_t number;
  int64_t modified, changed;
  char text[40];
  simulation_name names[SIMULATION_NAMES];
} simulation_inode;

typedef struct simulation_event {
  int32_t watch;
  uint32_t mask, cookie;
  char name[SIMULATION_NAME];
} simulation_event;

typedef struct simulation_file {
  int32_t number; // 0: free
  int32_t inode, folder, position;
  uint8_t writes;
  char name[SIMULATION_NAME];
} simulation_file;

typedef struct simulation {
  simulation_inode inodes[SIMULATION_INODES];
  simulation_event events[SIMULATION_EVENTS];
  simulation_file files[SIMULATION_OPEN];
  struct {
    int32_t watch, inode;
    uint32_t mask;
  } watches[SIMULATION_WATCHES];
  int32_t event_count, watch_count, next_watch, deliverable;
  uint32_t next_cookie, next_text;
  uint64_t next_number;
  // The time of day, what a deed takes, and the smallest step that times of files show. Units: nanoseconds.
  int64_t clock, step, granularity;
  // What a call takes, as on a network. Units: nanoseconds.
  int64_t call_time;
  // The most watches.
  int32_t most_watches;
  // True where numbers of inodes that are gone are given again at once, as ext4 does.
  int32_t reuses_numbers;
  // The calls made so far; the one before which something else is done, or -1, and what that is.
  int32_t calls, hook_call, hook_result;
  int32_t hook_deed;
  const char *hook_a, *hook_b;
} simulation;

// A new file system with the folder /model, in which folders have the mode 0755.
void simulation_begin(simulation *);
// Has the calls of this thread go to a simulation; or to the system again, with NULL.
void simulation_use(simulation *);
// Does something. Answers 0, or minus the number of the error, and then nothing was changed.
int simulation_do(simulation *, simulation_deed, const char *a, const char *b);
// The text of the file at a path, as its reader sees it; NULL where there is none, or it may not be read.
const char *simulation_text(simulation *, const char *path);
// As the calls of inotify(7): the number of a watch or minus the number of an error; 1 for an event, else 0.
int simulation_watch(simulation *, int file, uint32_t mask);
void simulation_unwatch(simulation *, int watch);
int simulation_next(simulation *, simulation_event *);
void simulation_reset(simulation *);

// What both files of this target share.
enum { SIMULATION_FOLLOW = 1, SIMULATION_FREELY = 2 };
extern _Thread_local simulation *simulation_current;
int simulation_walk(simulation *, int start, const char *path, int how, int *folder, char *name);
int simulation_find(const simulation_inode *, const char *name);
int simulation_make(simulation *, int kind, int folder, const char *name, int mode);
int simulation_unlink(simulation *, int folder, const char *name);
void simulation_release(simulation *, simulation_file *);
simulation_file *simulation_open_file(simulation *, int inode, int folder, const char *name);
void simulation_tell(simulation *, int folder, const char *name, int inode, uint32_t mask, uint32_t cookie);
