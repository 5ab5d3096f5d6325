// The text that a person finds in the editor for a new record: every field, with words about it, ready to be filled in.

package import VitrineModel

/// Templates of new records.
package enum RecordTemplate {
  /// The widest line of words. In characters.
  private static let width = 100

  /// The template of a kind: required fields to be filled in, the others behind `#`.
  package static func text(of kind: Kind) -> String {
    var lines = [
      "# A new \(kind.name). Fill in what follows, save and close; delete all of it to write nothing.",
      "# Lines that begin with '#' are left out.", "",
    ]
    let fields = kind.fields.filter { $0.path.names.count == 1 && $0.initial == nil }
    for field in fields {
      lines += words(about: field)
      lines += self.lines(field, kind)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// What a person wrote, without the lines of comments that stood in the template; "" where nothing is left.
  package static func written(_ text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("#") }
    while let first = lines.first, first.allSatisfy(\.isWhitespace) { lines.removeFirst() }
    while let last = lines.last, last.allSatisfy(\.isWhitespace) { lines.removeLast() }
    return lines.isEmpty ? "" : lines.joined(separator: "\n") + "\n"
  }

  /// What is wrong with a text that a person wrote.
  package struct Remark: Sendable {
    /// What is wrong.
    package var words: String
    /// The field at the top of the record that it is about; "" for none.
    package var key: String
    /// The line of `written` that it is about, counted from 1; nil where only the key is known.
    package var line: Int?

    /// A remark about a field or a line.
    package init(_ words: String, key: String = "", line: Int? = nil) {
      self.words = words
      self.key = key
      self.line = line
    }
  }

  /// What begins a line with a remark.
  private static let remark = "#! "

  /// A text that a person wrote, with remarks behind the lines that they are about, or at the top; to be edited again.
  package static func annotated(_ text: String, with remarks: [Remark]) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix(remark) }
    let own = lines.indices.filter { !lines[$0].hasPrefix("#") }.drop { lines[$0].allSatisfy(\.isWhitespace) }
    var behind: [Int: [String]] = [:]
    for one in remarks {
      let place = one.line.flatMap { own.dropFirst($0 - 1).first } ?? own.first { lines[$0].hasPrefix(one.key + ":") }
      behind[place ?? -1, default: []].append(remark + one.words)
    }
    let annotated = lines.indices.flatMap { [String(lines[$0])] + (behind[$0] ?? []) }
    return ((behind[-1] ?? []) + annotated).joined(separator: "\n")
  }

  private static func words(about field: Kind.Field) -> [String] {
    var words = field.description.split(whereSeparator: \.isWhitespace).map(String.init)
    if !field.values.isEmpty, field.values.count <= 24, field.meaning == .enumeration {
      words += ["One", "of:"] + field.values.joined(separator: ", ").split(separator: " ").map(String.init)
    }
    var lines: [String] = []
    var line = "#"
    for word in words {
      if line.count + word.count + 1 > width {
        lines.append(line)
        line = "#"
      }
      line += " " + word
    }
    return line == "#" ? lines : lines + [line]
  }

  private static func lines(_ field: Kind.Field, _ kind: Kind) -> [String] {
    let name = field.path.names.last ?? ""
    let mark = field.isRequired ? "" : "# "
    guard field.isMap else { return [mark + name + (field.isOwnList ? ": []" : ":")] }
    let members = kind.fields.filter { $0.path.names.dropLast().elementsEqual(field.path.names) }
    if field.isOwnList {
      let example = members.prefix(3).map { ($0.path.names.last ?? "") + ": …" }.joined(separator: ", ")
      return [mark + name + ": []  # - {\(example)}"]
    }
    return [mark + name + ":"]
      + members.map { member in
        let own = (member.path.names.last ?? "") + (member.isOwnList ? ": []" : ":")
        return field.isRequired && member.isRequired ? "  " + own : "#   " + own
      }
  }
}
