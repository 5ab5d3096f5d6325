// The power goes at any moment of an import, a move or a removal, as a person gives the command, or of its undo: all files are old or all are new.

import Testing
import VitrineCLI

@Suite struct CommandPowerLossTests {
  /// A command that changes many files in several ways at once.
  enum Command: CaseIterable, Sendable {
    /// Records that are new, in a folder that is new.
    case adding
    /// Of an import one record stays, one changes, one goes to the trash, two are new.
    case overwriting
    /// A record with its photo to another folder, and what names it follows.
    case moving
    /// A folder with all that is in it.
    case movingFolder
    /// A record with its photo, and all that needs it.
    case removing
    /// A record, and what names it is changed.
    case unlinking

    var words: [String] {
      switch self {
      case .adding: ["import", "--yes", "in.json"]
      case .overwriting: ["import", "--mode", "overwrite", "--yes", "in.json"]
      case .moving: ["mv", "recipes/gold.yaml", "recipes/metal/golden.yaml"]
      case .movingFolder: ["mv", "minis/40k/ultramarines", "minis/40k/angels"]
      case .removing: ["rm", "--yes", "--cascade", "minis/40k/ultramarines"]
      case .unlinking: ["rm", "--yes", "--unlink", "recipes/gold.yaml"]
      }
    }

    /// What the catalogue has besides its manifest.
    var files: [(String, String)] {
      switch self {
      case .adding: [("in.json", Self.document(["New", "Newer"]))]
      case .overwriting:
        [
          ("in.json", Self.document(["Same", "Other", "New", "Newer"])), ("games/same.yaml", Self.game("Same", "library")),
          ("games/other.yaml", Self.game("Other", "wishlist") + "# kept\n"), ("games/gone.yaml", Self.game("Gone", "library")),
        ]
      case .moving, .movingFolder, .removing, .unlinking:
        [
          ("recipes/gold.yaml", "name: Gold\npaints_used: []\ntechniques: []\nsteps: []\n"), ("recipes/gold.jpg", "JPEG gold"),
          ("minis/40k/ultramarines/project.yaml", "game_system: Warhammer 40K\narmy: Ultramarines\nscheme: [gold]\n"),
          (
            "minis/40k/ultramarines/captain.yaml",
            "name: Captain\nminiature_type: character\nprogress_status: primed\nrecipes: [recipes/gold] # trim\n"
          ), ("minis/40k/ultramarines/captain.jpg", "JPEG captain"),
        ]
      }
    }

    private static func game(_ title: String, _ status: String) -> String {
      "title: \(title)\nrelease: 20000101\nstatus: \(status)\nproperties: {}\n"
    }

    private static let properties = #"{"series": [], "developers": [], "publishers": [], "modes": [], "platforms": []}"#

    private static func document(_ titles: [String]) -> String {
      let games = titles.map { #"{"title": "\#($0)", "release": 20000101, "status": "library", "properties": \#(properties)}"# }
      return #"{"schemaVersion": 1, "games": [\#(games.joined(separator: ","))]}"#
    }
  }

  private static let manifest = """
    vitrine: 1
    collections:
      - {kind: game, files: "games/**/*.yaml"}
      - {kind: project, files: "minis/**/project.yaml"}
      - {kind: miniature, files: "minis/**/*.yaml"}
      - {kind: recipe, files: "recipes/**/*.yaml"}

    """

  /// Runs `vitrine` in this process.
  private static func run(_ words: [String], in folder: TemporaryFolder, _ record: DiskRecord? = nil) -> Int32 {
    var session = Session.ofProcess()
    (session.endsWithCommand, session.asksServices, session.errorWidth) = (false, false, nil)
    if let record { session.writeCalls = record.calls }
    return VitrineProgram.run(["-C", folder.path, "-q"] + words, in: session)
  }

  @Test(
    "after a power cut at any moment of an import, a move or a removal, and of its undo, all files are old or all are new (M9.4)",
    arguments: Command.allCases, [false, true])
  func powerCut(_ command: Command, isUndone: Bool) throws {
    let folder = try TemporaryFolder([("vitrine.yaml", Self.manifest)] + command.files, inMemory: true)
    let old = JournalSample.files(folder)
    var start = DiskImage(folder)
    var record = DiskRecord(root: folder.path)
    #expect(Self.run(command.words, in: folder, record) == 0)
    let new = JournalSample.files(folder)
    #expect(Set(old.keys).symmetricDifference(new.keys).count >= 2)
    if isUndone {
      (start, record) = (DiskImage(folder), DiskRecord(root: folder.path))
      #expect(Self.run(["undo"], in: folder, record) == 0)
      #expect(JournalSample.files(folder) == old)
    }
    let images = PowerLoss(start: start, calls: record.all).images()
    // A change has the most moments: the entry and new texts are written before anything is moved.
    #expect(images.count > (isUndone ? 5 : 30))
    var failed = 0
    for image in images where failed < 3 {
      let faults = try PowerLossTests.faults(image, old, new)
      if !faults.isEmpty { failed += 1 }
      #expect(faults == [], "\(image.names.keys.sorted())\n\(image.files.map { String(decoding: $0.bytes, as: UTF8.self) })")
    }
  }
}
