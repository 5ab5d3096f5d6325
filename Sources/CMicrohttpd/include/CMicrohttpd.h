#pragma once
#include <microhttpd.h>
#include <stdint.h>

/// How a daemon is started, and whom it calls.
struct vitrine_http_settings {
  /// The listening socket, which is the daemon's from now on.
  int descriptor;
  /// The most connections at a time.
  unsigned connections;
  /// After so many seconds without a byte a connection is closed.
  unsigned idle_seconds;
  /// The memory a connection has for the head of a request and that of its reply. Units: bytes.
  size_t memory;
  /// Handed to all of those below.
  void *_Nullable context;
  /// The first line of a request is there; what this gives is the request's own value from then on.
  void *_Nullable (*_Nonnull began)(void *_Nullable context, const char *_Nonnull uri, struct MHD_Connection *_Nonnull connection);
  /// The head of a request is there, or a part of its body, or its end.
  MHD_AccessHandlerCallback _Nonnull request;
  /// A request is over.
  MHD_RequestCompletedCallback _Nonnull completed;
  /// A connection came or went.
  MHD_NotifyConnectionCallback _Nonnull connection;
};

/// Starts a daemon on one thread of its own, which waits in epoll(7). NULL where that fails; errno says why.
struct MHD_Daemon *_Nullable vitrine_http_start(const struct vitrine_http_settings *_Nonnull settings);

/// The descriptor of a connection's socket, or -1.
int vitrine_http_descriptor(struct MHD_Connection *_Nonnull connection);

/// The value of a header of the request; NULL where it has none.
const char *_Nullable vitrine_http_header(struct MHD_Connection *_Nonnull connection, const char *_Nonnull name);

/// Calls `each` for each header of the request.
void vitrine_http_each_header(
    struct MHD_Connection *_Nonnull connection, void *_Nullable context, MHD_KeyValueIterator _Nonnull each);

/// The user on the other side of a unix socket, as the kernel noted it at connect(2); -1 for other sockets.
int64_t vitrine_http_peer(int descriptor);

/// Whether the other end of a connection is closed. Of TCP nothing tells that from one that only sends no more, which no browser does before it has
/// the reply.
int vitrine_http_is_abandoned(int descriptor);

/// For how many milliseconds nothing was sent of what waits for the other end, which does not read; 0 where nothing waits, and for unix sockets.
unsigned vitrine_http_stalled_for(int descriptor);

/// How many bytes the head of the request has.
size_t vitrine_http_head_size(struct MHD_Connection *_Nonnull connection);

/// Closes a connection that is silent for so many seconds; 0 keeps it open however long it is.
void vitrine_http_times_out(struct MHD_Connection *_Nonnull connection, unsigned seconds);

/// MHD_SIZE_UNKNOWN, which is no constant to Swift.
static const uint64_t vitrine_http_size_unknown = MHD_SIZE_UNKNOWN;
/// MHD_CONTENT_READER_END_OF_STREAM, likewise.
static const ssize_t vitrine_http_end_of_stream = MHD_CONTENT_READER_END_OF_STREAM;
/// MHD_CONTENT_READER_END_WITH_ERROR, likewise.
static const ssize_t vitrine_http_end_with_error = MHD_CONTENT_READER_END_WITH_ERROR;
/// MHD_CONNECTION_NOTIFY_STARTED, whose Swift name depends on the importer.
static const unsigned vitrine_http_opened = MHD_CONNECTION_NOTIFY_STARTED;
