// Many records as one text, and back.

import Testing
import VitrineChanges
import VitrineSource

@Suite("Editing records as one text") struct EditBufferTests {
  private static let texts: [Path: String] = [
    "albums/a/one.yaml": "title: One # best\nheard: once\n",
    "albums/a/two.yaml": "\u{FEFF}title: Two\r\n#== not a mark\r\nloud: true\r\n",
    "albums/a/three.yaml": "title: Three",
  ]

  private func buffer(_ catalogue: FakeCatalogue) throws -> EditBuffer {
    try EditBuffer(["albums/a/one.yaml", "albums/a/two.yaml", "albums/a/three.yaml"], in: catalogue)
  }

  private func plan(_ catalogue: FakeCatalogue, _ change: (String) -> String) throws -> Plan {
    let buffer = try buffer(catalogue)
    return try buffer.plan(change(buffer.text), in: catalogue, at: FakeCatalogue.moment)
  }

  @Test("a buffer that is saved as it is changes nothing") func nothing() throws {
    let catalogue = try FakeCatalogue(Self.texts)
    #expect(try plan(catalogue) { $0 }.isEmpty)
    #expect(try buffer(catalogue).text.contains("#=== albums/a/two.yaml\n"))
  }

  @Test("what is changed in the buffer is changed in the files, line endings and marks of byte order stay") func changes() throws
  {
    let catalogue = try FakeCatalogue(Self.texts)
    let plan = try plan(catalogue) {
      $0.replacing("loud: true", with: "loud: false").replacing("Three", with: "Drei").replacing(
        "heard: once", with: "heard: often")
    }
    #expect(plan.edits.count == 3)
    #expect(catalogue.text(of: "albums/a/two.yaml", after: plan) == "\u{FEFF}title: Two\r\n#== not a mark\r\nloud: false\r\n")
    #expect(catalogue.text(of: "albums/a/three.yaml", after: plan) == "title: Drei")
    #expect(
      catalogue.text(of: "albums/a/one.yaml", after: plan)
        == """
        title: One # best
        heard: often
        heard_at: 2026-11-21T21:00:00+03:00
        plays:
          - how: often
            when: 2026-11-21T21:00:00+03:00

        """)
  }

  @Test("a record that is taken out is left as it is, and none may come in") func sections() throws {
    let catalogue = try FakeCatalogue(Self.texts)
    let buffer = try buffer(catalogue)
    let first = try #require(buffer.text.range(of: "#=== albums/a/two.yaml")?.lowerBound)
    #expect(try buffer.plan(String(buffer.text[..<first]), in: catalogue, at: FakeCatalogue.moment).isEmpty)
    #expect(try buffer.plan("", in: catalogue, at: FakeCatalogue.moment).isEmpty)
    for wrong in ["#=== albums/a/on.yaml\ntitle: x\n", "#=== albums/a/one.yaml\n#=== albums/a/one.yaml\n"] {
      #expect(throws: PlanRefusal.self) { try buffer.plan(wrong, in: catalogue, at: FakeCatalogue.moment) }
    }
  }

  @Test("what is no plain text is not edited") func hostile() throws {
    let catalogue = try FakeCatalogue(["albums/a/x.yaml": "title: a\u{0}b\n", "albums/a/y.yaml": "title: a\rb\r\n"])
    #expect(throws: PlanRefusal.self) { try EditBuffer(["albums/a/x.yaml"], in: catalogue) }
    #expect(throws: PlanRefusal.self) { try EditBuffer(["albums/a/y.yaml"], in: catalogue) }
  }
}

extension String {
  /// The first place of a text.
  fileprivate func range(of text: String) -> Range<String.Index>? { ranges(of: text).first }
}
