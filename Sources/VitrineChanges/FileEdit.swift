// The parts of a plan: what becomes of one file, and what it must be for that.

package import VitrineSource

/// The change of one file.
package struct FileEdit: Sendable, Hashable {
  /// The file, relative to the catalogue's root.
  package var path: Path
  /// What the file must hold for the change to be made.
  package var expected: ExpectedContent
  /// What becomes of it.
  package var change: ContentChange

  /// A change of the file at `path`.
  package init(path: Path, expected: ExpectedContent, change: ContentChange) {
    self.path = path
    self.expected = expected
    self.change = change
  }

  /// A new file.
  package static func create(_ path: Path, _ bytes: [UInt8]) -> FileEdit { create(path, FileText(bytes)) }

  /// A new file whose text may be made when it is wanted.
  package static func create(_ path: Path, _ text: FileText) -> FileEdit {
    FileEdit(path: path, expected: .absent, change: .replace(text))
  }

  /// A file that goes to the trash. An image is expected by its `.file(…)`, so that nobody reads it whole.
  package static func remove(_ path: Path, expecting expected: ExpectedContent) -> FileEdit {
    FileEdit(path: path, expected: expected, change: .remove)
  }

  /// The bytes afterwards, given those of now (nil where there is no file).
  ///
  /// Errors: nil where the edits overlap or reach past the end of `present`, so that they cannot have been made for it; and nil for
  /// a removal, after which there are none.
  package func result(on present: [UInt8]?) -> [UInt8]? { text(on: present)?.bytes }

  /// The same as a text, which is not made for that.
  package func text(on present: [UInt8]?) -> FileText? {
    switch change {
    case .remove: return nil
    case .replace(let text): return text
    case .edits(let edits):
      guard let present else { return nil }
      var position: UInt32 = 0
      for edit in edits.sorted(by: { $0.range < $1.range }) {
        guard edit.range.start >= position, Int(edit.range.end) <= present.count else { return nil }
        position = edit.range.end
      }
      return FileText(edits.applied(to: present))
    }
  }
}

/// The move of one file to a place where nothing stands.
package struct FileMove: Sendable, Hashable {
  /// Where it stands, relative to the catalogue's root.
  package var from: Path
  /// Where it shall stand; the folders it needs are made.
  package var to: Path
  /// What it must hold for that.
  package var expected: ExpectedContent

  /// A move of the file at `from`.
  package init(from: Path, to: Path, expected: ExpectedContent) {
    self.from = from
    self.to = to
    self.expected = expected
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
  /// A file that the system describes so: for files that are moved or removed without being read, such as images.
  case file(FileTrace)

  /// True where the file's bytes (nil where there is no file) are as expected; false for `.file`, of which bytes say nothing.
  package func matches(_ present: [UInt8]?) -> Bool {
    switch self {
    case .absent: present == nil
    case .bytes(let bytes): present == bytes
    case .digest(let digest): present.map { ContentDigest($0) == digest } ?? false
    case .file: false
    }
  }
}

/// What tells that a file is the same without its bytes.
package struct FileTrace: Sendable, Hashable {
  /// Units: bytes.
  package var size: Int
  /// When its bytes last changed. Units: nanoseconds since 1970.
  package var modified: Int64
  /// The file's number within its device; 0 where any will do.
  package var inode: UInt64

  /// A trace of these values.
  package init(size: Int, modified: Int64, inode: UInt64 = 0) {
    self.size = size
    self.modified = modified
    self.inode = inode
  }

  /// True where a file with the other trace is that same file, as far as can be told.
  package func matches(_ other: FileTrace) -> Bool {
    size == other.size && modified == other.modified && (inode == other.inode || inode == 0 || other.inode == 0)
  }
}

/// What becomes of a file.
package enum ContentChange: Sendable, Hashable {
  /// It holds this text.
  case replace(FileText)
  /// These stretches of it are replaced; none overlap.
  case edits([TextEdit])
  /// It goes to the trash.
  case remove

  /// True where it goes.
  package var isRemoval: Bool { if case .remove = self { true } else { false } }
}
