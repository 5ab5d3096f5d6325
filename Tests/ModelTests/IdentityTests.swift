// What makes two records the same thing.

import Testing
import VitrineModel
import VitrineSource
import VitrineSyntax

@Suite("Identity")
struct IdentityTests {
  private static let parts = [
    IdentityPart(field: FieldPath(dotted: "title"), fold: .alphanumeric, isRequired: true),
    IdentityPart(field: FieldPath(dotted: "release"), fold: .exact, isRequired: true),
  ]

  private func reading(_ text: String, _ parts: [IdentityPart] = parts) -> Identity.Reading {
    let tree = YAML.parse(Array(text.utf8)).tree
    return tree.withReader { Identity.read(parts, $0, root: tree.roots[0]) }
  }

  private func key(_ text: String, _ parts: [IdentityPart] = parts) -> String? {
    if case .identity(let identity) = reading(text, parts) { identity.readable } else { nil }
  }

  @Test(
    "keeps letters and digits, whatever the case and the accents (G3.5)",
    arguments: [
      ("Pokémon", "pokemon"), ("ポケモン", "ポケモン"), ("NieR:Automata", "nierautomata"), ("  The Legend of Zelda ", "thelegendofzelda"),
      ("Ōkami", "okami"), ("ISTANBUL", "istanbul"), ("İstanbul", "istanbul"), ("Half-Life 2", "halflife2"),
    ])
  func folds(_ title: String, _ folded: String) {
    #expect(key("title: \"\(title)\"\nrelease: 20000101\n") == folded + " 20000101")
  }

  @Test("cannot be made of signs and pictures alone (G3.5)")
  func empty() {
    guard case .empty(let range) = reading("title: \"🎮!\"\nrelease: 20000101\n") else {
      Issue.record("an identity was made")
      return
    }
    #expect(range.start == 7)
  }

  @Test("needs its required parts; others count as empty")
  func missing() {
    #expect(key("title: A\n") == nil)
    #expect(key("title: \nrelease: 1\n") == nil)
    let optional = [Self.parts[0], IdentityPart(field: FieldPath(dotted: "name"), fold: .case, isRequired: false)]
    #expect(key("title: A\n", optional) == "a ")
    #expect(key("title: A\nname: Big  X\n", optional) == "a big x")
  }
}
