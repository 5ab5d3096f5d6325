/* Whole processes in turn: the start of the daemon beside a cold check; a warm query beside a program that does nothing. */

#define _GNU_SOURCE
#include "live.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int start_main(int count, char **words) {
  char *parts[2];
  if (count != 3 || split(words[2], parts, 2) != 2) die("start: ROUNDS VITRINE VITRINED:ROOT are needed");
  size_t rounds = strtoul(words[0], 0, 10);
  char *check[] = {words[1], "-C", parts[1], "check", "--no-daemon", 0};
  struct figures cold = {0}, ready = {0}, ratios = {0}, cold_busy = {0}, ready_busy = {0};
  int status;
  run(check, &status);
  if (status > 1) die("'%s check --no-daemon' ended with %d in %s", words[1], status, parts[1]);
  long long folders = 0, records = 0;
  for (size_t round = 0; round < rounds; round++) {
    double time = run(check, &status);
    add(&cold_busy, run_busy);
    struct daemon daemon = start_daemon(parts[0], parts[1]);
    add(&ready_busy, busy(daemon.process));
    int connection = connect_to(daemon.socket);
    struct reply reply = get(connection, "/v1/status");
    folders = number_after(reply.body, reply.length, "\"watching\"", "\"folders\"");
    records = number_after(reply.body, reply.length, "\"records\"", "");
    stop_daemon(&daemon);
    add(&cold, time);
    add(&ready, daemon.ready);
    add(&ratios, daemon.ready / time);
  }
  char what[256];
  snprintf(what, sizeof what, "%lld records, %lld folders: daemon ready (median of the ratios: %.3f)", records, folders, quantile(&ratios, 0.5));
  row("start", what, quantile(&ready, 0.5) / 1e3, "ms", "check --no-daemon", quantile(&cold, 0.5) / 1e3, 1.3);
  snprintf(what, sizeof what, "%lld records, %lld folders: time of the processor until ready", records, folders);
  row("start", what, quantile(&ready_busy, 0.5) / 1e3, "ms", "check --no-daemon", quantile(&cold_busy, 0.5) / 1e3, 0);
  return 0;
}

int whole_main(int count, char **words) {
  char *parts[2];
  if (count < 5 || split(words[3], parts, 2) != 2) die("whole: ROUNDS HELLO VITRINE VITRINED:ROOT WORD... are needed");
  size_t rounds = strtoul(words[0], 0, 10);
  char *hello[] = {words[1], 0}, *warm[64] = {words[2], "-C", parts[1]}, *cold[64] = {words[2], "-C", parts[1]};
  for (int i = 4; i < count && i < 60; i++) warm[i - 1] = cold[i - 1] = words[i];
  cold[count - 1] = "--no-daemon";
  struct daemon daemon = start_daemon(parts[0], parts[1]);
  struct figures least = {0}, with = {0}, without = {0};
  int status;
  for (size_t round = 0; round < rounds + 3; round++) {
    double first = run(hello, &status), second = run(warm, &status);
    if (status) die("the query ended with %d", status);
    if (round < 3) continue;
    add(&least, first);
    add(&with, second);
    if (round % 50 == 3) add(&without, run(cold, &status));
  }
  stop_daemon(&daemon);
  char what[256] = "vitrine";
  for (int i = 4; i < count; i++) snprintf(what + strlen(what), sizeof what - strlen(what), " %s", words[i]);
  size_t end = strlen(what);
  strcpy(what + end, ", through the daemon");
  row("query", what, quantile(&with, 0.5) / 1e3, "ms", "C hello + 5 ms", quantile(&least, 0.5) / 1e3 + 5, 1);
  row("query", "C, static: hello", quantile(&least, 0.5) / 1e3, "ms", "", 0, 0);
  strcpy(what + end, " --no-daemon");
  row("query", what, quantile(&without, 0.5) / 1e3, "ms", "", 0, 0);
  return 0;
}
