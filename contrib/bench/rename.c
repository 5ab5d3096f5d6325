/* What a change of many files costs at least: each file with a text read, the text replaced, written beside it, and renamed over it.
 *
 *   rename FOLDER OLD NEW
 *
 * As careful as vitrine's journal: the new files are forced to the disk together (syncfs) before any of them takes its name, and the folders
 * (fsync) after that. No old version is kept. Prints how many files changed. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct entry {
  int folder;
  char *name;
};

static struct entry *written;
static size_t count, room;
static int *folders;
static size_t folder_count;
static const char *old, *new;

static void die(const char *name) {
  fprintf(stderr, "rename: %s: %s\n", name, strerror(errno));
  exit(1);
}

static char *temporary(const char *name) {
  char *result = malloc(strlen(name) + 6);
  if (!result) die("memory");
  sprintf(result, ".%s.tmp", name);
  return result;
}

/* Writes the changed text beside a file that has the old one. */
static void change(int folder, const char *name) {
  int file = openat(folder, name, O_RDONLY | O_CLOEXEC);
  struct stat status;
  if (file < 0 || fstat(file, &status)) die(name);
  char *bytes = malloc(status.st_size + 1);
  ssize_t size = bytes ? read(file, bytes, status.st_size) : -1;
  if (size < 0) die(name);
  bytes[size] = 0;
  close(file);
  size_t old_size = strlen(old), new_size = strlen(new);
  char *found = memmem(bytes, size, old, old_size);
  if (found) {
    char *other = temporary(name);
    int output = openat(folder, other, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, status.st_mode & 07777);
    FILE *stream = output < 0 ? NULL : fdopen(output, "w");
    if (!stream) die(other);
    char *start = bytes, *end = bytes + size;
    for (; found; found = memmem(start, end - start, old, old_size)) {
      fwrite(start, 1, found - start, stream);
      fwrite(new, 1, new_size, stream);
      start = found + old_size;
    }
    fwrite(start, 1, end - start, stream);
    if (fclose(stream)) die(other);
    free(other);
    if (count == room) {
      room = room ? room * 2 : 4096;
      written = realloc(written, room * sizeof *written);
      if (!written) die("memory");
    }
    written[count++] = (struct entry){folder, strdup(name)};
  }
  free(bytes);
}

/* Goes through a folder; its descriptor stays open for the files in it. */
static void walk(int folder) {
  folders = realloc(folders, (folder_count + 1) * sizeof *folders);
  if (!folders) die("memory");
  folders[folder_count++] = folder;
  DIR *stream = fdopendir(dup(folder));
  if (!stream) die("folder");
  size_t names = 0, space = 0;
  struct entry *list = NULL;
  for (struct dirent *item; (item = readdir(stream));) {
    if (item->d_name[0] == '.') continue;
    if (names == space) {
      space = space ? space * 2 : 64;
      list = realloc(list, space * sizeof *list);
      if (!list) die("memory");
    }
    list[names++] = (struct entry){item->d_type == DT_DIR, strdup(item->d_name)};
  }
  closedir(stream);
  for (size_t index = 0; index < names; index++) {
    if (list[index].folder) {
      int below = openat(folder, list[index].name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      if (below < 0) die(list[index].name);
      walk(below);
    } else {
      change(folder, list[index].name);
    }
    free(list[index].name);
  }
  free(list);
}

int main(int argc, char **argv) {
  if (argc != 4 || !*argv[2]) {
    fprintf(stderr, "usage: rename FOLDER OLD NEW\n");
    return 2;
  }
  old = argv[2];
  new = argv[3];
  int root = open(argv[1], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) die(argv[1]);
  walk(root);
  if (count && syncfs(root)) die("syncfs");
  for (size_t index = 0; index < count; index++) {
    char *other = temporary(written[index].name);
    if (renameat(written[index].folder, other, written[index].folder, written[index].name)) die(other);
    free(other);
  }
  for (size_t index = 0; index < folder_count; index++)
    if (fsync(folders[index])) die("fsync");
  printf("%zu files\n", count);
  return 0;
}
