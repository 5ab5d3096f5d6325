/* The daemon, started in a folder of its own, and two clients of its socket: one that asks, one that hears events. */

#define _GNU_SOURCE
#include "live.h"
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

struct daemon start_daemon(const char *program, const char *root) {
  struct daemon daemon = {.home = "/tmp/vitrine-live-XXXXXX"};
  char real[4096];
  if (!realpath(root, real)) die("%s: %s", root, strerror(errno));
  if (!mkdtemp(daemon.home)) die("%s: %s", daemon.home, strerror(errno));
  setenv("XDG_RUNTIME_DIR", daemon.home, 1);
  /* The same name as the program's: FNV-1a of the root. */
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char *c = real; *c; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
  snprintf(daemon.socket, sizeof daemon.socket, "%s/vitrine/%llx.sock", daemon.home, (unsigned long long)hash);
  int ready;
  char *words[] = {(char *)program, "run", "--root", real, "--ready-fd", "9", 0};
  char log[128];
  snprintf(log, sizeof log, "%s/log", daemon.home);
  log_path = log;
  double begin = now();
  daemon.process = start(words, 9, &ready, 0, true);
  log_path = 0;
  char line[1024] = "";
  if (read(ready, line, sizeof line - 1) < 5 || strncmp(line, "ready", 5)) die("%s on %s says '%s', not 'ready'; see %s", program, real, line, log);
  daemon.ready = now() - begin;
  close(ready);
  return daemon;
}

void stop_daemon(struct daemon *daemon) {
  char path[128];
  end(daemon->process);
  snprintf(path, sizeof path, "%.*s.lock", (int)strlen(daemon->socket) - 5, daemon->socket);
  unlink(path);
  unlink(daemon->socket);
  snprintf(path, sizeof path, "%s/vitrine", daemon->home);
  rmdir(path);
  snprintf(path, sizeof path, "%s/log", daemon->home);
  unlink(path);
  rmdir(daemon->home);
}

int connect_to(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strcpy(address.sun_path, path);
  int connection = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection < 0 || connect(connection, (struct sockaddr *)&address, sizeof address)) die("%s: %s", path, strerror(errno));
  return connection;
}

static void ask(int connection, const char *target) {
  char request[4096];
  int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: vitrine\r\n\r\n", target);
  if (write(connection, request, (size_t)length) != length) die("%s: %s", target, strerror(errno));
}

/* Bytes of a connection as they come, without the marks of a chunked body. */
struct stream {
  int connection;
  char *bytes; /* since the last forget() */
  size_t length, room;
  char *raw;
  size_t raw_length, raw_room;
  bool has_head, chunked;
  long long left; /* of the chunk, or of the body; -1 where unknown */
  int status;
};

static void append(struct stream *stream, const char *bytes, size_t length) {
  if (stream->length + length + 1 > stream->room) {
    stream->room = stream->room * 2 + length + (1 << 16);
    stream->bytes = realloc(stream->bytes, stream->room);
  }
  memcpy(stream->bytes + stream->length, bytes, length);
  stream->length += length;
  stream->bytes[stream->length] = 0;
}

/* Moves what is understood from the raw bytes to the body. */
static void digest(struct stream *stream) {
  char *at = stream->raw, *end = stream->raw + stream->raw_length;
  if (!stream->has_head) {
    char *body = memmem(at, (size_t)(end - at), "\r\n\r\n", 4);
    if (!body) return;
    *body = 0;
    stream->has_head = true;
    stream->status = atoi(at + 9);
    stream->chunked = strcasestr(at, "\r\ntransfer-encoding: chunked");
    char *length = strcasestr(at, "\r\ncontent-length:");
    stream->left = stream->chunked ? 0 : length ? atoll(length + 17) : -1;
    at = body + 4;
  }
  while (at < end) {
    if (stream->chunked && stream->left == 0) {
      /* A line with the length, after the line end of the chunk before. */
      char *from = at;
      while (from < end && (*from == '\r' || *from == '\n')) from++;
      char *line = memchr(from, '\n', (size_t)(end - from));
      if (!line) break;
      stream->left = strtoll(from, 0, 16);
      at = line + 1;
      if (stream->left == 0) stream->left = -2; /* the last one */
      continue;
    }
    if (stream->left == -2) {
      at = end;
      break;
    }
    size_t length = (size_t)(end - at);
    if (stream->left >= 0 && (long long)length > stream->left) length = (size_t)stream->left;
    if (!length) break;
    append(stream, at, length);
    if (stream->left > 0) stream->left -= (long long)length;
    at += length;
  }
  stream->raw_length = (size_t)(end - at);
  memmove(stream->raw, at, stream->raw_length);
}

/* Reads once. False where there is no more. */
static bool take(struct stream *stream) {
  if (stream->raw_room - stream->raw_length < 1 << 16) {
    stream->raw_room = stream->raw_room * 2 + (1 << 17);
    stream->raw = realloc(stream->raw, stream->raw_room);
  }
  ssize_t length = read(stream->connection, stream->raw + stream->raw_length, stream->raw_room - stream->raw_length - 1);
  if (length <= 0) return false;
  stream->raw_length += (size_t)length;
  digest(stream);
  return true;
}

/* The reply's body is good until the next one. */
struct reply get(int connection, const char *target) {
  static struct stream stream;
  stream.connection = connection;
  stream.length = stream.raw_length = 0;
  stream.has_head = false;
  ask(connection, target);
  do {
    if (!take(&stream)) die("%s: the connection ended", target);
  } while (!stream.has_head || (stream.chunked ? stream.left != -2 : stream.left > 0));
  return (struct reply){stream.status, stream.bytes, stream.length};
}

/* The number after THEN, after FIRST, in JSON; -1 where it is not there. */
long long number_after(const char *text, size_t length, const char *first, const char *then) {
  const char *at = memmem(text, length, first, strlen(first));
  if (!at) return -1;
  if (*then) at = memmem(at, (size_t)(text + length - at), then, strlen(then));
  if (!at) return -1;
  at += strlen(*then ? then : first);
  while (at < text + length && (*at == ' ' || *at == ':')) at++;
  return *at >= '0' && *at <= '9' ? atoll(at) : -1;
}

struct events {
  struct stream stream;
  size_t from; /* where the next event begins */
};

struct events *open_events(const char *socket) {
  struct events *events = calloc(1, sizeof *events);
  events->stream.connection = connect_to(socket);
  ask(events->stream.connection, "/v1/events");
  struct happening first;
  if (!next_event(events, &first, 5e6) || events->stream.status != 200) die("no event came when the client connected");
  return events;
}

/* A list of the event's JSON has something in it. */
static bool has(const char *data, size_t length, const char *name) {
  char *at = memmem(data, length, name, strlen(name));
  if (!at) return false;
  at += strlen(name);
  return at[strspn(at, " :[")] != ']';
}

bool next_event(struct events *events, struct happening *event, double deadline) {
  double limit = now() + deadline, time = now();
  for (;;) {
    struct stream *stream = &events->stream;
    char *from = stream->bytes + events->from, *end;
    size_t length = stream->length - events->from;
    if (stream->bytes && (end = memmem(from, length, "\n\n", 2))) {
      length = (size_t)(end - from);
      char *data = memmem(from, length, "data:", 5);
      if (data) {
        *event = (struct happening){.time = time};
        size_t rest = length - (size_t)(data - from);
        event->state = memmem(from, (size_t)(data - from), "event: state", 12);
        event->appeared = has(data, rest, "\"appeared\"");
        event->fixed = has(data, rest, "\"fixed\"");
        event->errors = number_after(data, rest, "\"findings\"", "\"error\"");
        event->generation = number_after(data, rest, "\"generation\"", "");
        char *path = memmem(data, rest, "\"path\"", 6);
        if (path) sscanf(path + 6, " : \"%511[^\"]", event->path);
      }
      events->from = (size_t)(end + 2 - stream->bytes);
      if (events->from == stream->length) events->from = stream->length = 0;
      if (data) return true;
      continue;
    }
    if (events->from > 1 << 20) {
      memmove(stream->bytes, from, length);
      stream->length = length;
      events->from = 0;
    }
    double left = limit - now();
    struct pollfd wait = {stream->connection, POLLIN, 0};
    /* A client that has something to read does not ask first. */
    if (left <= 0 || poll(&wait, 1, (int)(left / 1e3) + 1) <= 0) return false;
    if (!take(stream)) die("the stream of events ended");
    time = now();
  }
}

void close_events(struct events *events) {
  close(events->stream.connection);
  free(events->stream.bytes);
  free(events->stream.raw);
  free(events);
}
