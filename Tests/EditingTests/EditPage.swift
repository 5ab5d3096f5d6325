// A page of edits that reads like a manual: a text, what is to change, the text after it, and how many bytes it took.

import FoundationEssentials
import VitrineEditing
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// A page of `manual`. With `VITRINE_TRANSCRIPTS=write` the texts after and the last lines are written anew: read them.
///
/// Shape: a case is a heading, a block with the text before, lines `> set /path = value` (also `insert /list[2] = value`, `remove /path`,
/// `rename /path = name`, `order a b c`), a block with the text after, and a line `> 3 bytes become 5`; or instead of the last two `> refused,
/// …`. Behind "yaml" stands `windows` for CR LF, `open` for a text without a final line break, `mark` for a byte order mark.
struct EditPage {
  let name: String
  /// Everything, with the cases as they come out.
  private(set) var written = ""
  /// Everything as it is.
  let text: String
  private(set) var count = 0

  static let folder = TestData.checkout + "/Tests/EditingTests/manual"

  static var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).filter { $0.hasSuffix(".md") }.sorted()
  }

  init(_ name: String) throws {
    self.name = name
    let data = try Data(contentsOf: URL(fileURLWithPath: Self.folder + "/" + name))
    text = String(decoding: data, as: UTF8.self)
    var before: [UInt8] = []
    var commands: [String] = []
    var block: (info: String, lines: [Substring])?
    var isAfter = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if let open = block {
        if line != "```" {
          block?.lines.append(line)
          continue
        }
        block = nil
        guard !isAfter else { continue }
        written += "```\(open.info)\n" + open.lines.map { $0 + "\n" }.joined() + "```\n"
        before = Self.bytes(open.info, open.lines)
      } else if line.hasPrefix("```") {
        if !commands.isEmpty { isAfter = true }
        block = (String(line.dropFirst(3)), [])
      } else if line.hasPrefix("> ") {
        let command = String(line.dropFirst(2))
        if command.hasPrefix("refused") || command.contains(" become ") || command.hasPrefix("nothing") { continue }
        commands.append(command)
        written += line + "\n"
      } else if line.hasPrefix("#") {
        finish(before, &commands)
        isAfter = false
        written += line + "\n"
      } else if !isAfter, commands.isEmpty || !line.isEmpty {
        written += line + "\n"
      }
    }
    finish(before, &commands)
    while written.hasSuffix("\n\n") { written.removeLast() }
  }

  /// Makes the changes of a case and writes what comes of it.
  private mutating func finish(_ before: [UInt8], _ commands: inout [String]) {
    guard !commands.isEmpty else { return }
    count += 1
    var changes: [ValueChange] = []
    var order: [String]?
    for command in commands {
      if command.hasPrefix("order ") {
        order = command.split(separator: " ").dropFirst().map(String.init)
      } else if let change = Self.change(command) {
        changes.append(change)
      } else {
        written += "> cannot be read: \(command)\n"
      }
    }
    commands = []
    do throws(EditRefusal) {
      let edits = try TreeEditor.edits(changes, in: before, keyOrder: order.map { order in { $0.isEmpty ? order : [] } })
      let after = edits.applied(to: before)
      let gone = edits.reduce(0) { $0 + $1.range.count }
      let new = edits.reduce(0) { $0 + $1.replacement.count }
      written += "\n" + Self.block(after)
      written += edits.isEmpty ? "> nothing to do\n\n" : "> \(gone) bytes become \(new)\n\n"
    } catch {
      var place = ""
      if let range = error.place {
        let position = LineTable(before).position(of: Int(range.start))
        place = " (\(position.line):\(position.column))"
      }
      written += "> refused, \(error.reason): \(error.message)\(place)\n\n"
    }
  }

  func write() throws { try Data(written.utf8).write(to: URL(fileURLWithPath: Self.folder + "/" + name)) }
}

// MARK: reading

extension EditPage {
  private static func bytes(_ info: String, _ lines: [Substring]) -> [UInt8] {
    let words = info.split(separator: " ")
    let lineBreak = words.contains("windows") ? "\r\n" : "\n"
    var text = lines.joined(separator: lineBreak)
    if !words.contains("open"), !lines.isEmpty { text += lineBreak }
    return (words.contains("mark") ? [0xEF, 0xBB, 0xBF] : []) + Array(text.utf8)
  }

  private static func block(_ bytes: [UInt8]) -> String {
    var bytes = bytes
    var info = "yaml"
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      info += " mark"
      bytes.removeFirst(3)
    }
    if bytes.contains(0x0D) {
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      let isWhole = lines.dropLast().allSatisfy { $0.last == 0x0D } && lines.last?.contains(0x0D) != true
      info += isWhole ? " windows" : " mixed"
      bytes.removeAll { $0 == 0x0D }
    }
    if bytes.last == 0x0A { bytes.removeLast() } else if !bytes.isEmpty { info += " open" }
    return "```\(info)\n\(String(decoding: bytes, as: UTF8.self))\n```\n"
  }

  private static func change(_ command: String) -> ValueChange? {
    let sides = command.split(separator: " = ", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let words = sides[0].split(separator: " ", maxSplits: 1).map(String.init)
    guard let verb = words.first else { return nil }
    var place = words.count > 1 ? words[1] : ""
    switch (verb, sides.count) {
    case ("set", 2): return .set(path(place), value(sides[1]))
    case ("remove", 1): return .remove(path(place))
    case ("rename", 2): return .rename(path(place), to: sides[1])
    case ("insert", 2):
      var index: Int?
      if let bracket = place.lastIndex(of: "["), place.hasSuffix("]") {
        index = Int(place[place.index(after: bracket)...].dropLast())
        place = String(place[..<bracket])
      }
      return .insert(path(place), at: index, value(sides[1]))
    default: return nil
    }
  }

  private static func path(_ pointer: String) -> [PathStep] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token -> PathStep in
      if let index = Int(token) { return .item(index) }
      return .key(String(token.replacing("~1", with: "/").replacing("~0", with: "~")))
    }
  }

  /// A value in one line of YAML.
  private static func value(_ text: String) -> DataValue {
    let tree = YAML.parse(Array(text.utf8)).tree
    return tree.withReader { reader in tree.roots.first.map { reader.dataValue($0) } ?? .null }
  }
}
