// What a schema calls private goes from a record's text, and nothing else does.

import Testing
import VitrineCatalog
import VitrineEditing
import VitrineModel
import VitrineSharing
import VitrineSource
import VitrineSyntax

@Suite struct PrivacyTests {
  private let kind: Kind? = {
    var store = SchemaStore()
    store.add(
      Array(
        """
        type: object
        properties:
          name: {type: string}
          paid: {type: number, x-vitrine: {private: true}}
          papers:
            type: object
            x-vitrine: {private: true}
            properties: {number: {type: string}}
          parts:
            type: array
            items: {type: object, properties: {part: {type: string}, cost: {type: number, x-vitrine: {private: true}}}}
          photos: {type: array, items: {type: object, properties: {file: {type: string, x-vitrine: {photo: true}}}}}
        x-vitrine: {plural: things, display: name}
        """.utf8), path: "schemas/thing.schema.yaml")
    return store.kind(named: "thing")
  }()

  private func shared(_ text: String, unnamed: [String] = []) throws -> String {
    let fields = PrivateFields(try #require(kind))
    return String(decoding: try fields.removed(from: Array(text.utf8), unnamed: unnamed), as: UTF8.self)
  }

  @Test("private fields, private maps and private members of lists go; comments, order and quotes stay")
  func removed() throws {
    let text = """
      # my thing
      name: 'A "thing"'   # as it is
      paid: 12.50
      papers:
        number: X1
      parts:
        - {part: lid, cost: 3}
        - part: box  # the best
          cost: 4
      extra: 1
      """
    #expect(
      try shared(text) == """
        # my thing
        name: 'A "thing"'   # as it is
        parts:
          - {part: lid}
          - part: box  # the best
        extra: 1
        """)
    #expect(try shared("name: x\nextra: {paid: 3}\n") == "name: x\nextra: {paid: 3}\n")
  }

  @Test("a private field behind an alias or a merge key cannot be taken away, and the record is refused")
  func refused() {
    #expect(throws: EditRefusal.self) { try shared("base: &b {paid: 3}\n<<: *b\nname: x\n") }
    #expect(throws: EditRefusal.self) { try shared("name: x\npaid: 3\npaid: 4\n") }
  }

  @Test("a text that is not read as one whole document is refused, whatever of it could be read")
  func unreadable() {
    for text in [
      "name: x\nbroken: [\npaid: 3\n", "name: 'x\npaid: 3\n", "name: x\n  y: z\npaid: 3\n", "name: x\n\tpaid: 3\n",
      "name: x\n---\npaid: 3\n",
    ] {
      #expect(throws: EditRefusal.self, "\(text)") { try shared(text) }
    }
  }

  @Test("the names of photos that stay at home go, each with its item")
  func unnamed() throws {
    let text = "name: x\nphotos:\n  - file: a.jpg\n  - {file: b.dng, caption: raw}\n  - file: c.dng\nmain: c.dng\n"
    let after = try shared(text, unnamed: ["/photos/1/file", "/photos/2/file", "/main"])
    #expect(after == "name: x\nphotos:\n  - file: a.jpg\n")
  }

  @Test("a manifest goes without folders of the owner's machine and without collections that stay at home")
  func manifest() {
    let text = """
      vitrine: 1
      collections:
        - {kind: coin, files: "coins/*.yaml"}   # gold
        - {kind: diary, files: "diary/*.yaml"}
        - {kind: game, files: "games/*.yaml"}
      libraries: [~/Pictures]
      rules: {near-duplicate: off}
      """
    func shared(_ home: String) -> String {
      String(decoding: SharedManifest.text(Array("\(home)\(text)".utf8)) { $0 != "diary" }, as: UTF8.self)
    }
    let wanted = """
      vitrine: 1
      collections:
        - {kind: coin, files: "coins/*.yaml"}   # gold
        - {kind: game, files: "games/*.yaml"}
      rules: {near-duplicate: off}
      """
    #expect(shared("") == wanted)
    // Nor does the page begin with what stays.
    #expect(shared("home: diary\n") == wanted)
    #expect(shared("home: coin\n") == "home: coin\n" + wanted)
  }
}
