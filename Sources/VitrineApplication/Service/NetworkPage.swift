// The page of a catalogue as another device of the same person finds it.

/// How another device comes in.
package struct NetworkPage: Sendable, Hashable {
  /// The addresses of its start, without anything secret; none where it is closed to other devices.
  package var addresses: [String]
  /// The address that lets one device in, once.
  package var entry: String
  /// What a person types on a device in its place: six digits, good for ten minutes, once.
  package var code: String
  /// The SHA-256 digest of the certificate that vouches for the page.
  package var fingerprint: String
  /// Whether that certificate will be the same the next time.
  package var isKept: Bool
  /// The entry as a QR code, in lines of text; "" where there is none.
  package var picture: String

  /// The page on a network; all of it empty where it is closed.
  package init(
    addresses: [String] = [], entry: String = "", code: String = "", fingerprint: String = "", isKept: Bool = false,
    picture: String = ""
  ) {
    (self.addresses, self.entry, self.code) = (addresses, entry, code)
    (self.fingerprint, self.isKept, self.picture) = (fingerprint, isKept, picture)
  }
}
