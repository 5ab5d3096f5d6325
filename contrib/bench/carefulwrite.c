// Writes N files the careful way, with nothing around it: what MeasureJournal is compared with. Each is written beside its place, all
// are forced to the disk by one syncfs(2), each is renamed without replacing, and the file system is forced once more. With `edit`, N files
// that are there are read, written anew beside their places, and renamed over.
//
//   cc -O2 -o .build/carefulwrite contrib/bench/carefulwrite.c
//   .build/carefulwrite FOLDER N create|edit [FOLDERS]
//
// The files lie in so many folders, 100 unless it is said, one after the other.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

int main(int count, char **words) {
  if (count < 4) return 2;
  int n = atoi(words[2]), edits = !strcmp(words[3], "edit");
  int count_of_folders = count > 4 ? atoi(words[4]) : 100;
  if (count_of_folders < 1 || count_of_folders > 100) return 2;
  mkdir(words[1], 0777);
  int root = open(words[1], O_RDONLY | O_DIRECTORY);
  int folders[100];
  char name[64], other[64], text[512], old[1024];
  memset(text, 'x', sizeof text);
  for (int i = 0; i < count_of_folders; i++) {
    snprintf(name, sizeof name, "d%d", i);
    mkdirat(root, name, 0777);
    folders[i] = openat(root, name, O_RDONLY | O_DIRECTORY);
  }
  double start = now();
  for (int i = 0; i < n; i++) {
    int folder = folders[(long)i * count_of_folders / n];
    if (edits) {
      snprintf(name, sizeof name, "%d.yaml", i);
      int file = openat(folder, name, O_RDONLY);
      if (file < 0 || read(file, old, sizeof old) < 0) return 3;
      close(file);
    }
    snprintf(name, sizeof name, ".%d.tmp", i);
    int file = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL, 0666);
    text[0] = edits ? 'y' : 'x';
    if (file < 0 || write(file, text, sizeof text) != sizeof text) return 3;
    close(file);
  }
  double written = now();
  if (syncfs(root)) return 3;
  double forced = now();
  for (int i = 0; i < n; i++) {
    int folder = folders[(long)i * count_of_folders / n];
    snprintf(name, sizeof name, ".%d.tmp", i);
    snprintf(other, sizeof other, "%d.yaml", i);
    if (renameat2(folder, name, folder, other, edits ? 0 : 1)) return 3;
  }
  double renamed = now();
  if (syncfs(root)) return 3;
  double end = now();
  printf("%d %s: %.3f s (write %.3f, force %.3f, rename %.3f, force %.3f)\n", n, words[3], end - start, written - start,
         forced - written, renamed - forced, end - renamed);
}
