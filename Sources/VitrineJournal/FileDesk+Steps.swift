// One step of a change, looked at and turned to either of its sides.

import Glibc
import VitrineChanges
import VitrineSource
import VitrineSystem

/// A step by its number within an entry.
struct StepPlace: Sendable {
  /// The entry's number.
  let number: Int
  /// The step's place in it, counted from 0.
  let index: Int

  /// Where the journal holds a side.
  func slot(_ side: JournalSlot) -> Spot { JournalPlaces.slot(number, index, side) }
  /// The new text beside the place it is for.
  func temporary(for path: Path) -> Spot {
    Spot(folder: Spot(path).folder, name: StagedName.text(number, index))
  }
  /// Where the trash holds a removed file.
  func trashed(_ path: Path) -> Spot { Spot(JournalPlaces.trashFolder(number).appending(path)) }
  /// The name that a copy has until it is whole.
  var copy: String { StagedName.copy(number, index) }
}

extension FileDesk {
  /// What is seen of a step.
  ///
  /// Errors: what the system said where it cannot be looked at.
  mutating func observe(_ step: JournalStep, _ place: StepPlace) throws(FileError) -> StepObservation {
    switch step {
    case .create(let path, let after):
      switch try found(Spot(path), after) {
      case .same: return StepObservation(side: .after, canTurn: true)
      case .nothing: return StepObservation(side: .before, canTurn: try source(after, path, place) != nil)
      case .other(let size):
        let isOurs = size == 0 && isRecovering ? try source(after, path, place) != nil : false
        return StepObservation(side: isOurs ? .before : nil, canTurn: isOurs)
      }
    case .replace(let path, let before, let after):
      if try holds(Spot(path), before) { return StepObservation(side: .before, canTurn: try source(after, path, place) != nil) }
      guard try holds(Spot(path), after) else { return StepObservation(side: nil, canTurn: false) }
      return StepObservation(side: .after, canTurn: try holds(place.slot(.old), before))
    case .remove(let path, let before): return try observe(of: path, before, keptAt: place.trashed(path))
    case .drop(let path, let before): return try observe(of: path, before, keptAt: place.slot(.old))
    case .move(let from, let to, let content):
      switch (try found(Spot(from), content), try found(Spot(to), content)) {
      case (.same, .nothing), (.same, .same): return StepObservation(side: .before, canTurn: true)
      case (.same, .other(size: 0)) where isRecovering: return StepObservation(side: .before, canTurn: true)
      case (.other(size: 0), .same) where isRecovering: return StepObservation(side: .after, canTurn: true)
      case (.nothing, .same): return StepObservation(side: .after, canTurn: true)
      default: return StepObservation(side: nil, canTurn: false)
      }
    }
  }

  /// What is observed of a file that leaves its place for another, where it is kept.
  private mutating func observe(of path: Path, _ before: FileContent, keptAt kept: Spot) throws(FileError) -> StepObservation {
    switch try found(Spot(path), before) {
    case .same: return StepObservation(side: .before, canTurn: true)
    case .nothing: return StepObservation(side: .after, canTurn: try holds(kept, before))
    case .other(let size):
      let isOurs = size == 0 && isRecovering ? try holds(kept, before) : false
      return StepObservation(side: isOurs ? .after : nil, canTurn: isOurs)
    }
  }

  /// Where the new side of a file lies ready; nil where it does not.
  private mutating func source(_ after: FileContent, _ path: Path, _ place: StepPlace) throws(FileError) -> Spot? {
    for spot in [place.temporary(for: path), place.slot(.new)] where try holds(spot, after) { return spot }
    return nil
  }

  /// Brings a step to a side, after a last look. One that shows it already stays as it is.
  ///
  /// Errors: `.changed` and its like where it cannot be turned; what the system said.
  mutating func turn(_ step: JournalStep, to goal: StepSide, _ place: StepPlace) throws(FileError) {
    let observed = try observe(step, place)
    if observed.side == goal {
      return try finish(step, at: goal)
    }
    guard observed.side == goal.other, observed.canTurn else { throw try fault(of: step, place, turningTo: goal) }
    switch (step, goal) {
    case (.create(let path, let after), .after):
      guard let source = try source(after, path, place) else { return }
      if case .other = try found(Spot(path), after) { try remove(Spot(path)) }
      try makeFolders(Spot(path).folder)
      try rename(source, Spot(path), isNew: true, copy: place.copy, shown: path)
    case (.create(let path, let after), .before): try stow(path, after, place.slot(.new), place)
    case (.replace(let path, _, let after), .after):
      guard let source = try source(after, path, place) else { return }
      try rename(source, Spot(path), isNew: false, copy: place.copy, shown: path)
    case (.replace(let path, _, _), .before):
      try rename(place.slot(.old), Spot(path), isNew: false, copy: place.copy, shown: path)
    case (.remove(let path, let before), .after):
      let kept = place.trashed(path)
      try makeFolders(kept.folder)
      try stow(path, before, kept, place)
    case (.remove(let path, let before), .before): try bring(place.trashed(path), before, path, place)
    case (.drop(let path, let before), .after): try stow(path, before, place.slot(.old), place)
    case (.drop(let path, let before), .before): try bring(place.slot(.old), before, path, place)
    case (.move(let from, let to, let content), .after): try move(from, to, content, place)
    case (.move(let from, let to, let content), .before): try move(to, from, content, place)
    }
  }

  /// Puts a file away. Where it lies there already, its old name goes: to rename one name of a file to another of it does nothing.
  private mutating func stow(_ path: Path, _ content: FileContent, _ spot: Spot, _ place: StepPlace) throws(FileError) {
    if try holds(spot, content) { return try remove(Spot(path)) }
    try rename(Spot(path), spot, isNew: false, copy: place.copy, shown: path)
  }

  /// Brings a file back to its place, whose folders are made anew if need be.
  private mutating func bring(_ spot: Spot, _ content: FileContent, _ path: Path, _ place: StepPlace) throws(FileError) {
    try makeFolders(Spot(path).folder)
    if case .other = try found(Spot(path), content) { try remove(Spot(path)) }
    try rename(spot, Spot(path), isNew: true, copy: place.copy, shown: path)
  }

  private mutating func move(_ from: Path, _ to: Path, _ content: FileContent, _ place: StepPlace) throws(FileError) {
    try makeFolders(Spot(to).folder)
    switch try found(Spot(to), content) {
    case .same: return try remove(Spot(from))
    case .other: try remove(Spot(to))
    case .nothing: break
    }
    try rename(Spot(from), Spot(to), isNew: true, copy: place.copy, shown: from)
  }

  /// Sees to it that the journal holds the side that a replaced file is about to lose, if the file shows it. Answers whether that side is one.
  mutating func keepSide(of step: JournalStep, turningTo goal: StepSide, _ place: StepPlace) throws(FileError) -> Bool {
    guard case .replace(let path, let before, let after) = step else { return false }
    let content = goal == .after ? before : after
    guard try holds(Spot(path), content) else { return false }
    try keepSide(path, content, place.slot(goal == .after ? .old : .new), place)
    return true
  }

  /// Sees to it that a slot holds the side that a file is about to lose.
  private mutating func keepSide(
    _ path: Path, _ content: FileContent, _ slot: Spot, _ place: StepPlace
  ) throws(FileError) {
    if try holds(slot, content) { return }
    try remove(slot)
    try keep(Spot(path), as: slot, copy: place.copy, shown: path)
  }

  /// Ends what was interrupted between a file's new name and the end of its old one: of two names one stays, and no empty file stands for another.
  private mutating func finish(_ step: JournalStep, at goal: StepSide) throws(FileError) {
    let (path, content): (Path, FileContent)
    switch (step, goal) {
    case (.move(_, let to, let file), .before): (path, content) = (to, file)
    case (.move(let from, _, let file), .after): (path, content) = (from, file)
    case (.create(let own, let after), .before): (path, content) = (own, after)
    case (.remove(let own, let before), .after), (.drop(let own, let before), .after): (path, content) = (own, before)
    case (.replace, _), (.create, .after), (.remove, .before), (.drop, .before): return
    }
    switch try found(Spot(path), content) {
    case .same: try remove(Spot(path))
    case .other(size: 0) where isRecovering: try remove(Spot(path))
    case .nothing, .other: return
    }
  }

  /// Why a step cannot be turned.
  mutating func fault(
    of step: JournalStep, _ place: StepPlace, turningTo goal: StepSide
  ) throws(FileError) -> FileError {
    func error(_ path: Path, _ found: Found) -> FileError {
      if case .nothing = found { return FileError(.write, path, .vanished) }
      return FileError(.write, path, .changed)
    }
    switch step {
    case .create(let path, let after):
      let found = try found(Spot(path), after)
      switch (goal, found) {
      case (.after, .other): return FileError(.create, path, .appeared)
      case (.after, _): return FileError(.create, path, .lost)
      case (.before, _): return error(path, found)
      }
    case .replace(let path, let before, let after):
      let present = goal == .after ? before : after
      let found = try found(Spot(path), present)
      if case .same = found { return FileError(.write, path, .lost) }
      return error(path, found)
    case .remove(let path, let before), .drop(let path, let before):
      let found = try found(Spot(path), before)
      switch (goal, found) {
      case (.before, .other): return FileError(.create, path, .appeared)
      case (.before, _): return FileError(.create, path, .lost)
      case (.after, _): return error(path, found)
      }
    case .move(let from, let to, let content):
      let (start, end) = goal == .after ? (from, to) : (to, from)
      let found = try found(Spot(start), content)
      if case .same = found { return FileError(.create, end, .appeared) }
      return error(start, found)
    }
  }
}
