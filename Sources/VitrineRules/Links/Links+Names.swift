// Which records have a name: what planners ask before they write one.

package import VitrineSource

extension Links {
  /// The records of a kind whose identity has these bytes.
  package func records(withIdentity key: [UInt8], ofKind kind: Int) -> [Int] {
    identities.records(withKey: key, ofKind: kind, records)
  }

  /// The records of any kind whose id, or the last part of it, Unicode calls the same as a text's id.
  package func records(named text: Path) -> [Int] { references.records(named: text, kinds.indices, records) }

  /// The records with references that would mean the one at a path, were there no other; in byte order of their paths.
  package func users(ofNamesOf path: Path) -> [Int] { references.users(ofNamesOf: path, records) }
}
