// What storms found, reduced: each as the steps that showed it.

import Testing

/// Steps after which the live catalogue once said something else than a fresh reading.
@Suite struct FoundTests {
  private func expectTruth(_ steps: [Step]) throws {
    let words = try StormRun.replay(steps)
    #expect(words == nil, "\(words?.prefix(8).joined(separator: "\n") ?? "")")
  }

  @Test("files of kinds without a schema are no records that can be lost")
  func lossWithoutSchemas() throws {
    try expectTruth([
      .move("schemas", "../outside/schemas"), .move("recipes", "../outside/recipes"), .move("games", "../outside/games"),
      .move("minis", "../outside/minis"), .move("shots", "../outside/shots"), .check,
      .write("books/a.yaml", "name: A\n"), .folder("books/many"),
      .run("for n in 1 2 3 4 5 6 7 8 9 10 11 12; do echo name: A > books/many/$n.yaml; done"),
      .check, .hold, .removeTree("books"), .check,
    ])
  }

  @Test("more records are not lost than there were")
  func lossOfFewer() throws {
    try expectTruth([
      .run("cp -r . ../outside/copy"), .move("schemas", "schemas2"), .check, .hold,
      .run("mv games g1 && mv minis games && mv g1 minis && rm -r minis games && cp -r ../outside/copy/games games"), .check,
      .removeTree("schemas2"), .check,
    ])
  }

  @Test("folders change names while schemas are away, and git takes away what it does not know")
  func lossByGit() throws {
    let git = "git -c user.name=a -c user.email=a@b -c gc.auto=0"
    try expectTruth([
      .run("\(git) init -q -b main . && \(git) add -A . && \(git) commit -qm start"), .move("schemas", "schemas2"),
      .run("mv games g1 && mv minis games && mv g1 minis"), .run("\(git) clean -qfd"),
    ])
  }

  @Test("a word composed of other code points is counted with its twin, under the spelling that files have, whichever came first")
  func spellings() throws {
    func game(_ name: String, _ developer: String) -> Step {
      let head = "title: \(name)\nrelease: 19890614\nstatus: library\nproperties:\n"
      return .write("games/\(name).yaml", head + "  developers: [\(developer)]\n")
    }
    let (one, two) = ("Caf\u{E9}", "Cafe\u{301}")
    try expectTruth([game("b", two), .check, game("a", one), .check, game("a", "Other"), .check])
    try expectTruth([game("b", one), .check, game("b", two), .check])
  }
}
