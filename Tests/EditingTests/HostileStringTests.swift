// Every hostile string, as a value and as a key, in every place that a file of records has.

import Testing
import VitrineEditing
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("Hostile strings")
struct HostileStringTests {
  /// Places of all kinds: plain, quoted, block scalars, lists and maps in lines and in brackets, compact maps, nothing, the end of the file.
  static let record = """
    title: plain   # comment
    single: 'quoted'
    double: "quoted"
    literal: |
      One.
      Two.
    folded: >-
      One
      two.
    flow: [a, b, {c: d}]
    lines:
      - a
      - k: v
        l: w
      - [x]
    nothing:
    map: {a: 1, b: 2}
    nested:
      a: 1
    last: end

    """

  /// Strings by themselves and in pairs.
  static let strings =
    RandomChange.hostile + ["a", "- ", " #", "\n\n", "\r\n", ": "].flatMap { tail in RandomChange.hostile.map { $0 + tail } }

  @Test("are values and keys like others", arguments: TextForm.allCases)
  func everywhere(form: TextForm) {
    let bytes = form.of(Array(Self.record.utf8))
    let whole = value(String(decoding: bytes, as: UTF8.self))
    let paths = whole.paths.filter { !$0.isEmpty }
    var counts = EditCounts()
    counts.files = 1
    let strings = form == .own ? Self.strings : RandomChange.hostile
    for (index, text) in strings.enumerated() {
      // Every string in every kind of change, at places in turn.
      for step in 0..<6 {
        let path = paths[(index + step * 7) % paths.count]
        let change: ValueChange
        switch step {
        case 0, 1: change = .set(path, .string(text))
        case 2:
          change = .rename(
            [["title"], ["map", "a"], ["nested", "a"], ["flow"], ["last"]][index % 5].map { .key($0) }, to: text)
        case 3: change = .insert([.key(["flow", "lines"][index % 2])], at: index % 3, .string(text))
        case 4:
          change = .set(
            [[], [.key("map")], [.key("nested")], [.key("lines"), .item(1)]][index % 4] + [.key(text)], .string(text))
        default: change = .set([.key("nothing")], .map([.init(text, .list([.string(text), .map([.init(text, .null)])]))]))
        }
        _ = RandomEditTests.check(change, bytes, whole, &counts)
      }
    }
    #expect(counts.faults == [])
    #expect(counts.refusals.keys.filter { $0 != .taken } == [])
    #expect(counts.edits > strings.count * 5)
  }
}
