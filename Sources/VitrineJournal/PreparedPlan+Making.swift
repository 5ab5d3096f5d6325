// From a plan and what was found of its files to the steps that do it.

import VitrineChanges
import VitrineSource
import VitrineSystem

extension PreparedPlan {
  /// Looks at all files of a plan, many of them on all cores.
  ///
  /// Errors: the first file, in the order of the plan, that is not as the plan expects, or cannot be read; a plan that wants one place for two files.
  init(_ plan: Plan, _ writer: FileWriter, _ count: WorkCount? = nil) throws(FileError) {
    if let path = plan.repeatedPath { throw FileError(.write, path, .unusableEdits) }
    let edits = plan.edits
    let moves = plan.moves
    count?.begin("looking at files", of: edits.count + moves.count)
    let found = Parallel.map(edits.count + moves.count, state: { PlanReader(writer) }) { reader, index in
      defer { count?.advance() }
      return Result<LookedAt, FileError> { () throws(FileError) in
        guard index >= edits.count else { return try reader.look(at: edits[index]) }
        let move = moves[index - edits.count]
        let looked = try reader.look(at: move.from, move.expected, .write)
        if looked.status?.kind == .link { throw FileError(.write, move.from, .notRegular(.link)) }
        return looked
      }
    }
    var looked: [LookedAt] = []
    looked.reserveCapacity(found.count)
    for result in found { looked.append(try result.get()) }
    var maker = StepMaker(writer, edits: Array(zip(edits, looked)), moves: Array(zip(moves, looked[edits.count...])))
    try maker.make()
    self = maker.plan
  }
}

/// Makes steps so that no path is in two of them.
private struct StepMaker: ~Copyable {
  var plan = PreparedPlan()
  private var reader: PlanReader
  private let edits: [(edit: FileEdit, found: LookedAt)]
  private let moves: [(move: FileMove, found: LookedAt)]
  /// The edits and removals by the path of their file.
  private var editOfPath: [[UInt8]: Int] = [:]
  /// The moves by the path that they lead from, and the real paths that they lead to.
  private var moveFrom: [[UInt8]: Int] = [:]
  private var goals: [Path] = []
  private var goalKeys: Set<[UInt8]> = []
  private var claimed: Set<Path> = []

  init(_ writer: FileWriter, edits: [(FileEdit, LookedAt)], moves: [(FileMove, LookedAt)]) {
    reader = PlanReader(writer)
    self.edits = edits
    self.moves = moves
  }

  mutating func make() throws(FileError) {
    if !moves.isEmpty { try meetMoves() }
    var (created, replaced, dropped, removed): ([PreparedStep], [PreparedStep], [PreparedStep], [PreparedStep]) = ([], [], [], [])
    for index in moves.indices {
      let steps = try steps(ofMove: index)
      for step in steps {
        switch step.step {
        case .create: created.append(step)
        case .replace: replaced.append(step)
        case .drop, .remove: dropped.append(step)
        case .move: plan.steps.append(step)
        }
      }
    }
    for (edit, found) in edits {
      let key = Array(found.path.utf8)
      guard moveFrom[key] == nil else { continue }
      guard goalKeys.isEmpty || !goalKeys.contains(key) else {
        guard edit.change.isRemoval else { throw FileError(.write, edit.path, .unusableEdits) }
        continue
      }
      var step = PreparedStep(
        step: .remove(path: found.path, before: .trace(FileTrace(size: 0, modified: 0))), shownPath: edit.path)
      step.text = found.result?.text
      step.status = found.status
      switch (found.content, found.result) {
      case (let before?, nil):
        guard edit.change.isRemoval else { continue }
        step.step = .remove(path: found.path, before: before)
        removed.append(step)
      case (nil, let result?):
        step.step = .create(path: found.path, after: result.content)
        created.append(step)
      case (let before?, let result?):
        step.step = .replace(path: found.path, before: before, after: result.content)
        replaced.append(step)
      case (nil, nil): continue
      }
    }
    plan.steps += created + replaced + dropped + removed
    try claimPaths()
    try findFolders()
  }

  private mutating func meetMoves() throws(FileError) {
    for index in edits.indices { editOfPath[Array(edits[index].found.path.utf8)] = index }
    for index in moves.indices { moveFrom[Array(moves[index].found.path.utf8)] = index }
    for (move, _) in moves {
      let goal = try reader.spot(of: move.to).path
      goals.append(goal)
      goalKeys.insert(Array(goal.utf8))
    }
  }

  /// A move by itself is one step. Where its file is edited, too, or its place is or was another's, there is a step for either place.
  private mutating func steps(ofMove index: Int) throws(FileError) -> [PreparedStep] {
    let (move, found) = moves[index]
    let goal = goals[index]
    let goalKey = Array(goal.utf8)
    guard let content = found.content else { return [] }
    let known = editOfPath[Array(found.path.utf8)]
    if let known, edits[known].edit.change.isRemoval { throw FileError(.write, move.from, .unusableEdits) }
    let edit = known.map { edits[$0].found }
    let result = edit?.result
    let before = moveFrom[goalKey].flatMap { moves[$0].found.content } ?? editOfPath[goalKey].flatMap { edits[$0].found.content }
    if before == nil { _ = try reader.vacancy(at: move.to) }
    let isGoalOfOther = goalKeys.contains(Array(found.path.utf8))
    if result == nil, before == nil, !isGoalOfOther {
      let step = JournalStep.move(from: found.path, to: goal, content: content)
      return [PreparedStep(step: step, shownPath: move.from, status: found.status)]
    }
    let after = result?.content ?? content
    var arrival = PreparedStep(step: .create(path: goal, after: after), shownPath: move.to, status: found.status)
    arrival.text = result?.text
    arrival.origin = result == nil ? Spot(found.path) : nil
    if let before { arrival.step = .replace(path: goal, before: before, after: after) }
    guard !isGoalOfOther else { return before == after ? [] : [arrival] }
    let departure = PreparedStep(
      step: .drop(path: found.path, before: edit?.content ?? content), shownPath: move.from, status: found.status)
    return [arrival, departure]
  }

  private mutating func claimPaths() throws(FileError) {
    for step in plan.steps {
      guard claimed.insert(step.step.path).inserted else { throw FileError(.write, step.shownPath, .unusableEdits) }
      if case .move(_, let to, _) = step.step, !claimed.insert(to).inserted {
        throw FileError(.write, step.shownPath, .unusableEdits)
      }
      if case .replace = step.step { plan.kept += step.status?.size ?? 0 }
      if case .drop = step.step { plan.kept += step.status?.size ?? 0 }
    }
  }

  /// Finds the folders that are missing, and those that may be left empty.
  private mutating func findFolders() throws(FileError) {
    var (arrivals, departures): (Set<[UInt8]>, Set<[UInt8]>) = ([], [])
    for step in plan.steps {
      switch step.step {
      case .create(let path, _): arrivals.insert(Spot(path).folderKey)
      case .move(let from, let to, _):
        arrivals.insert(Spot(to).folderKey)
        departures.insert(Spot(from).folderKey)
      case .remove(let path, _), .drop(let path, _): departures.insert(Spot(path).folderKey)
      case .replace: break
      }
    }
    for folder in Self.withFoldersAbove(arrivals) {
      let path = Path(bytes: folder)
      guard let status = try reader.folderStatus(path) else {
        plan.madeFolders.append(path)
        continue
      }
      guard status.kind == .folder else { throw FileError(.create, path, .notFolder) }
    }
    for folder in Self.withFoldersAbove(departures).reversed() {
      let path = Path(bytes: folder)
      guard let status = try reader.folderStatus(path), status.kind == .folder else { continue }
      plan.leftFolders.append(JournalEntry.LeftFolder(path: path, mode: status.mode))
    }
  }

  /// The folders and all above them but the root, outer ones first.
  private static func withFoldersAbove(_ folders: Set<[UInt8]>) -> [[UInt8]] {
    var all: Set<[UInt8]> = []
    for folder in folders {
      var end = folder.count
      while end > 0, all.insert(Array(folder[..<end])).inserted {
        end = folder[..<end].lastIndex(of: UInt8(ascii: "/")) ?? 0
      }
    }
    return all.sorted { $0.lexicographicallyPrecedes($1) }
  }
}
