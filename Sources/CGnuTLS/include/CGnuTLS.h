#pragma once
#include <stddef.h>
#include <stdint.h>

/// What a certificate is to say.
struct vitrine_certificate_request {
  /// Who it is of, as people read it.
  const char *_Nonnull name;
  /// Whether others may be signed with it: for addresses of private networks and names that end in '.local' only.
  int is_authority;
  /// From when to when it is valid. Units: seconds since 1970.
  int64_t from, until;
  /// The IPv4 addresses it is for, each as four bytes in the network's order.
  const uint8_t *_Nullable addresses;
  /// How many they are.
  size_t address_count;
  /// The host name it is for; NULL for none.
  const char *_Nullable host;
  /// What it is signed with, PEM; NULL for one that is signed with itself.
  const char *_Nullable issuer_certificate;
  /// The key of that, PEM.
  const char *_Nullable issuer_key;
};

/// Makes a key (EC, P-256) and its certificate (X.509, version 3), both PEM, to be freed with free(3).
/// The result is 0, or the library's negative number of the error.
int vitrine_certificate_make(
    const struct vitrine_certificate_request *_Nonnull request, char *_Nullable *_Nonnull certificate,
    char *_Nullable *_Nonnull key);

/// Until when a certificate (PEM) is valid, in seconds since 1970; -1 for what is none, or does not belong to the key (PEM).
int64_t vitrine_certificate_expiry(const char *_Nonnull certificate, const char *_Nonnull key);

/// The certificate (PEM) as DER. The result is its size, or negative; `der` has room for `size` bytes.
int64_t vitrine_certificate_der(const char *_Nonnull certificate, uint8_t *_Nonnull der, size_t size);

/// The SHA-256 digest of the certificate (PEM) as DER; 0, or a negative number.
int vitrine_certificate_digest(const char *_Nonnull certificate, uint8_t *_Nonnull digest);

/// A server's certificates and its key; NULL where they cannot be read.
void *_Nullable vitrine_tls_credentials(const char *_Nonnull chain, const char *_Nonnull key);
/// Lets credentials go that no session uses any more.
void vitrine_tls_free_credentials(void *_Nonnull credentials);

/// accept4(2), of a socket that does not wait and that no program inherits.
int vitrine_tls_accept(int descriptor);

/// The server's side of a session on a connected socket that does not wait; NULL where there is no memory.
void *_Nullable vitrine_tls_open(void *_Nonnull credentials, int descriptor);
/// Lets a session go.
void vitrine_tls_free(void *_Nonnull session);

/// What a call on a session came to when it gives no count of bytes.
enum {
  /// The socket has to be waited for, to read or to write: `vitrine_tls_waits_to_write` says which.
  vitrine_tls_again = -1,
  /// The session is over.
  vitrine_tls_failed = -2
};

/// Goes on with the handshake: 0 when it is done.
int64_t vitrine_tls_handshake(void *_Nonnull session);
/// Reads what the other side sent; 0 at its end.
int64_t vitrine_tls_read(void *_Nonnull session, void *_Nonnull bytes, size_t count);
/// Writes; after `vitrine_tls_again` the same bytes have to be given again.
int64_t vitrine_tls_write(void *_Nonnull session, const void *_Nonnull bytes, size_t count);
/// Whether the last call that has to be made again waits for room to write.
int vitrine_tls_waits_to_write(void *_Nonnull session);
/// Whether bytes are there that were read from the socket already.
int vitrine_tls_has_pending(void *_Nonnull session);
/// Says goodbye, without waiting for the other side to do so.
void vitrine_tls_end(void *_Nonnull session);
