// What Swift cannot call of libmicrohttpd: functions with variable arguments, and constants with casts.

#define _GNU_SOURCE  // struct ucred

#include "CMicrohttpd.h"
#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

// MHD_OPTION_STRICT_FOR_CLIENT is not set. Measured with 0.9.75: at 1 it answers a request of HTTP/1.1 without Host itself, without our headers, and closes at a blank in the
// target; single line feeds, and a blank before a colon, pass as before. At -1 the blank before a colon is refused, but later versions take -1 for leniency.
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

// The user of the socket at the other end of a connection within this machine, which the kernel knows by its two addresses.
// Source: sock_diag(7), inet_diag.
static int64_t user_of_tcp_peer(int descriptor) {
  struct sockaddr_in own, peer;
  socklen_t own_size = sizeof own, peer_size = sizeof peer;
  if (getsockname(descriptor, (struct sockaddr *)&own, &own_size) != 0 || own.sin_family != AF_INET) return -1;
  if (getpeername(descriptor, (struct sockaddr *)&peer, &peer_size) != 0 || peer.sin_family != AF_INET) return -1;
  struct {
    struct nlmsghdr head;
    struct inet_diag_req_v2 request;
  } question = {
      .head = {.nlmsg_len = sizeof question, .nlmsg_type = SOCK_DIAG_BY_FAMILY, .nlmsg_flags = NLM_F_REQUEST},
      .request = {.sdiag_family = AF_INET, .sdiag_protocol = IPPROTO_TCP, .idiag_states = ~0u},
  };
  struct inet_diag_sockid *id = &question.request.id;
  id->idiag_sport = peer.sin_port;
  id->idiag_dport = own.sin_port;
  id->idiag_src[0] = peer.sin_addr.s_addr;
  id->idiag_dst[0] = own.sin_addr.s_addr;
  id->idiag_cookie[0] = id->idiag_cookie[1] = INET_DIAG_NOCOOKIE;
  int kernel = socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
  if (kernel < 0) return -1;
  _Alignas(struct nlmsghdr) char answer[1024];
  // The kernel answers before 'send' returns, or never.
  ssize_t size = send(kernel, &question, sizeof question, 0) < 0 ? -1 : recv(kernel, answer, sizeof answer, MSG_DONTWAIT);
  close(kernel);
  const struct nlmsghdr *head = (const struct nlmsghdr *)answer;
  if (size < 0 || !NLMSG_OK(head, (size_t)size) || head->nlmsg_type != SOCK_DIAG_BY_FAMILY) return -1;
  if (head->nlmsg_len < NLMSG_LENGTH(sizeof(struct inet_diag_msg))) return -1;
  return ((const struct inet_diag_msg *)NLMSG_DATA(head))->idiag_uid;
}

// Source: unix(7), SO_PEERCRED. Of a socket that is none of that family the process is 0.
int64_t vitrine_http_peer(int descriptor) {
  struct ucred credentials = {0};
  socklen_t size = sizeof credentials;
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &credentials, &size) != 0 || credentials.pid == 0) return user_of_tcp_peer(descriptor);
  return credentials.uid;
}

// Source: poll(2); socket(7), SO_DOMAIN. A unix socket says when it is closed for good.
int vitrine_http_is_abandoned(int descriptor) {
  int domain = 0;
  socklen_t size = sizeof domain;
  getsockopt(descriptor, SOL_SOCKET, SO_DOMAIN, &domain, &size);
  struct pollfd polled = {.fd = descriptor, .events = domain == AF_UNIX ? 0 : POLLRDHUP};
  return poll(&polled, 1, 0) > 0 && (polled.revents & (POLLHUP | POLLERR | POLLRDHUP)) != 0;
}

// Source: tcp(7), TCP_INFO. Probes of a window that is closed are no data.
unsigned vitrine_http_stalled_for(int descriptor) {
  struct tcp_info info = {0};
  socklen_t size = sizeof info;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) != 0) return 0;
  return info.tcpi_notsent_bytes > 0 ? info.tcpi_last_data_sent : 0;
}

size_t vitrine_http_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}

void vitrine_http_times_out(struct MHD_Connection *connection, unsigned seconds) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, seconds);
}
