// The authority that vouches for this machine to the other devices of one person.

import Glibc
import VitrineSystem

/// A certificate authority of one person's own: made once, kept where only that user reads, and good for addresses of private networks and names that end in '.local'
/// alone, so that whoever installs it trusts nobody with anything else. Decision 0087 says why.
package struct LocalAuthority: Sendable {
  private let certificate: Certificate
  /// Whether it is kept for the next time.
  package let isKept: Bool

  /// Units: seconds.
  private static let day: Int64 = 86_400
  /// How long it is valid, and how long before its end another is made.
  private static let (life, rest): (Int64, Int64) = (3_650 * day, 400 * day)
  /// How long what it signs is valid. Source: what Apple's devices take at the most, 398 days.
  private static let leafLife: Int64 = 397 * day

  /// The authority in a folder; made where there is none, or its time is nearly over. Without a folder it lasts as long as the value.
  ///
  /// Errors: no certificate can be made.
  package init(folder: String?, now: Int64) throws(TLSProblem) {
    if let folder, let kept = Self.read(folder), let expiry = kept.expiry, expiry > now + Self.rest {
      (certificate, isKept) = (kept, true)
      return
    }
    do throws(TLSFailure) {
      certificate = try Certificate(
        Certificate.Request(
          name: "vitrine on \(Self.hostName ?? "this machine")", isAuthority: true, validity: now - Self.day..<now + Self.life))
    } catch {
      throw TLSProblem("no certificate can be made (GnuTLS \(error.number))")
    }
    isKept = folder.map { [certificate] in Self.write(certificate, to: $0) } ?? false
  }

  /// What browsers and telephones install: DER.
  package var installable: [UInt8] { certificate.der }

  /// The SHA-256 digest of that, as people compare it.
  package var fingerprint: String { certificate.fingerprint }

  /// What a server on these addresses shows.
  func credentials(for addresses: [IPv4Address], now: Int64) throws(TLSProblem) -> TLSCredentials {
    do throws(TLSFailure) {
      let request = Certificate.Request(
        name: Self.localName ?? addresses.first?.description ?? "vitrine", validity: now - Self.day..<now + Self.leafLife,
        addresses: addresses, host: Self.localName)
      return try TLSCredentials(Certificate(request, signedBy: certificate), issuer: certificate)
    } catch {
      throw TLSProblem("no certificate can be made (GnuTLS \(error.number))")
    }
  }

  /// The name by which devices on the same network find this machine where it answers multicast DNS; nil where its name is none.
  /// Source: RFC 6762.
  package static var localName: String? { hostName.map { $0 + ".local" } }

  private static var hostName: String? {
    var bytes = [CChar](repeating: 0, count: 256)
    guard gethostname(&bytes, 255) == 0 else { return nil }
    let known = bytes.prefix { $0 != 0 && $0 != CChar(UInt8(ascii: ".")) }.map { UInt8(bitPattern: $0) }
    let name = String(decoding: known, as: UTF8.self).lowercased()
    let isName = name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || $0 == UInt8(ascii: "-") }
    return isName && (1...63).contains(name.utf8.count) ? name : nil
  }

  // MARK: the folder

  private static func paths(_ folder: String) -> (text: String, key: String) {
    (folder + "/authority.pem", folder + "/authority-key.pem")
  }

  private static func read(_ folder: String) -> Certificate? {
    let paths = paths(folder)
    guard let text = PrivateFile.read(paths.text), let key = PrivateFile.read(paths.key) else { return nil }
    return Certificate(text: text, key: key)
  }

  /// Writes both files, the key first, each whole or not at all. False where that fails: the authority serves all the same.
  private static func write(_ certificate: Certificate, to folder: String) -> Bool {
    guard PrivateFile.makeFolder(folder) else { return false }
    let paths = paths(folder)
    return PrivateFile.write(certificate.key, to: paths.key) && PrivateFile.write(certificate.text, to: paths.text)
  }
}

/// Why there is no TLS.
package struct TLSProblem: Error, Sendable, Equatable, CustomStringConvertible {
  /// The message for a person.
  package let description: String

  /// A problem in words.
  package init(_ description: String) { self.description = description }
}
