// A Swift text taken apart far enough for the house rules: code on one side, comments and literals on the other.

import Glibc

/// The code of a Swift text, and its string literals.
struct SwiftText {
  /// The lines of the text as they stand.
  let lines: [Substring]
  /// The same lines with every comment and every string literal's content blanked, so that a word found here is code.
  let code: [Substring]
  /// The lines of `code` in one.
  let allCode: String
  /// The string literals, with the line (from 1) each begins in. An interpolation leaves a `\()` behind.
  let literals: [(line: Int, text: String)]

  /// Takes a text apart.
  init(_ text: String) {
    var scanner = Scanner(bytes: Array(text.utf8))
    scanner.readCode(until: nil)
    lines = Self.lines(of: text)
    allCode = String(decoding: scanner.code, as: UTF8.self)
    code = Self.lines(of: allCode)
    literals = scanner.literals
  }

  /// The numbers (from 0) of the lines whose code holds a word: a quick look before a regular expression is asked.
  func linesOfCode(holding word: String) -> [Int] {
    allCode.holds(word) ? code.indices.filter { code[$0].holds(word) } : []
  }

  private static func lines(of text: String) -> [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { Substring($0) }
  }
}

extension StringProtocol {
  /// Whether a text stands somewhere in this one, byte by byte: `contains(_:)` costs a hundred times as much in a debug build.
  func holds(_ text: String) -> Bool {
    let found = utf8.withContiguousStorageIfAvailable { whole in
      text.utf8.withContiguousStorageIfAvailable { part in search(whole, for: part) }
    }
    return (found ?? nil) ?? false
  }

  private func search(_ whole: UnsafeBufferPointer<UInt8>, for part: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = part.first, part.count <= whole.count, let start = whole.baseAddress, let wanted = part.baseAddress else {
      return false
    }
    var at = 0
    while let found = memchr(start + at, Int32(first), whole.count - at) {
      at = UnsafeRawPointer(found) - UnsafeRawPointer(start)
      if at + part.count > whole.count { return false }
      if memcmp(start + at, wanted, part.count) == 0 { return true }
      at += 1
    }
    return false
  }
}

/// Reads a text once, byte by byte.
private struct Scanner {
  let bytes: [UInt8]
  var at = 0
  var line = 1
  var code: [UInt8] = []
  var literals: [(line: Int, text: String)] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
    code.reserveCapacity(bytes.count)
  }

  func peek(_ ahead: Int = 0) -> UInt8 { at + ahead < bytes.count ? bytes[at + ahead] : 0 }

  func sees(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[at + $0] == text.utf8Start[$0] }
  }

  /// Passes a byte: as code, or blanked.
  mutating func pass(asCode: Bool) {
    let byte = bytes[at]
    if byte == UInt8(ascii: "\n") { line += 1 }
    code.append(asCode || byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " "))
    at += 1
  }

  mutating func skip(_ count: Int) {
    for _ in 0..<count where at < bytes.count { pass(asCode: false) }
  }

  /// Reads code to the end, or to the parenthesis that closes an interpolation.
  mutating func readCode(until close: UInt8?) {
    var depth = 0
    while at < bytes.count {
      if sees("//") {
        while at < bytes.count, peek() != UInt8(ascii: "\n") { pass(asCode: false) }
      } else if sees("/*") {
        readBlockComment()
      } else if peek() == UInt8(ascii: "\"") {
        readLiteral(hashes: 0)
      } else if peek() == UInt8(ascii: "#"), let hashes = hashesBeforeQuote() {
        readLiteral(hashes: hashes)
      } else {
        if close != nil {
          if peek() == UInt8(ascii: "(") { depth += 1 }
          if peek() == close {
            if depth == 0 { return }
            depth -= 1
          }
        }
        pass(asCode: true)
      }
    }
  }

  mutating func readBlockComment() {
    var depth = 0
    repeat {
      if sees("/*") {
        depth += 1
        skip(2)
      } else if sees("*/") {
        depth -= 1
        skip(2)
      } else {
        skip(1)
      }
    } while depth > 0 && at < bytes.count
  }

  func hashesBeforeQuote() -> Int? {
    var count = 0
    while peek(count) == UInt8(ascii: "#") { count += 1 }
    return peek(count) == UInt8(ascii: "\"") ? count : nil
  }

  mutating func readLiteral(hashes: Int) {
    let first = line
    skip(hashes)
    let isLong = sees("\"\"\"")
    let quotes = isLong ? 3 : 1
    skip(quotes)
    var text: [UInt8] = []
    while at < bytes.count {
      if closes(quotes: quotes, hashes: hashes) {
        skip(quotes + hashes)
        break
      }
      if !isLong, peek() == UInt8(ascii: "\n") { break }
      if peek() == UInt8(ascii: "\\"), (1...max(hashes, 1)).allSatisfy({ hashes == 0 || peek($0) == UInt8(ascii: "#") }) {
        let escaped = peek(1 + hashes)
        text.append(UInt8(ascii: "\\"))
        text.append(escaped)
        skip(2 + hashes)
        if escaped == UInt8(ascii: "(") {
          readCode(until: UInt8(ascii: ")"))
          skip(1)
          text.append(UInt8(ascii: ")"))
        }
        continue
      }
      text.append(peek())
      skip(1)
    }
    literals.append((first, String(decoding: text, as: UTF8.self)))
  }

  func closes(quotes: Int, hashes: Int) -> Bool {
    (0..<quotes).allSatisfy { peek($0) == UInt8(ascii: "\"") }
      && (0..<hashes).allSatisfy { peek(quotes + $0) == UInt8(ascii: "#") }
  }
}
