// Many clients of a service at once: how many requests a second it answers, how long each takes, and whether each gets an answer.
//
//   load [-c CLIENTS] [-e STREAMS] [-s SECONDS] [-n] [-p POST-BODY] SOCKET TARGET
//
// Each client keeps its connection and asks again as soon as it is answered; with -n it connects anew for each request. STREAMS more read events. A line
// tells requests a second, the middle, the 99th percentile and the longest in milliseconds, answers by status, and connections that ended without one.

#define _GNU_SOURCE
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

struct client {
  int socket;
  int is_stream;
  int64_t begun;
  size_t sent;
  size_t read;   // of the answer, so far
  size_t head;   // its head; 0 before it is there
  size_t whole;  // head and body
  int status;
  char start[4096];
};

static const char *place;
static char request[1 << 16];
static size_t request_size;
static int epoll;
static int is_anew;
static long answers[600];
static long dropped, refused;
static int64_t *times;
static size_t count, room;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(1);
}

static void begin(struct client *client) {
  client->begun = now();
  client->sent = client->read = client->head = client->whole = 0;
}

static void watch(struct client *client, uint32_t events, int is_new) {
  struct epoll_event event = {.events = events, .data.ptr = client};
  if (epoll_ctl(epoll, is_new ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, client->socket, &event) != 0) fail("epoll_ctl");
}

static void enter(struct client *client) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, place, sizeof address.sun_path - 1);
  begin(client);
  for (;;) {
    client->socket = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (client->socket < 0) fail("socket");
    if (connect(client->socket, (struct sockaddr *)&address, sizeof address) == 0) break;
    refused++;
    close(client->socket);
    usleep(1000);
  }
  watch(client, EPOLLOUT, 1);
}

static void leave(struct client *client) {
  close(client->socket);
  enter(client);
}

static void finish(struct client *client, int is_closing) {
  if (count == room) times = realloc(times, (room = room ? 2 * room : 1 << 16) * sizeof *times);
  times[count++] = now() - client->begun;
  if (client->status > 0 && client->status < 600) answers[client->status]++;
  if (is_anew || is_closing) return leave(client);
  begin(client);
  watch(client, EPOLLOUT, 0);
}

static void put(struct client *client) {
  static const char stream[] = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const char *text = client->is_stream ? stream : request;
  size_t size = client->is_stream ? sizeof stream - 1 : request_size;
  ssize_t done = send(client->socket, text + client->sent, size - client->sent, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (done < 0 && errno == EAGAIN) return;
  // Who is sent away before it asked was told why.
  if (done < 0 && errno == EPIPE) return watch(client, EPOLLIN, 0);
  if (done < 0) {
    dropped++;
    return leave(client);
  }
  client->sent += done;
  if (client->sent == size) watch(client, EPOLLIN, 0);
}

static void take(struct client *client) {
  static char bytes[1 << 16];
  ssize_t done = recv(client->socket, bytes, sizeof bytes, MSG_DONTWAIT);
  if (done < 0 && errno == EAGAIN) return;
  if (done <= 0) {
    dropped++;
    return leave(client);
  }
  if (client->is_stream) return;
  if (!client->head) {
    size_t fits = sizeof client->start - 1 - client->read;
    memcpy(client->start + client->read, bytes, (size_t)done < fits ? (size_t)done : fits);
    client->start[client->read + ((size_t)done < fits ? (size_t)done : fits)] = 0;
    char *end = strstr(client->start, "\r\n\r\n");
    if (end) {
      client->head = end + 4 - client->start;
      client->status = atoi(client->start + 9);
      char *size = strcasestr(client->start, "content-length:");
      client->whole = client->head + (size ? strtoul(size + 15, NULL, 10) : 0);
    }
  }
  client->read += done;
  if (client->head && client->read >= client->whole) finish(client, strcasestr(client->start, "connection: close") != NULL);
}

static int compare(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

int main(int argc, char **argv) {
  int clients = 64, streams = 0, option;
  double seconds = 5;
  const char *body = NULL;
  while ((option = getopt(argc, argv, "c:e:s:np:")) != -1) {
    if (option == 'c') clients = atoi(optarg);
    else if (option == 'e') streams = atoi(optarg);
    else if (option == 's') seconds = atof(optarg);
    else if (option == 'n') is_anew = 1;
    else if (option == 'p') body = optarg;
    else return 2;
  }
  if (argc - optind != 2) return fprintf(stderr, "load [-c CLIENTS] [-e STREAMS] [-s SECONDS] [-n] [-p POST-BODY] SOCKET TARGET\n"), 2;
  place = argv[optind];
  request_size = body ? snprintf(request, sizeof request, "POST %s HTTP/1.1\r\nHost: localhost\r\nContent-Length: %zu\r\n\r\n%s",
                                 argv[optind + 1], strlen(body), body)
                      : snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", argv[optind + 1]);
  epoll = epoll_create1(EPOLL_CLOEXEC);
  struct client *all = calloc(clients + streams, sizeof *all);
  int64_t start = now(), end = start + (int64_t)(seconds * 1e9);
  for (int index = 0; index < clients + streams; index++) {
    all[index].is_stream = index < streams;
    enter(&all[index]);
  }
  struct epoll_event events[256];
  while (now() < end) {
    int ready = epoll_wait(epoll, events, 256, 100);
    for (int index = 0; index < ready; index++) {
      struct client *client = events[index].data.ptr;
      if (events[index].events & EPOLLOUT) put(client);
      else take(client);
    }
  }
  double took = (now() - start) / 1e9;
  qsort(times, count, sizeof *times, compare);
  printf("%.0f/s", count / took);
  if (count) printf(", p50 %.2f ms, p99 %.2f, longest %.2f", times[count / 2] / 1e6, times[count * 99 / 100] / 1e6, times[count - 1] / 1e6);
  for (int status = 0; status < 600; status++)
    if (answers[status]) printf(", %d: %ld", status, answers[status]);
  printf(", dropped %ld, connects refused %ld\n", dropped, refused);
  return 0;
}
