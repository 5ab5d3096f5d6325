// What a change will do to the files, decided once and then only shown or executed.

package import VitrineSource

/// The edits of files that make one change, computed from one snapshot.
///
/// It is shown as a unified diff, and exactly what was shown is executed: every edit says which bytes it was computed from.
package struct Plan: Sendable, Hashable {
  /// What it does, as an order: "set status to library in 12 games".
  package var title: String
  /// The edits, one a path, in the order of their paths.
  package let edits: [FileEdit]

  /// A plan of the given edits, in any order.
  package init(_ title: String, _ edits: [FileEdit]) {
    self.title = title
    self.edits = edits.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// A path that has two edits, which no executor takes; nil in a sound plan.
  package var repeatedPath: String? {
    zip(edits, edits.dropFirst()).first { $0.path.utf8.elementsEqual($1.path.utf8) }?.0.path
  }
}

/// The change of one file.
package struct FileEdit: Sendable, Hashable {
  /// The file, relative to the catalogue's root.
  package var path: String
  /// What the file must hold for the change to be made.
  package var expected: ExpectedContent
  /// What becomes of it.
  package var change: ContentChange

  /// A change of the file at `path`.
  package init(path: String, expected: ExpectedContent, change: ContentChange) {
    self.path = path
    self.expected = expected
    self.change = change
  }

  /// A new file.
  package static func create(_ path: String, _ bytes: [UInt8]) -> FileEdit {
    FileEdit(path: path, expected: .absent, change: .replace(bytes))
  }

  /// The bytes afterwards, given those of now (nil where there is no file).
  ///
  /// Errors: nil where the edits overlap or reach past the end of `present`, so that they cannot have been made for it.
  package func result(on present: [UInt8]?) -> [UInt8]? {
    switch change {
    case .replace(let bytes): return bytes
    case .edits(let edits):
      guard let present else { return nil }
      var position: UInt32 = 0
      for edit in edits.sorted(by: { $0.range < $1.range }) {
        guard edit.range.start >= position, Int(edit.range.end) <= present.count else { return nil }
        position = edit.range.end
      }
      return edits.applied(to: present)
    }
  }
}

/// What a file must hold just before it is changed.
package enum ExpectedContent: Sendable, Hashable {
  /// There must be no file.
  case absent
  /// Exactly these bytes.
  case bytes([UInt8])
  /// Bytes with this digest.
  case digest(ContentDigest)

  /// True where the file's bytes (nil where there is no file) are as expected.
  package func matches(_ present: [UInt8]?) -> Bool {
    switch self {
    case .absent: present == nil
    case .bytes(let bytes): present == bytes
    case .digest(let digest): present.map { ContentDigest($0) == digest } ?? false
    }
  }
}

/// What becomes of a file.
package enum ContentChange: Sendable, Hashable {
  /// It holds these bytes.
  case replace([UInt8])
  /// These stretches of it are replaced; none overlap.
  case edits([TextEdit])
}
