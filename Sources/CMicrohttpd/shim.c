// What Swift cannot call of libmicrohttpd: functions with variable arguments, and constants with casts.

#define _GNU_SOURCE  // struct ucred

#include "CMicrohttpd.h"
#include <sys/socket.h>

struct MHD_Daemon *vitrine_http_start(const struct vitrine_http_settings *settings) {
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_LISTEN_SOCKET, settings->descriptor, NULL},
      {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)settings->connections, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, (intptr_t)settings->idle_seconds, NULL},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)settings->memory, NULL},
      {MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)settings->began, settings->context},
      {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)settings->completed, settings->context},
      {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)settings->connection, settings->context},
      {MHD_OPTION_END, 0, NULL},
  };
  unsigned flags = MHD_USE_EPOLL_INTERNALLY | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_SUPPRESS_DATE_NO_CLOCK;
  return MHD_start_daemon(flags, 0, NULL, NULL, settings->request, settings->context, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

int vitrine_http_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

const char *vitrine_http_header(struct MHD_Connection *connection, const char *name) {
  return MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
}

void vitrine_http_each_header(struct MHD_Connection *connection, void *context, MHD_KeyValueIterator each) {
  MHD_get_connection_values(connection, MHD_HEADER_KIND, each, context);
}

// Source: unix(7), SO_PEERCRED. Of a socket that is none of that family the process is 0.
int64_t vitrine_http_peer(int descriptor) {
  struct ucred credentials = {0};
  socklen_t size = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0 || credentials.pid == 0) return -1;
  return credentials.uid;
}

size_t vitrine_http_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

void vitrine_http_times_out(struct MHD_Connection *connection, unsigned seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}
