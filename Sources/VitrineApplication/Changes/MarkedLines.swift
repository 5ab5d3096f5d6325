// Lines of a setup among those of somebody else, between two marks.

/// The marks around lines that a command wrote, and may take away again.
package struct MarkedLines: Sendable {
  private let first: String
  private let last: String

  /// The marks of a command, as comments of the file's language.
  package init(comment: String, writer: String) {
    first = "\(comment) \(writer) begins"
    last = "\(comment) \(writer) ends"
  }

  /// The lines with their marks.
  func lines(_ lines: [String], indent: String = "") -> [String] { [indent + first] + lines + [indent + last] }

  /// Whether there is a block.
  func isIn(_ lines: [String]) -> Bool { lines.contains { isMark($0, first) } }

  /// Puts a block in, in the place of an earlier one.
  func inserted(_ block: [String], into lines: [String], at place: Int) -> [String] {
    var result = removed(from: lines)
    result.insert(contentsOf: self.lines(block), at: min(place, result.count))
    return result
  }

  /// Takes a block out; one without an end stays.
  func removed(from lines: [String]) -> [String] {
    guard let start = lines.firstIndex(where: { isMark($0, first) }),
      let end = lines[start...].firstIndex(where: { isMark($0, last) })
    else { return lines }
    var result = lines
    result.removeSubrange(start...end)
    return result
  }

  private func isMark(_ line: String, _ mark: String) -> Bool { line.drop { $0 == " " } == mark }

  /// The lines of a text; none where there is no text.
  static func lines(of text: [UInt8]?) -> [String] {
    guard let text, !text.isEmpty else { return [] }
    var lines = String(decoding: text, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  /// The text of lines; nil where there are none.
  static func bytes(_ lines: [String]) -> [UInt8]? {
    lines.isEmpty ? nil : Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}
