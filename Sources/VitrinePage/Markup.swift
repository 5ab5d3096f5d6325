// HTML as a value that cannot be built of anything unescaped: what stands in a literal is markup, what is interpolated is text.

import VitrineFormats
import VitrineSharing

/// A piece of an HTML document.
///
/// Shape: `"<p>\(title)</p>"` escapes the title; a `Markup` that is interpolated stays markup. Attributes stand in double quotes.
struct Markup: Sendable, ExpressibleByStringInterpolation {
  /// Collects the pieces of a literal.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var bytes: [UInt8] = []

    init(literalCapacity: Int, interpolationCount: Int) { bytes.reserveCapacity(literalCapacity + interpolationCount * 16) }

    mutating func appendLiteral(_ literal: String) { bytes += literal.utf8 }

    /// A text, which never becomes markup.
    mutating func appendInterpolation(_ text: String) { HTMLText.append(text, to: &bytes) }

    /// A number.
    mutating func appendInterpolation(_ number: Int) { bytes += String(number).utf8 }

    /// Markup as it is.
    mutating func appendInterpolation(_ markup: Markup) { bytes += markup.bytes }

    /// Markup as it is, or nothing.
    mutating func appendInterpolation(_ markup: Markup?) { bytes += markup?.bytes ?? [] }

    /// Several pieces, one behind the other.
    mutating func appendInterpolation(_ pieces: [Markup]) { for piece in pieces { bytes += piece.bytes } }

    /// A piece where a condition holds.
    mutating func appendInterpolation(_ markup: @autoclosure () -> Markup, if condition: Bool) {
      if condition { bytes += markup().bytes }
    }
  }

  /// The text of it, UTF-8.
  private(set) var bytes: [UInt8]

  init(stringLiteral text: String) { bytes = Array(text.utf8) }

  init(stringInterpolation: StringInterpolation) { bytes = stringInterpolation.bytes }

  /// Nothing.
  static let empty: Markup = ""

  /// A text, which never becomes markup.
  static func text(_ text: String) -> Markup { "\(text)" }

  static func += (left: inout Markup, right: Markup) { left.bytes += right.bytes }
}

extension [Markup] {
  /// The pieces with something between them.
  func joined(by separator: Markup) -> Markup {
    var all = Markup.empty
    for (place, piece) in enumerated() {
      if place > 0 { all += separator }
      all += piece
    }
    return all
  }
}
