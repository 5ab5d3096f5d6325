// Values apart from a text: what they are made of, and what is the same.

import Testing
import VitrineEditing
import VitrineSyntax

/// The value of the first document of a text.
func value(_ text: String) -> DataValue {
  let tree = YAML.parse(Array(text.utf8), for: .stream).tree
  return tree.withReader { reader in tree.roots.first.map { reader.dataValue($0) } ?? .null }
}

@Suite("Values")
struct DataValueTests {
  @Test("are read from every kind of node, numbers in JSON's form")
  func kinds() {
    #expect(
      value("{a: ~, b: True, c: 0x1F, d: .5, e: 007, f: -.INF, g: no, 1: x, h: [1.0], ? [a, b] : c}")
        == .map([
          .init("a", .null), .init("b", .bool(true)), .init("c", .number("31")), .init("d", .number("0.5")),
          .init("e", .number("7")),
          .init("f", .number("-.inf")), .init("g", .string("no")), .init("1", .string("x")), .init("h", .list([.number("1.0")])),
          .init("[a, b]", .string("c")),
        ]))
  }

  @Test("follow aliases and merge keys")
  func aliases() {
    #expect(value("a: &a {x: 1, y: 2}\nb: *a\n")["b"] == value("{x: 1, y: 2}"))
    #expect(value("a: &a {x: 1, y: 2}\nb: {y: 3, <<: *a}\n")["b"] == value("{y: 3, x: 1}"))
  }

  @Test("share what aliases stand for, so that a text that multiplies costs no more than it is long")
  func bomb() {
    var text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
    for level in 1..<6 {
      text +=
        "a\(level): &a\(level) [" + Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ", ") + "]\n"
    }
    let bomb = value(text)
    #expect(bomb["a5"]?.items?.count == 10)
    #expect(bomb == bomb)
  }

  @Test("are the same where their bytes are: no two ways of writing é, no two orders of keys")
  func sameness() {
    #expect(DataValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(PathStep.key("\u{E9}") != .key("e\u{301}"))
    #expect(value("{a: 1, b: 2}") != value("{b: 2, a: 1}"))
    #expect(DataValue.number("1.0") != .number("1"))
    #expect(Set([DataValue.string("a"), .string("a"), .list([.string("a")])]).count == 2)
  }

  @Test("are made of a word as YAML reads it")
  func words() {
    #expect(DataValue(plain: "12") == .number("12"))
    #expect(DataValue(plain: "no") == .string("no"))
    #expect(DataValue(plain: "") == .null)
    #expect(DataValue(plain: "2024-05-01") == .string("2024-05-01"))
    #expect(DataValue.number("twelve").normalized == .string("twelve"))
  }
}
