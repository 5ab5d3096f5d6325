/* What the machine allows: every file of a folder tree opened, read and parsed by libyaml on all cores, and nothing else.
 *
 *   limit stat|read|parse FOLDER [THREADS]
 *
 * stat: only looks at each file. read: opens, reads, closes. parse: and lets libyaml build its document of it. */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <yaml.h>

struct entry {
  int folder;
  char *name;
};

static struct entry *entries;
static size_t entry_count, entry_room;
static atomic_size_t next_entry, node_count;
static enum { STAT, READ, PARSE } job;

static void die(const char *name) {
  fprintf(stderr, "limit: %s: %s\n", name, strerror(errno));
  exit(1);
}

/* Lists a folder; its descriptor stays open for the files in it. */
static void list(int folder, const char *name) {
  DIR *stream = fdopendir(dup(folder));
  if (!stream) die(name);
  for (struct dirent *item; (item = readdir(stream));) {
    if (item->d_name[0] == '.') continue;
    if (item->d_type == DT_DIR) {
      int below = openat(folder, item->d_name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
      if (below < 0) die(item->d_name);
      list(below, item->d_name);
    } else {
      if (entry_count == entry_room) {
        entry_room = entry_room ? entry_room * 2 : 4096;
        entries = realloc(entries, entry_room * sizeof *entries);
        if (!entries) die("memory");
      }
      entries[entry_count++] = (struct entry){folder, strdup(item->d_name)};
    }
  }
  closedir(stream);
}

static size_t parse(const unsigned char *bytes, size_t count) {
  yaml_parser_t parser;
  yaml_document_t document;
  yaml_parser_initialize(&parser);
  yaml_parser_set_input_string(&parser, bytes, count);
  if (!yaml_parser_load(&parser, &document)) {
    fprintf(stderr, "limit: a file is not YAML: %s\n", parser.problem);
    exit(1);
  }
  size_t nodes = (size_t)(document.nodes.top - document.nodes.start);
  yaml_document_delete(&document);
  yaml_parser_delete(&parser);
  return nodes;
}

static void *work(void *unused) {
  (void)unused;
  unsigned char buffer[1 << 16];
  size_t nodes = 0;
  for (size_t from; (from = atomic_fetch_add(&next_entry, 64)) < entry_count;)
    for (size_t i = from; i < from + 64 && i < entry_count; i++) {
      struct stat status;
      if (job == STAT) {
        if (fstatat(entries[i].folder, entries[i].name, &status, AT_SYMLINK_NOFOLLOW)) die(entries[i].name);
        continue;
      }
      int file = openat(entries[i].folder, entries[i].name, O_RDONLY | O_CLOEXEC);
      if (file < 0) die(entries[i].name);
      ssize_t count = read(file, buffer, sizeof buffer);
      if (count < 0) die(entries[i].name);
      close(file);
      if (job == PARSE) nodes += parse(buffer, (size_t)count);
    }
  atomic_fetch_add(&node_count, nodes);
  return 0;
}

int main(int argc, char **argv) {
  if (argc < 3) {
    fputs("usage: limit stat|read|parse FOLDER [THREADS]\n", stderr);
    return 2;
  }
  job = !strcmp(argv[1], "stat") ? STAT : !strcmp(argv[1], "read") ? READ : PARSE;
  long threads = argc > 3 ? atol(argv[3]) : sysconf(_SC_NPROCESSORS_ONLN);
  if (threads < 1 || threads > 256) threads = 1;
  int root = open(argv[2], O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (root < 0) die(argv[2]);
  list(root, argv[2]);
  pthread_t others[256];
  for (long i = 1; i < threads; i++) pthread_create(&others[i], 0, work, 0);
  work(0);
  for (long i = 1; i < threads; i++) pthread_join(others[i], 0);
  printf("%zu files, %zu nodes\n", entry_count, (size_t)node_count);
  return 0;
}
