// What makes two records the same thing.

import VitrineSchema
package import VitrineSource
package import VitrineSyntax
import VitrineText

/// One part of a kind's identity: a field, and how its value is compared.
package struct IdentityPart: Sendable, Hashable {
  /// How a value becomes part of a key.
  package enum Fold: String, Sendable {
    /// Letters and digits only, case and marks ignored: `Folding.identity`.
    case alphanumeric
    /// Case, marks and blanks ignored: `Folding.vocabulary`.
    case `case`
    /// The value as it is written.
    case exact
  }

  /// The field.
  package let field: FieldPath
  /// The comparison.
  package let fold: Fold
  /// True where a record without the field has no identity; else an absent value counts as empty.
  package let isRequired: Bool

  /// A part of the given field and comparison.
  package init(field: FieldPath, fold: Fold, isRequired: Bool) {
    self.field = field
    self.fold = fold
    self.isRequired = isRequired
  }
}

/// A record's identity: unique among the records of its kind.
package struct Identity: Sendable, Hashable {
  /// The folded values with a separator after each but the last.
  package var key: [UInt8]
  /// The length of the first part of the key, which is the one a person reads.
  package var leadCount: Int
  /// The first part's value in the text.
  package var range: ByteRange

  /// The byte between two parts; it stands in no folded value.
  package static let separator: UInt8 = 0x1F

  /// The key as a person may read it: `chronotrigger 19950311`.
  package var readable: String {
    String(decoding: key.map { $0 == Self.separator ? 0x20 : $0 }, as: UTF8.self)
  }

  /// The first part.
  package var lead: ArraySlice<UInt8> { key[..<leadCount] }
  /// What follows the first part.
  package var rest: ArraySlice<UInt8> { key[leadCount...] }
}

extension Identity {
  /// What reading an identity gives.
  package enum Reading: Sendable {
    /// All parts are there.
    case identity(Identity)
    /// A part is missing, is no scalar or is nothing but blanks; the schema says so.
    case missing
    /// A text part has neither letters nor digits.
    case empty(ByteRange)
  }

  /// The identity of a record by its kind's parts.
  package static func read(_ parts: [IdentityPart], _ reader: TreeReader, root: NodeID) -> Reading {
    var key: [UInt8] = []
    switch append(parts, reader, root: root, to: &key) {
    case .key(let leadCount, let range): return .identity(Identity(key: key, leadCount: leadCount, range: range))
    case .missing: return .missing
    case .empty(let range): return .empty(range)
    }
  }

  /// What appending a key gives.
  package enum Appending: Sendable {
    /// The key was appended: the length of its first part, and where that stands in the text.
    case key(leadCount: Int, range: ByteRange)
    /// As `Reading.missing`; nothing was appended.
    case missing
    /// As `Reading.empty`; nothing was appended.
    case empty(ByteRange)
  }

  /// Appends the key of a record's identity to `bytes`.
  package static func append(
    _ parts: [IdentityPart], _ reader: TreeReader, root: NodeID, to bytes: inout [UInt8]
  ) -> Appending {
    let start = bytes.count
    var leadCount = 0
    var range: ByteRange?
    for (index, part) in parts.enumerated() {
      if index > 0 { bytes.append(separator) }
      guard let value = part.field.firstValue(reader, from: root), reader.resolved(value).isScalar,
        reader.resolved(value).kind != .null
      else {
        guard part.isRequired else { continue }
        bytes.removeLast(bytes.count - start)
        return .missing
      }
      let content = reader.content(value)
      let before = bytes.count
      switch part.fold {
      case .alphanumeric: Folding.identity(content, into: &bytes)
      case .case: Folding.vocabulary(content, into: &bytes)
      case .exact: bytes.append(contentsOf: content)
      }
      guard bytes.count > before else {
        bytes.removeLast(bytes.count - start)
        return SurroundingSpace.isBlank(content) ? .missing : .empty(reader.node(value).range)
      }
      if index == 0 { leadCount = bytes.count - start }
      if range == nil { range = reader.node(value).range }
    }
    if let range { return .key(leadCount: leadCount, range: range) }
    bytes.removeLast(bytes.count - start)
    return .missing
  }
}
