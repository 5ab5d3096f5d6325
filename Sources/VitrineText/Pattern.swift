// A regular expression as JSON Schema's `pattern` means it: ECMA-262 in unicode mode, searched for anywhere in a text, in bounded time.

import Synchronization

/// A compiled ECMA-262 pattern.
///
/// What it finds never changes, and any number of threads may use it at once. Where ECMA-262 differs between its modes, unicode mode holds; but as in
/// its other mode (and as every validator without the `u` flag does) signs may be escaped that need not be (`\-`, `\@`), and `{`, `}` and `]`
/// may stand for themselves where they can mean nothing else.
///
/// Known to differ from ECMA-262: a lookbehind's alternatives must each have a fixed length, and a group's capture is kept from one round of
/// a repeat to the next.
///
/// Source: ECMA-262, section "RegExp (Regular Expression) Objects"; JSON Schema Core 2020-12, section 6.4.
package final class Pattern: Sendable {
  /// The pattern as it was written.
  package let source: String
  private let program: PatternProgram
  private let givenUp = Atomic(false)

  /// The longest pattern that is compiled, in bytes.
  package static let longest = 8192

  /// What a search came to.
  package enum Outcome: Sendable, Hashable {
    /// The pattern is found in the text.
    case matched
    /// It is not.
    case unmatched
    /// The search was given up, since it took more steps than any reasonable pattern needs.
    case exceeded
  }

  /// Compiles a pattern.
  ///
  /// Errors: throws where it is not ECMA-262, or beyond what can be compiled, with the place.
  package convenience init(ecma source: String) throws(PatternError) {
    try self.init(ecma: Array(source.utf8))
  }

  /// Compiles a pattern given as UTF-8.
  package init(ecma source: [UInt8]) throws(PatternError) {
    guard source.count <= Pattern.longest else {
      throw PatternError("the pattern is longer than \(Pattern.longest) bytes", at: Pattern.longest, .unsupported)
    }
    let translated = try PatternTranslator.translate(source)
    self.source = String(decoding: source, as: UTF8.self)
    program = try PatternProgram(translated)
  }

  /// Searches a text. Bytes that are not UTF-8 count as U+FFFD.
  package func outcome(in text: UnsafeBufferPointer<UInt8>) -> Outcome {
    program.search(text)
  }

  /// True where the pattern is found in one of many texts. It is given up sooner than in a text of its own, so that all of them together
  /// take steps in proportion to their length, however the pattern was made.
  package func isFound(inOneOfMany text: UnsafeBufferPointer<UInt8>) -> Bool {
    let outcome = program.search(text, isOneOfMany: true)
    if outcome == .exceeded { givenUp.store(true, ordering: .relaxed) }
    return outcome == .matched
  }

  /// True where it was given up in one of many texts, so that nobody knows whether it is found there.
  package var wasGivenUp: Bool { givenUp.load(ordering: .relaxed) }

  /// Searches a text given as an array.
  package func outcome(in text: [UInt8]) -> Outcome {
    text.withUnsafeBufferPointer { program.search($0) }
  }

  /// True where the pattern is found in the text; false also where the search was given up.
  package func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    program.search(text) == .matched
  }

  /// The same for a string.
  package func matches(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { program.search($0) == .matched }
  }
}

/// Why a pattern was not compiled.
package struct PatternError: Error, Sendable, Hashable {
  /// Whose fault it is.
  package enum Kind: Sendable, Hashable {
    /// The pattern is not ECMA-262.
    case syntax
    /// It is ECMA-262, but beyond what vitrine can search for. As a value of JSON Schema's format `regex` it is right.
    case unsupported
  }

  /// What is wrong: lower case, no full stop.
  package let message: String
  /// Where. Units: bytes of the pattern, counted from 0; the pattern's length where something is missing at its end.
  package let offset: Int
  /// Whether the pattern is wrong, or only not supported.
  package let kind: Kind

  init(_ message: String, at offset: Int, _ kind: Kind = .syntax) {
    self.message = message
    self.offset = offset
    self.kind = kind
  }
}
