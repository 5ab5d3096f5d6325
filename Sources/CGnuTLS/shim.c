// TLS and certificates by GnuTLS: the few steps that vitrine needs, with errors as numbers. libmicrohttpd brings the library along.

#define _GNU_SOURCE  // accept4

#include "CGnuTLS.h"
#include <gnutls/crypto.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static gnutls_datum_t text(const char *pem) { return (gnutls_datum_t){(unsigned char *)pem, (unsigned)strlen(pem)}; }

// Private networks, link-local addresses and this machine; each as an address and its mask. Source: RFC 1918, RFC 3927, RFC 5280 (4.2.1.10).
static const unsigned char networks[][8] = {
    {10, 0, 0, 0, 255, 0, 0, 0},          {172, 16, 0, 0, 255, 240, 0, 0}, {192, 168, 0, 0, 255, 255, 0, 0},
    {169, 254, 0, 0, 255, 255, 0, 0}, {127, 0, 0, 0, 255, 0, 0, 0},
};

static int constrain(gnutls_x509_crt_t certificate) {
  gnutls_x509_name_constraints_t constraints;
  int result = gnutls_x509_name_constraints_init(&constraints);
  if (result < 0) return result;
  for (size_t n = 0; result >= 0 && n < sizeof networks / sizeof *networks; n++) {
    gnutls_datum_t network = {(unsigned char *)networks[n], sizeof *networks};
    result = gnutls_x509_name_constraints_add_permitted(constraints, GNUTLS_SAN_IPADDRESS, &network);
  }
  gnutls_datum_t local = text("local");
  if (result >= 0) result = gnutls_x509_name_constraints_add_permitted(constraints, GNUTLS_SAN_DNSNAME, &local);
  if (result >= 0) result = gnutls_x509_crt_set_name_constraints(certificate, constraints, 1);
  gnutls_x509_name_constraints_deinit(constraints);
  return result;
}

static int name_key(gnutls_x509_crt_t certificate, gnutls_x509_crt_t issuer) {
  unsigned char id[64];
  size_t size = sizeof id;
  int result = gnutls_x509_crt_get_key_id(certificate, GNUTLS_KEYID_USE_SHA256, id, &size);
  if (result >= 0) result = gnutls_x509_crt_set_subject_key_id(certificate, id, size);
  size = sizeof id;
  if (result >= 0) result = gnutls_x509_crt_get_key_id(issuer, GNUTLS_KEYID_USE_SHA256, id, &size);
  if (result >= 0) result = gnutls_x509_crt_set_authority_key_id(certificate, id, size);
  return result;
}

static int describe(gnutls_x509_crt_t certificate, const struct vitrine_certificate_request *request) {
  unsigned char serial[16];
  int result = gnutls_rnd(GNUTLS_RND_NONCE, serial, sizeof serial);
  // A positive number that is not 0. Source: RFC 5280, 4.1.2.2.
  serial[0] = (unsigned char)((serial[0] & 0x7F) | 0x40);
  if (result >= 0) result = gnutls_x509_crt_set_version(certificate, 3);
  if (result >= 0) result = gnutls_x509_crt_set_serial(certificate, serial, sizeof serial);
  if (result >= 0) result = gnutls_x509_crt_set_activation_time(certificate, (time_t)request->from);
  if (result >= 0) result = gnutls_x509_crt_set_expiration_time(certificate, (time_t)request->until);
  if (result >= 0)
    result = gnutls_x509_crt_set_dn_by_oid(
        certificate, GNUTLS_OID_X520_COMMON_NAME, 0, request->name, (unsigned)strlen(request->name));
  if (result >= 0) result = gnutls_x509_crt_set_basic_constraints(certificate, request->is_authority ? 1 : 0, request->is_authority ? 0 : -1);
  if (result >= 0)
    result = gnutls_x509_crt_set_key_usage(
        certificate, request->is_authority ? GNUTLS_KEY_KEY_CERT_SIGN | GNUTLS_KEY_CRL_SIGN : GNUTLS_KEY_DIGITAL_SIGNATURE);
  if (result >= 0 && request->is_authority) return constrain(certificate);
  if (result >= 0) result = gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
  for (size_t n = 0; result >= 0 && n < request->address_count; n++)
    result = gnutls_x509_crt_set_subject_alt_name(
        certificate, GNUTLS_SAN_IPADDRESS, request->addresses + 4 * n, 4, GNUTLS_FSAN_APPEND);
  if (result >= 0 && request->host)
    result = gnutls_x509_crt_set_subject_alt_name(
        certificate, GNUTLS_SAN_DNSNAME, request->host, (unsigned)strlen(request->host), GNUTLS_FSAN_APPEND);
  return result;
}

static int export_pem(int result, gnutls_datum_t *data, char **pem) {
  if (result < 0) return result;
  *pem = strndup((const char *)data->data, data->size);
  gnutls_free(data->data);
  return *pem ? 0 : GNUTLS_E_MEMORY_ERROR;
}

int vitrine_certificate_make(const struct vitrine_certificate_request *request, char **certificate, char **key) {
  gnutls_x509_crt_t made = NULL, issuer = NULL;
  gnutls_x509_privkey_t own = NULL, signer = NULL;
  *certificate = *key = NULL;
  int result = gnutls_x509_crt_init(&made);
  if (result >= 0) result = gnutls_x509_privkey_init(&own);
  if (result >= 0)
    result = gnutls_x509_privkey_generate(own, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
  if (result >= 0) result = gnutls_x509_crt_set_key(made, own);
  if (result >= 0) result = describe(made, request);
  if (result >= 0 && request->issuer_certificate) {
    gnutls_datum_t issuer_text = text(request->issuer_certificate), key_text = text(request->issuer_key);
    result = gnutls_x509_crt_init(&issuer);
    if (result >= 0) result = gnutls_x509_crt_import(issuer, &issuer_text, GNUTLS_X509_FMT_PEM);
    if (result >= 0) result = gnutls_x509_privkey_init(&signer);
    if (result >= 0) result = gnutls_x509_privkey_import(signer, &key_text, GNUTLS_X509_FMT_PEM);
  }
  if (result >= 0) result = name_key(made, issuer ? issuer : made);
  if (result >= 0) result = gnutls_x509_crt_sign2(made, issuer ? issuer : made, signer ? signer : own, GNUTLS_DIG_SHA256, 0);
  gnutls_datum_t data = {NULL, 0};
  if (result >= 0) result = export_pem(gnutls_x509_crt_export2(made, GNUTLS_X509_FMT_PEM, &data), &data, certificate);
  if (result >= 0) result = export_pem(gnutls_x509_privkey_export2(own, GNUTLS_X509_FMT_PEM, &data), &data, key);
  if (made) gnutls_x509_crt_deinit(made);
  if (issuer) gnutls_x509_crt_deinit(issuer);
  if (own) gnutls_x509_privkey_deinit(own);
  if (signer) gnutls_x509_privkey_deinit(signer);
  if (result < 0) {
    free(*certificate);
    free(*key);
    *certificate = *key = NULL;
  }
  return result < 0 ? result : 0;
}

static gnutls_x509_crt_t imported(const char *certificate) {
  gnutls_x509_crt_t read;
  gnutls_datum_t data = text(certificate);
  if (gnutls_x509_crt_init(&read) < 0) return NULL;
  if (gnutls_x509_crt_import(read, &data, GNUTLS_X509_FMT_PEM) >= 0) return read;
  gnutls_x509_crt_deinit(read);
  return NULL;
}

int64_t vitrine_certificate_expiry(const char *certificate, const char *key) {
  gnutls_x509_crt_t read = imported(certificate);
  if (!read) return -1;
  int64_t expiry = -1;
  gnutls_x509_privkey_t own;
  if (gnutls_x509_privkey_init(&own) >= 0) {
    gnutls_datum_t data = text(key);
    unsigned char of_certificate[64], of_key[64];
    size_t size = sizeof of_certificate, key_size = sizeof of_key;
    if (gnutls_x509_privkey_import(own, &data, GNUTLS_X509_FMT_PEM) >= 0 &&
        gnutls_x509_crt_get_key_id(read, GNUTLS_KEYID_USE_SHA256, of_certificate, &size) >= 0 &&
        gnutls_x509_privkey_get_key_id(own, GNUTLS_KEYID_USE_SHA256, of_key, &key_size) >= 0 && size == key_size &&
        memcmp(of_certificate, of_key, size) == 0)
      expiry = (int64_t)gnutls_x509_crt_get_expiration_time(read);
    gnutls_x509_privkey_deinit(own);
  }
  gnutls_x509_crt_deinit(read);
  return expiry;
}

int64_t vitrine_certificate_der(const char *certificate, uint8_t *der, size_t size) {
  gnutls_x509_crt_t read = imported(certificate);
  if (!read) return -1;
  int result = gnutls_x509_crt_export(read, GNUTLS_X509_FMT_DER, der, &size);
  gnutls_x509_crt_deinit(read);
  return result < 0 ? -1 : (int64_t)size;
}

int vitrine_certificate_digest(const char *certificate, uint8_t *digest) {
  gnutls_x509_crt_t read = imported(certificate);
  if (!read) return -1;
  size_t size = 32;
  int result = gnutls_x509_crt_get_fingerprint(read, GNUTLS_DIG_SHA256, digest, &size);
  gnutls_x509_crt_deinit(read);
  return result;
}

void *vitrine_tls_credentials(const char *chain, const char *key) {
  gnutls_certificate_credentials_t credentials;
  if (gnutls_certificate_allocate_credentials(&credentials) < 0) return NULL;
  gnutls_datum_t chain_text = text(chain), key_text = text(key);
  if (gnutls_certificate_set_x509_key_mem(credentials, &chain_text, &key_text, GNUTLS_X509_FMT_PEM) >= 0) return credentials;
  gnutls_certificate_free_credentials(credentials);
  return NULL;
}

void vitrine_tls_free_credentials(void *credentials) { gnutls_certificate_free_credentials(credentials); }

int vitrine_tls_accept(int descriptor) { return accept4(descriptor, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK); }

void *vitrine_tls_open(void *credentials, int descriptor) {
  gnutls_session_t session;
  if (gnutls_init(&session, GNUTLS_SERVER | GNUTLS_NONBLOCK | GNUTLS_NO_SIGNAL) < 0) return NULL;
  gnutls_datum_t protocol = text("http/1.1");
  if (gnutls_priority_set_direct(session, "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2", NULL) < 0 ||
      gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials) < 0 ||
      gnutls_alpn_set_protocols(session, &protocol, 1, 0) < 0) {
    gnutls_deinit(session);
    return NULL;
  }
  gnutls_transport_set_int(session, descriptor);
  return session;
}

void vitrine_tls_free(void *session) { gnutls_deinit(session); }

static int64_t outcome(ssize_t result) {
  if (result >= 0) return result;
  switch (result) {
  case GNUTLS_E_AGAIN:
  case GNUTLS_E_INTERRUPTED:
  case GNUTLS_E_WARNING_ALERT_RECEIVED: return vitrine_tls_again;
  // Another handshake in the middle is asked for by nobody who means well.
  default: return vitrine_tls_failed;
  }
}

int64_t vitrine_tls_handshake(void *session) { return outcome(gnutls_handshake(session)); }
int64_t vitrine_tls_read(void *session, void *bytes, size_t count) { return outcome(gnutls_record_recv(session, bytes, count)); }
int64_t vitrine_tls_write(void *session, const void *bytes, size_t count) {
  return outcome(gnutls_record_send(session, bytes, count));
}
int vitrine_tls_waits_to_write(void *session) { return gnutls_record_get_direction(session); }
int vitrine_tls_has_pending(void *session) { return gnutls_record_check_pending(session) > 0; }
void vitrine_tls_end(void *session) { gnutls_bye(session, GNUTLS_SHUT_WR); }
