// The text of a file that a plan writes, at hand or made when it is wanted.

/// What a file shall hold. Many new files need not be held all at once: a text can be made of what it follows from, each time somebody shows, hashes
/// or writes it, and is always the same.
package struct FileText: Sendable {
  private enum Source: Sendable {
    case bytes([UInt8])
    case made(any FileTextMaker, Int)
  }

  private let source: Source

  /// A text of these bytes.
  package init(_ bytes: [UInt8]) { source = .bytes(bytes) }

  /// The text of a number of what `maker` makes.
  package init(_ maker: any FileTextMaker, _ number: Int) { source = .made(maker, number) }

  /// The bytes.
  package var bytes: [UInt8] {
    switch source {
    case .bytes(let bytes): bytes
    case .made(let maker, let number): maker.text(number)
    }
  }

  /// The file outside the catalogue that has these bytes, where they are to be taken from it without being read whole; nil for others.
  package var original: OriginalFile? {
    switch source {
    case .bytes: nil
    case .made(let maker, let number): maker.original(number)
    }
  }
}

extension FileText: Hashable {
  /// True where both have the same bytes.
  package static func == (left: FileText, right: FileText) -> Bool { left.bytes == right.bytes }

  /// Feeds the bytes.
  package func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}

/// Makes texts of files. An object that never changes: the same number gives the same bytes, on any thread.
package protocol FileTextMaker: AnyObject, Sendable {
  /// The bytes of a text.
  func text(_ number: Int) -> [UInt8]
  /// The file that has these bytes, where the system can be asked to take them from it.
  func original(_ number: Int) -> OriginalFile?
}

extension FileTextMaker {
  /// None: the text is made.
  package func original(_ number: Int) -> OriginalFile? { nil }
}
