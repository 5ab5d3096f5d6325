// The plan of the house: what may import what.

import Testing

/// The rooms and the arrows between them.
@Suite struct RoomTests {
  /// Modules that come with the toolchain, and the rooms that may use them; nil for all.
  private let system: [String: Set<String>?] = [
    "Glibc": nil,
    "Synchronization": nil,
    "FoundationEssentials": ["VitrineFiles", "VitrinePhotos", "VitrineCatalog", "VitrineCLI"],
  ]

  private func imports(_ file: Checkout.SwiftFile) -> [(line: Int, module: String)] {
    let statement = /^\s*(?:@\w+ )*(?:\w+ )?import (?:(?:struct|class|enum|func|let|var|protocol|typealias) )?(\w+)/
    return file.text.linesOfCode(holding: "import ").compactMap { index in
      guard let match = file.text.code[index].firstMatch(of: statement) else { return nil }
      return (index + 1, String(match.output.1))
    }
  }

  @Test("the manifest is read: it has rooms, and the two programs")
  func manifest() {
    let rooms = Manifest.current.targets.filter {
      $0.form != "tests" && !["VitrineTesting", "VitrineComparing"].contains($0.name)
    }
    #expect(rooms.count > 10)
    #expect(rooms.filter { $0.form == ".executableTarget" }.map(\.name).starts(with: ["vitrine", "vitrined"]))
    #expect(Manifest.current.targets.contains { $0.name == "HouseTests" })
  }

  @Test("every room is Swift 6, with its checks of concurrency, and a warning is an error (C-A1)")
  func strict() {
    let text = Checkout.text("Package.swift") ?? ""
    #expect(text.contains("let strict: [SwiftSetting] = [\n  .swiftLanguageMode(.v6),"))
    #expect(text.contains("  .treatAllWarnings(as: .error),\n]"))
    for function in ["room", "tests"] {
      let body = text.firstRange(of: "func \(function)(").map { text[$0.upperBound...].prefix { $0 != "}" } } ?? ""
      #expect(body.contains("swiftSettings: strict"), "\(function)")
    }
    let calls = text.split(separator: "\n    .").dropFirst().filter {
      $0.hasPrefix("target(") || $0.hasPrefix("executableTarget(")
    }
    #expect(calls.count > 4)
    for call in calls where !call.contains("name: \"C") { #expect(call.contains("swiftSettings: strict"), "\(call)") }
  }

  @Test("a room imports only what the manifest gives it")
  func importsAreDeclared() {
    let targets = Dictionary(Manifest.current.targets.map { ($0.name, $0) }) { first, _ in first }
    var faults: [String] = []
    for file in Checkout.sources {
      guard let room = targets[file.room] else {
        faults.append("\(file.path): there is no target '\(file.room)' in Package.swift")
        continue
      }
      for (line, module) in imports(file) {
        if room.dependencies.contains(module) { continue }
        if let allowed = system[module] {
          if allowed?.contains(file.room) ?? true { continue }
          faults.append("\(file.path):\(line): '\(module)' has no place in \(file.room)")
        } else {
          faults.append("\(file.path):\(line): '\(module)' is no dependency of \(file.room) in Package.swift")
        }
      }
    }
    #expect(faults == [])
  }

  @Test("every declared dependency is imported by some file of the room")
  func dependenciesAreUsed() {
    var used: [String: Set<String>] = [:]
    for file in Checkout.sources { used[file.room, default: []].formUnion(imports(file).map(\.module)) }
    var faults: [String] = []
    for target in Manifest.current.targets where used[target.name] != nil && !isPlaceholder(target.name) {
      for dependency in target.dependencies where used[target.name]?.contains(dependency) != true {
        faults.append("\(target.name) declares \(dependency) and does not import it")
      }
    }
    #expect(faults == [])
  }

  @Test("arrows only point up: a target depends on targets that stand before it")
  func arrowsPointUp() {
    var above: Set<String> = []
    var faults: [String] = []
    for target in Manifest.current.targets {
      for dependency in target.dependencies where !above.contains(dependency) && dependency != "VitrineTesting" {
        faults.append("\(target.name) -> \(dependency)")
      }
      above.insert(target.name)
    }
    #expect(faults == [])
  }

  @Test(
    "the program of the command line does not reach watcher, service and daemon, whose libraries are GPL-2 or cost time to start")
  func programWithoutWatcher() {
    let targets = Dictionary(Manifest.current.targets.map { ($0.name, $0.dependencies) }) { first, _ in first }
    var reached: Set<String> = []
    var next = ["vitrine"]
    while let name = next.popLast() {
      if reached.insert(name).inserted { next += targets[name] ?? [] }
    }
    #expect(reached.count > 10)
    let longLived = [
      "VitrineWatch", "VitrineLive", "VitrineHTTP", "VitrinePage", "VitrineService", "VitrineDaemon", "CInotifyTools",
      "CMicrohttpd", "CPage", "vitrined",
    ]
    #expect(longLived.filter { targets[$0] == nil } == [])
    #expect(reached.isDisjoint(with: longLived))
  }

  @Test(
    "a command's file declares options, makes a request and prints the answer: it sees neither the system nor the column tables")
  func commandFiles() {
    let absent = ["Glibc", "VitrineIndex", "VitrineAnswers"]
    let files = Checkout.sources.filter { $0.path.hasPrefix("Sources/VitrineCLI/Commands/") }
    #expect(files.count > 30)
    let faults = files.flatMap { file in imports(file).filter { absent.contains($0.module) }.map { "\(file.path): \($0.module)" }
    }
    #expect(faults == [])
  }

  @Test("no face links another: command line, service, page and language server know nothing of each other")
  func faces() {
    let faces = ["VitrineCLI", "VitrineService", "VitrinePage", "VitrineLanguageServer", "VitrineDaemon"]
    let targets = Dictionary(Manifest.current.targets.map { ($0.name, $0.dependencies) }) { first, _ in first }
    #expect(faces.filter { targets[$0] == nil } == [])
    // The daemon is the process around the service and the page.
    let inside = ["VitrineService", "VitrinePage"]
    let faults = faces.flatMap { face in
      (targets[face] ?? []).filter { faces.contains($0) && !(face == "VitrineDaemon" && inside.contains($0)) }.map {
        "\(face) -> \($0)"
      }
    }
    #expect(faults == [])
  }

  @Test("each C library has one door: one file imports it")
  func oneDoorForEachLibrary() {
    let doors = Set(Manifest.current.targets.filter(\.isC).map(\.name))
    var files: [String: [String]] = [:]
    for file in Checkout.sources {
      for module in Set(imports(file).map(\.module)) where doors.contains(module) { files[module, default: []].append(file.path) }
    }
    #expect(files.filter { $0.value.count > 1 } == [:])
  }

  @Test("Sources/README.md names every room")
  func roomsAreDescribed() throws {
    let text = try #require(Checkout.text("Sources/README.md"))
    let rooms = Checkout.names(in: "Sources").filter { Checkout.isFolder("Sources/" + $0) }
    #expect(rooms.filter { !text.holds("`\($0)`") } == [])
  }

  /// Whether a room is laid out but not yet furnished: a single file `Room.swift`.
  private func isPlaceholder(_ room: String) -> Bool {
    Checkout.sources.filter { $0.room == room }.allSatisfy { $0.name == "Room.swift" }
  }
}
