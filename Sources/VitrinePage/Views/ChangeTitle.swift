// What a change did, in the language of the page: the journal keeps it as an order, in English.

import VitrineCatalog
import VitrineChanges
import VitrineJournal

/// The titles of changes for people.
enum ChangeTitle {
  /// The title of the change of a number, as of `text`; its number where the journal does not know it any more.
  static func text(of number: Int, _ request: PageRequest) -> String {
    let record = try? Journal(root: request.catalogue.root).record(number)
    return record.map { text($0.entry.head.title, request.words) } ?? String(number)
  }

  /// The title of a change: as a thing that was done where the page makes such changes itself, else as it was planned.
  static func text(_ title: String, _ words: PageWords) -> String {
    guard let (key, whose, more) = parts(title) else { return words.said(title) }
    let count = whose.split(separator: " ").first.flatMap { Int($0) }
    guard let shown = whose.hasPrefix("'") ? whose : count.map({ words("log.some", count: $0) }) else { return words.said(title) }
    return words(key, shown) + (more.isEmpty ? "" : " (\(more))")
  }

  /// The key of the words for a title, whose records it changed, and what became of them.
  private static func parts(_ title: String) -> (key: String, whose: String, more: String)? {
    func rest(_ start: String) -> String? { title.hasPrefix(start) ? String(title.dropFirst(start.count)) : nil }
    if rest("write the new ") != nil, let name = quoted(title) { return ("log.new", name, "") }
    if rest("put the photos of ") != nil || rest("show the photos of ") != nil, let name = quoted(title) {
      return ("log.order", name, "")
    }
    if let name = rest("caption a photo of ") { return ("log.caption", name, "") }
    if let rest = rest("add "), let (what, whose) = records(rest, behind: " to "),
      what.hasSuffix("photo") || what.hasSuffix("photos")
    {
      return ("log.addPhotos", whose, "")
    }
    for (order, word, sign) in [("add ", " to ", "+"), ("take ", " from ", "−")] {
      if let rest = rest(order), let (change, whose) = records(rest, behind: " in "),
        let (value, field) = split(change, atLast: word), field != "the list"
      {
        return ("log.set", whose, "\(name(of: field)) \(sign) \(value)")
      }
    }
    if let rest = rest("change "), let (fields, whose) = records(rest, behind: " in ") {
      return ("log.set", whose, fields.hasSuffix(" fields") ? "" : name(of: fields))
    }
    if let rest = rest("set "), let (change, whose) = records(rest, behind: " in ") {
      let sides = split(change, atFirst: " to ")
      return ("log.set", whose, sides.map { "\(name(of: $0.before)) → \($0.after)" } ?? name(of: change))
    }
    if let rest = rest("edit ") { return ("log.edit", rest, "") }
    if let rest = rest("move "), let name = quoted(title), let (_, goal) = split(rest, atLast: "' to ") {
      return ("log.move", name, goal)
    }
    guard let rest = rest("remove ") else { return nil }
    if let (_, whose) = records(rest, behind: " from ") { return ("log.removePhotos", whose, "") }
    if let (field, whose) = records(rest, behind: " in ") { return ("log.set", whose, name(of: field)) }
    return ("log.remove", quoted(rest) ?? rest, "")
  }

  /// What stands in a title before the records that it ends with, and those: the name of one in quotation marks, or how many.
  private static func records(_ text: String, behind word: String) -> (before: String, whose: String)? {
    let isNamed = text.hasSuffix("'")
    guard let (before, after) = split(text, atLast: isNamed ? word + "'" : word), isNamed || after.first?.isNumber == true else {
      return nil
    }
    return (before, isNamed ? "'" + after : after)
  }

  /// What a person calls a field: `progress status` for `progress_status`.
  private static func name(of field: String) -> String { String(field.map { $0 == "_" ? " " : $0 }) }

  /// The first name between quotation marks in a text, with them.
  private static func quoted(_ text: String) -> String? {
    guard let start = text.firstIndex(of: "'") else { return nil }
    let name = String(text[start...])
    let ends = ["' with ", "' and ", "' in order", "' as they", "' to "].compactMap { split(name, atFirst: $0)?.before.count }
    if let end = ends.min() { return name.prefix(end) + "'" }
    return name.hasSuffix("'") && name.count > 1 ? name : nil
  }

  private static func split(_ text: String, atFirst word: String) -> (before: String, after: String)? {
    let (text, word) = (Array(text), Array(word))
    return text.indices.first { text[$0...].starts(with: word) }.map { halves(text, $0, word.count) }
  }

  private static func split(_ text: String, atLast word: String) -> (before: String, after: String)? {
    let (text, word) = (Array(text), Array(word))
    return text.indices.last { text[$0...].starts(with: word) }.map { halves(text, $0, word.count) }
  }

  private static func halves(_ text: [Character], _ place: Int, _ length: Int) -> (before: String, after: String) {
    (String(text[..<place]), String(text[(place + length)...]))
  }
}
