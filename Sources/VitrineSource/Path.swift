// What a file is called: bytes. Two files whose names differ only in Unicode form are two files. Decision 0043 says why.

/// A path: one that is relative to the catalogue's root, with `/` between its parts and "" for the root itself, or an absolute one.
///
/// Equality, hashing and order are those of the bytes, never those of `String`, for which `é` is the same in both of its spellings. There is no
/// way to take a path for a text by accident: `string` is for formats and system calls, `shown` for people.
package struct Path: Hashable, Sendable {
  /// The bytes; in a `String`, so that a short path needs no memory of its own.
  @usableFromInline let text: String

  /// The path with the bytes of a text.
  @inlinable package init(_ text: String) { self.text = text }

  /// The same for a part of a text.
  @inlinable package init(_ text: Substring) { self.text = String(text) }

  /// A path of its own with the bytes of a slice.
  @inlinable package init(_ slice: Slice) { text = String(slice.text) }

  /// The path with these bytes; where they are not UTF-8, U+FFFD stands for what is wrong.
  package init(bytes: some Collection<UInt8>) { text = String(decoding: bytes, as: UTF8.self) }

  /// The catalogue's root.
  package static let root = Path("")

  /// True for the root of a catalogue.
  @inlinable package var isEmpty: Bool { text.isEmpty }

  /// True for a path from the root of the file system.
  @inlinable package var isAbsolute: Bool { text.utf8.first == 0x2F }

  /// The path as it is written in files and handed to the system. Never compare it: see `Path`.
  @inlinable package var string: String { text }

  /// The bytes.
  @inlinable package var utf8: String.UTF8View { text.utf8 }

  /// Calls `body` with the bytes.
  @inlinable package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    var text = text
    return try text.withUTF8(body)
  }

  /// All of the path, as a slice.
  @inlinable package var slice: Slice { Slice(text[...]) }

  /// Whether all bytes are the same.
  @inlinable package static func == (left: Path, right: Path) -> Bool {
    left.utf8.count == right.utf8.count && left.withUTF8 { left in right.withUTF8 { left.isEqual(to: $0) } }
  }

  /// Hashes the bytes.
  @inlinable package func hash(into hasher: inout Hasher) { withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }

  /// Whether two paths are written alike where Unicode calls two spellings of a character the same (canonical equivalence): for finding what a
  /// person meant, where no path has the very bytes.
  package func isCanonicallyEqual(to other: Path) -> Bool { text == other.text }

  /// The path as a key under which all its spellings are found.
  package var canonical: Canonical { Canonical(slice) }

  /// A key that is the same for all paths that are canonically equal.
  package struct Canonical: Hashable, Sendable {
    private let text: Substring

    /// The key of a path's part.
    package init(_ slice: Slice) { text = slice.text }
  }
}

extension Path: Comparable {
  /// Orders by bytes.
  @inlinable package static func < (left: Path, right: Path) -> Bool {
    left.withUTF8 { left in right.withUTF8 { left.isBefore($0) } }
  }
}

extension Path: ExpressibleByStringInterpolation {
  /// The path with the bytes of a literal.
  @inlinable package init(stringLiteral text: String) { self.text = text }
}

extension DefaultStringInterpolation {
  /// A path is not a text.
  @available(*, deprecated, message: "write 'shown' for people or 'string' for formats")
  package mutating func appendInterpolation(_ path: Path) { appendInterpolation(path.shown) }

  /// A path is not a text.
  @available(*, deprecated, message: "write 'shown' for people or 'string' for formats")
  package mutating func appendInterpolation(_ path: Path.Slice) { appendInterpolation(path.string) }
}

// MARK: parts

extension Path {
  /// The folder that it lies in; empty for what lies at the root.
  @inlinable package var folder: Slice { slice.folder }

  /// The last part.
  @inlinable package var name: Slice { slice.name }

  /// The path without the suffix of a record: its id in the catalogue.
  @inlinable package var stem: Slice { slice.stem }

  /// The parts between slashes.
  package var parts: [Slice] { slice.parts }

  /// The path of these parts.
  package init(parts: some Sequence<Slice>) {
    var text = ""
    for (index, part) in parts.enumerated() {
      if index > 0 { text += "/" }
      text += part.text
    }
    self.text = text
  }

  /// The path of something in this folder.
  package func appending(_ rest: Path) -> Path { appending(rest.text) }

  /// The same for a slice of a path.
  package func appending(_ rest: Slice) -> Path { appending(String(rest.text)) }

  /// The same for a name.
  package func appending(_ rest: String) -> Path {
    if text.isEmpty { return Path(rest) }
    if rest.isEmpty { return self }
    return Path(text.utf8.last == 0x2F ? text + rest : text + "/" + rest)
  }

  /// Where it is when the folder that it lies in becomes another; itself where it does not lie below the first.
  package func moved(from old: Path, to new: Path) -> Path { rest(below: old).map { new.appending($0) } ?? self }

  /// The path with something more at its very end, such as a suffix.
  package func adding(suffix: String) -> Path { Path(text + suffix) }

  /// Whether it ends with these bytes.
  @inlinable package func hasSuffix(_ suffix: String) -> Bool { slice.hasSuffix(suffix) }

  /// Whether it begins with these bytes, wherever its parts end.
  @inlinable package func starts(with text: String) -> Bool { utf8.starts(with: text.utf8) }

  /// Whether it is a folder's or lies below it, at any depth; everything lies below the root.
  @inlinable package func isWithin(_ folder: Path) -> Bool { rest(below: folder) != nil }

  /// What follows a folder's path: empty for the folder itself, nil for what does not lie below it.
  @inlinable package func rest(below folder: Path) -> Slice? {
    let (own, other) = (text.utf8, folder.text.utf8)
    if other.isEmpty { return slice }
    guard own.count >= other.count, own.starts(with: other) else { return nil }
    let end = own.index(own.startIndex, offsetBy: other.count)
    if end == own.endIndex || other.last == 0x2F { return Slice(text[end...]) }
    return own[end] == 0x2F ? Slice(text[own.index(after: end)...]) : nil
  }
}

extension Path {
  /// Some parts of a path, without a copy of them. Equality, hashing and order are those of the bytes.
  package struct Slice: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    @usableFromInline let text: Substring

    /// The slice with the bytes of a part of a text.
    @inlinable package init(_ text: Substring) { self.text = text }

    /// The slice with the bytes of a literal.
    @inlinable package init(stringLiteral text: String) { self.text = text[...] }

    /// True where there are no bytes.
    @inlinable package var isEmpty: Bool { text.isEmpty }

    /// The slice as it is written in files and handed to the system. Never compare it: see `Path`.
    @inlinable package var string: String { String(text) }

    /// The bytes.
    @inlinable package var utf8: Substring.UTF8View { text.utf8 }

    /// Calls `body` with the bytes.
    @inlinable package func withUTF8<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
      var text = text
      return try text.withUTF8(body)
    }

    /// Whether all bytes are the same.
    @inlinable package static func == (left: Slice, right: Slice) -> Bool {
      left.utf8.count == right.utf8.count && left.withUTF8 { left in right.withUTF8 { left.isEqual(to: $0) } }
    }

    /// Whether all bytes are the same.
    @inlinable package static func == (left: Slice, right: Path) -> Bool { left == right.slice }

    /// Hashes the bytes.
    @inlinable package func hash(into hasher: inout Hasher) { withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }

    /// Orders by bytes.
    @inlinable package static func < (left: Slice, right: Slice) -> Bool {
      left.withUTF8 { left in right.withUTF8 { left.isBefore($0) } }
    }

    /// Whether both are written alike where Unicode calls two spellings of a character the same (canonical equivalence).
    package func isCanonicallyEqual(to other: Slice) -> Bool { text == other.text }

    /// The slice as a key under which all its spellings are found.
    package var canonical: Canonical { Canonical(self) }

    /// The parts between slashes.
    package var parts: [Slice] { text.utf8.split(separator: 0x2F).map { Slice(text[$0.startIndex..<$0.endIndex]) } }

    /// The folder that it lies in; empty for what lies at the root.
    @inlinable package var folder: Slice {
      guard let slash = text.utf8.lastIndex(of: 0x2F) else { return "" }
      return Slice(text[..<slash])
    }

    /// The folder above this one; nil for the root.
    @inlinable package var parent: Slice? { isEmpty ? nil : folder }

    /// The last part.
    @inlinable package var name: Slice {
      guard let slash = text.utf8.lastIndex(of: 0x2F) else { return self }
      return Slice(text[text.utf8.index(after: slash)...])
    }

    /// The slice without the suffix of a record.
    package var stem: Slice {
      for suffix in Path.recordSuffixes where hasSuffix(suffix) { return dropping(suffix: suffix) }
      return self
    }

    /// What follows these bytes at its beginning; nil where it begins otherwise.
    package func rest(after start: Slice) -> Slice? {
      utf8.starts(with: start.utf8) ? Slice(Substring(utf8.dropFirst(start.utf8.count))) : nil
    }

    /// The slice without these bytes at its end, where it ends with them.
    package func dropping(suffix: String) -> Slice {
      hasSuffix(suffix) ? Slice(Substring(text.utf8.dropLast(suffix.utf8.count))) : self
    }

    /// The slice up to its last dot, and the rest with it.
    package var suffixed: (start: Slice, suffix: Slice) {
      let dot = utf8.lastIndex(of: 0x2E) ?? utf8.endIndex
      return (Slice(text[..<dot]), Slice(text[dot...]))
    }

    /// Whether it ends with these bytes.
    @inlinable package func hasSuffix(_ suffix: String) -> Bool {
      let (own, other) = (text.utf8, suffix.utf8)
      return own.count >= other.count && own.suffix(other.count).elementsEqual(other)
    }
  }

  /// The suffixes that a record's file may have.
  package static let recordSuffixes = [".yaml", ".yml"]

  /// Whether it ends as the file of a record does.
  package var isRecordFile: Bool { stem.utf8.count < utf8.count }

  /// Whether, of two records of one thing, the one at `left` is the first: `hades.yaml` before `hades-2.yaml`, as they are made.
  package static func isFirst(_ left: Path, before right: Path) -> Bool {
    let (leftStem, rightStem) = (left.stem, right.stem)
    return leftStem == rightStem ? left < right : leftStem < rightStem
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether another text has the same bytes; both have the same length.
  @usableFromInline func isEqual(to other: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in indices where self[index] != other[index] { return false }
    return true
  }

  /// Whether it comes before another text in the order of bytes.
  @usableFromInline func isBefore(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    let shared = Swift.min(count, other.count)
    for index in 0..<shared where self[index] != other[index] { return self[index] < other[index] }
    return count < other.count
  }
}
