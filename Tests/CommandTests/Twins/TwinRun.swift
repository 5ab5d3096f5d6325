// A catalogue of twins through some steps: after each, all that vitrine says of references is what the naive graph says.

import FoundationEssentials
import Glibc
import Synchronization
import VitrineApplication
import VitrineCLI
import VitrineCatalog
import VitrineComparing
import VitrineLive
import VitrineSource
import VitrineTesting

/// What was done, and what came of it.
struct TwinResult {
  /// The files at the beginning.
  var files: [(path: Path, text: String)]
  /// The steps.
  var steps: [TwinStep] = []
  /// What is wrong.
  var faults: [String]
  /// How many commands were done and how many were refused, by name.
  var counts: [String: Int] = [:]
}

/// One catalogue on the disk, followed live.
final class TwinRun {
  private let folder: TemporaryFolder
  private let root: String
  private let followed: FollowedCatalogue
  /// How many commands were done, and how many were refused, by name.
  private(set) var counts: [String: Int] = [:]

  /// A catalogue of the given files.
  ///
  /// Errors: it cannot be written or followed.
  init(_ files: [(path: Path, text: String)]) throws {
    folder = try TemporaryFolder(inMemory: true)
    for (path, text) in files { try folder.write(text, to: path.string) }
    root = Path.real(folder.path)
    var options = FollowedCatalogue.plainOptions
    options.events = .system
    followed = try FollowedCatalogue(root, options: options)
  }

  /// Does so many steps by chance in a catalogue of a seed. Answers all of it, and what is wrong after the last step.
  static func blow(seed: UInt64, steps count: Int) throws -> TwinResult {
    var catalogue = TwinCatalogue(seed: seed)
    let files = catalogue.files()
    let run = try TwinRun(files)
    var result = TwinResult(files: files, faults: try run.stateFaults())
    while result.faults.isEmpty, result.steps.count < count {
      let step = catalogue.step(among: NaiveGraph(try run.files()).records.keys.sorted())
      result.steps.append(step)
      result.faults = try run.play(step)
      if result.faults.isEmpty { result.faults = try run.stateFaults() }
    }
    result.counts = run.counts
    return result
  }

  /// Does some steps again. Answers what is wrong after the first that goes wrong; nothing where all is well.
  static func faults(_ files: [(path: Path, text: String)], _ steps: [TwinStep]) throws -> [String] {
    let run = try TwinRun(files)
    var faults = try run.stateFaults()
    for step in steps where faults.isEmpty {
      faults = try run.play(step)
      if faults.isEmpty { faults = try run.stateFaults() }
      faults = faults.map { "after \(step): \($0)" }
    }
    return faults
  }

  /// The fewest files and steps that fail still, found by leaving out.
  static func reduced(_ result: TwinResult) throws -> TwinResult {
    var (files, steps) = (result.files, result.steps)
    var faults = try faults(files, steps)
    guard !faults.isEmpty else { return result }
    var isShorter = true
    while isShorter {
      isShorter = false
      for index in steps.indices.reversed() {
        var fewer = steps
        fewer.remove(at: index)
        let found = try Self.faults(files, fewer)
        if !found.isEmpty { (steps, faults, isShorter) = (fewer, found, true) }
      }
      for index in files.indices.reversed() where NaiveGraph.kind(of: files[index].path) != nil {
        var fewer = files
        fewer.remove(at: index)
        let found = try Self.faults(fewer, steps)
        if !found.isEmpty { (files, faults, isShorter) = (fewer, found, true) }
      }
    }
    return TwinResult(files: files, steps: steps, faults: faults)
  }

  // MARK: steps

  private func play(_ step: TwinStep) throws -> [String] {
    switch step {
    case .run(let words): return try run(words)
    case .write(let path, let text): try folder.write(text, to: path.string)
    case .remove(let path): unlink(root + "/" + path.string)
    case .move(let old, let new):
      try folder.makeParent(of: new.string)
      if access(root + "/" + new.string, F_OK) != 0 { rename(root + "/" + old.string, root + "/" + new.string) }
    }
    return []
  }

  /// Runs a command, takes it back and does it again.
  private func run(_ words: [String]) throws -> [String] {
    let before = try files()
    let (status, said) = command(words)
    let after = try files()
    counts["\(words[0]) \(status == 0 ? "done" : "refused")", default: 0] += 1
    var check = TwinCommandCheck(words, before: NaiveGraph(before), after: NaiveGraph(after), isDone: status == 0)
    check.compare(before, after)
    guard check.faults.isEmpty else { return check.faults + ["it says: \(said)"] }
    guard before != after else { return [] }
    let undone = command(["undo"])
    guard try files() == before else { return ["undo does not bring the files back: \(undone.said)"] }
    let redone = command(["redo"])
    guard try files() == after else { return ["redo does not change the files again: \(redone.said)"] }
    return []
  }

  private func command(_ words: [String]) -> (status: Int32, said: String) {
    let said = Mutex("")
    var session = Session.ofProcess()
    (session.endsWithCommand, session.asksServices) = (false, false)
    session.errorOutput = { text in said.withLock { $0 += String(decoding: text, as: UTF8.self) } }
    session.options.isQuiet = true
    let status = VitrineProgram.run(["-C", root, "-q"] + words, in: session)
    return (status, said.withLock { $0 })
  }

  /// All files, but for those of the journal.
  private func files() throws -> [Path: [UInt8]] {
    var found: [Path: [UInt8]] = [:]
    var open: [Path] = [.root]
    while let here = open.popLast() {
      guard let stream = opendir(root + "/" + here.string) else { continue }
      defer { closedir(stream) }
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name == "." || name == ".." || name == ".vitrine" { continue }
        let path = here.appending(name)
        if entry.pointee.d_type == DT_DIR { open.append(path) } else { found[path] = try folder.read(path.string) }
      }
    }
    return found
  }

  // MARK: states

  /// What the live catalogue says otherwise than a fresh reading, or than the naive graph.
  private func stateFaults() throws -> [String] {
    let state = try followed.settled()
    let differences = FollowedCatalogue.differences(of: state, root: root)
    guard differences.isEmpty else { return differences }
    let files = try files()
    var check = TwinStateCheck(state.catalogue, root: root, NaiveGraph(files))
    try check.compare(files)
    return check.faults
  }
}
