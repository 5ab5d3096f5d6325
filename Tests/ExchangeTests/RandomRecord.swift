// Records of any kind with whatever its fields may hold, and strings that formats trip over.

import VitrineEditing
import VitrineExchange
import VitrineModel
import VitrineTesting

/// Makes records of a kind.
struct RandomRecord {
  /// Strings that some format takes for something else.
  static let hostile = [
    "", " ", " a ", "a;b", "a; b", "\\", "\\;", "; ", ";", "\"q\"", "'", "a,b", ",", "line\nbreak\n", "\r\n", "a\rb", "\t",
    "true", "null", "~",
    "12", "007", "1e3", "-0", "0x1F", ".5", "2026-05-29", "# x", "a # b", "- x", "---", "--- x", "x\n--- y\n...\n", "{}", "[1]",
    "\\null",
    "e\u{301}", "\u{E9}", "\u{202E}abc", "\u{FEFF}x", "😀", "\u{0}", "\u{1B}[31m", "\u{7F}", "\u{85}", "\u{2028}", "yes",
    "key: value", "@path",
    "ポケモン", "İstanbul", "=1+1", "'=1+1", "''@x", "+1", "-2+3", "-5", "'-5", "\tx",
    "\u{3000}x", "&a", "*a", "!t", "%", "|", ">", "`", "a: b: c", "<<",
  ]

  var random: SplitMix

  /// The next record of a shape.
  mutating func record(_ shape: RecordShape) -> DataValue { map(shape, depth: 0) }

  private mutating func map(_ shape: RecordShape, depth: Int) -> DataValue {
    var entries: [DataValue.Entry] = []
    for member in shape.members where chance(60) {
      entries.append(DataValue.Entry(member.name, value(member, depth: depth)))
    }
    for number in 0..<Int.random(in: 0..<3, using: &random) where chance(30) {
      entries.append(DataValue.Entry("x-\(number)\(chance(30) ? ".\\\(string())" : "")", anything(depth: depth + 1)))
    }
    return .map(entries)
  }

  private mutating func value(_ member: RecordShape.Member, depth: Int) -> DataValue {
    if chance(4) { return anything(depth: depth + 1) }
    if member.field.isOwnList {
      return .list(
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          member.field.isMap ? map(member.shape, depth: depth + 1) : scalar()
        })
    }
    return member.field.isMap ? map(member.shape, depth: depth + 1) : scalar()
  }

  /// Names begin as those that no schema refuses: a table says of a column with another unknown name that there is no such field.
  private mutating func anything(depth: Int) -> DataValue {
    switch Int.random(in: 0..<(depth > 4 ? 4 : 6), using: &random) {
    case 4: .list((0..<Int.random(in: 0..<3, using: &random)).map { _ in anything(depth: depth + 1) })
    case 5:
      .map(
        (0..<Int.random(in: 0..<3, using: &random)).map { DataValue.Entry("x-\($0)\(string())", anything(depth: depth + 1)) })
    default: scalar()
    }
  }

  private mutating func scalar() -> DataValue {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .null
    case 1: .bool(chance(50))
    case 2: .number(String(Int.random(in: -9...99_999_999, using: &random)))
    case 3: .number(["0.5", "-12.25", "1e5", "100000000000000000000", "0"].randomElement(using: &random) ?? "0")
    default: .string(string())
    }
  }

  private mutating func string() -> String { Self.hostile.randomElement(using: &random) ?? "" }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }
}
