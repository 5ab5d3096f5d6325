// The one door to GnuTLS: certificates, and sessions that a thread carries on.

import CGnuTLS
import Glibc
import VitrineSystem

/// A certificate and its key, as PEM.
struct Certificate: Sendable, Hashable {
  /// The certificate.
  let text: String
  /// Its key, which is a secret.
  let key: String

  /// What a certificate is to say.
  struct Request {
    /// Who it is of, as people read it.
    var name: String
    /// Whether others may be signed with it.
    var isAuthority = false
    /// From when to when it is valid. Units: seconds since 1970.
    var validity: Range<Int64>
    /// The addresses it is for.
    var addresses: [IPv4Address] = []
    /// The host name it is for.
    var host: String?
  }

  /// What was made before.
  init(text: String, key: String) { (self.text, self.key) = (text, key) }

  /// A new key and its certificate, signed by another, or by itself.
  ///
  /// Errors: the number of the library's.
  init(_ request: Request, signedBy issuer: Certificate? = nil) throws(TLSFailure) {
    let addresses = request.addresses.flatMap(\.bytes)
    var (text, key): (UnsafeMutablePointer<CChar>?, UnsafeMutablePointer<CChar>?) = (nil, nil)
    let texts: [String] = [request.name, request.host ?? "", issuer?.text ?? "", issuer?.key ?? ""]
    let names = texts.map { strdup($0) }
    defer { for name in names { free(name) } }
    guard let name = names[0] else { throw TLSFailure(number: -1) }
    let result = addresses.withUnsafeBufferPointer { addresses in
      var wanted = vitrine_certificate_request(
        name: name, is_authority: request.isAuthority ? 1 : 0, from: request.validity.lowerBound,
        until: request.validity.upperBound, addresses: addresses.baseAddress, address_count: request.addresses.count,
        host: request.host == nil ? nil : names[1], issuer_certificate: issuer == nil ? nil : names[2],
        issuer_key: issuer == nil ? nil : names[3])
      return vitrine_certificate_make(&wanted, &text, &key)
    }
    defer {
      free(text)
      free(key)
    }
    guard result == 0, let text, let key else { throw TLSFailure(number: result) }
    self.init(text: String(cString: text), key: String(cString: key))
  }

  /// Until when it is valid; nil for what is no certificate with its key. Units: seconds since 1970.
  var expiry: Int64? {
    let found = vitrine_certificate_expiry(text, key)
    return found < 0 ? nil : found
  }

  /// As browsers take it to install it: DER.
  var der: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 8_192)
    let count = vitrine_certificate_der(text, &bytes, bytes.count)
    return count < 0 ? [] : Array(bytes[..<Int(count)])
  }

  /// Its SHA-256 digest as people compare it: "3F:A0:…".
  var fingerprint: String {
    var digest = [UInt8](repeating: 0, count: 32)
    guard vitrine_certificate_digest(text, &digest) >= 0 else { return "" }
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined(separator: ":")
  }
}

/// What the library could not do.
struct TLSFailure: Error, Sendable {
  /// Its number.
  let number: Int32
}

/// What a server says of itself in a handshake. It stays as long as a session uses it.
///
/// `@unchecked`: they are never written after `init`; the library reads them from any thread.
final class TLSCredentials: @unchecked Sendable {
  fileprivate let pointer: UnsafeMutableRawPointer

  /// A certificate, with that of its issuer behind it.
  init(_ certificate: Certificate, issuer: Certificate) throws(TLSFailure) {
    guard let pointer = vitrine_tls_credentials(certificate.text + issuer.text, certificate.key) else {
      throw TLSFailure(number: -1)
    }
    self.pointer = pointer
  }

  deinit { vitrine_tls_free_credentials(pointer) }
}

/// The server's side of a session. Of one thread only.
struct TLSSession: ~Copyable {
  /// What a step came to.
  enum Step: Equatable {
    /// So many bytes; of what is read, 0 at its end.
    case done(Int)
    /// The socket has to be waited for.
    case again(toWrite: Bool)
    /// The session is over.
    case failed
  }

  /// The next connection of a listening socket; negative where there is none. Source: accept(2).
  static func accept(_ descriptor: Int32) -> Int32 { vitrine_tls_accept(descriptor) }

  private let pointer: UnsafeMutableRawPointer
  private let credentials: TLSCredentials

  /// A session on a connected socket that does not wait; nil where there is no memory.
  init?(_ credentials: TLSCredentials, on descriptor: Int32) {
    guard let pointer = vitrine_tls_open(credentials.pointer, descriptor) else { return nil }
    (self.pointer, self.credentials) = (pointer, credentials)
  }

  deinit { vitrine_tls_free(pointer) }

  private func step(_ result: Int64) -> Step {
    if result >= 0 { return .done(Int(result)) }
    return result == Int64(vitrine_tls_again) ? .again(toWrite: vitrine_tls_waits_to_write(pointer) != 0) : .failed
  }

  /// Goes on with the handshake.
  func shakeHands() -> Step { step(vitrine_tls_handshake(pointer)) }

  /// Reads.
  func read(into bytes: UnsafeMutableRawBufferPointer) -> Step {
    bytes.baseAddress.map { step(vitrine_tls_read(pointer, $0, bytes.count)) } ?? .failed
  }

  /// Writes; after `again` the same bytes have to be given again.
  func write(_ bytes: UnsafeRawBufferPointer) -> Step {
    bytes.baseAddress.map { step(vitrine_tls_write(pointer, $0, bytes.count)) } ?? .failed
  }

  /// Whether bytes are there that were read from the socket already.
  var hasPending: Bool { vitrine_tls_has_pending(pointer) != 0 }

  /// Says goodbye.
  func end() { vitrine_tls_end(pointer) }
}
