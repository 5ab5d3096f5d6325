/* Requests on a connection that is kept, with nobody writing and while records change. */

#define _GNU_SOURCE
#include "live.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static atomic_bool is_writing;
static struct files *files;

/* Saves a record every 2 ms. */
static void *write_on(void *unused) {
  (void)unused;
  for (size_t i = 0; atomic_load(&is_writing); i++) {
    save(files, i / 2 % files->count, i % 2 == 0, IN_PLACE);
    pause_for(2000);
  }
  for (size_t i = 0; i < files->count; i++) save(files, i, false, IN_PLACE);
  return 0;
}

int requests_main(int count, char **words) {
  char *parts[2];
  if (count < 4 || split(words[1], parts, 2) != 2) die("requests: COUNT VITRINED:ROOT QUERY-MICROSECONDS TARGET... are needed");
  size_t times = strtoul(words[0], 0, 10);
  double query = atof(words[2]);
  files = some_files(list_files(parts[1]), 100);
  struct daemon daemon = start_daemon(parts[0], parts[1]);
  for (int writing = 0; writing < 2; writing++) {
    pthread_t thread;
    atomic_store(&is_writing, writing);
    if (writing) pthread_create(&thread, 0, write_on, 0);
    for (int i = 3; i < count; i++) {
      struct figures delays = {0};
      int connection = connect_to(daemon.socket);
      size_t length = 0;
      for (size_t turn = 0; turn < times + 20; turn++) {
        double begin = now();
        struct reply reply = get(connection, words[i]);
        double time = now() - begin;
        if (reply.status != 200) die("%s: status %d: %.*s", words[i], reply.status, (int)reply.length, reply.body);
        length = reply.length;
        if (turn >= 20) add(&delays, time);
      }
      close(connection);
      bool rows = strstr(words[i], "/rows");
      char what[512];
      for (int part = 0; part < 2; part++) {
        snprintf(
          what, sizeof what, "GET %s, %zu bytes%s, %s", words[i], length, writing ? ", while records are saved" : "", part ? "p99" : "p50");
        double bar = part || writing ? 0 : 1;
        row("requests", what, quantile(&delays, part ? 0.99 : 0.5), "µs", rows ? "200 µs + the query" : "200 µs", rows ? 200 + query : 200, bar);
      }
    }
    if (writing) {
      atomic_store(&is_writing, false);
      pthread_join(thread, 0);
    }
  }
  stop_daemon(&daemon);
  return 0;
}
