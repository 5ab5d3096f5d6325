// Executing a plan: all checks, then all new texts on the disk, then all renames.

package import VitrineChanges

/// Why a plan was not executed.
package struct PlanFailure: Error, Hashable, Sendable {
  /// What failed first.
  package var cause: FileError
  /// The files that hold the new text all the same, because they could not be put back. Nearly always empty.
  package var remaining: [String]

  /// A failure and what it left.
  package init(cause: FileError, remaining: [String]) {
    self.cause = cause
    self.remaining = remaining
  }
}

extension FileWriter {
  /// Makes all edits of a plan, or none.
  ///
  /// A file that is not as the plan expects stops it before anything is written; so does a full or failing disk, since all new
  /// texts are on the disk before the first is put in place. Where even putting in place fails, what was done is undone.
  /// Shape: the answer names the files that changed, in the order of their paths. Being killed halfway is not covered here.
  ///
  /// Errors: the first failure, and what could not be put back.
  package func execute(_ plan: Plan) throws(PlanFailure) -> [String] {
    var staged: [StagedFile] = []
    do throws(FileError) {
      for (target, bytes) in try targets(of: plan) { staged.append(try stage(bytes, for: target)) }
      for file in staged { try force(file) }
    } catch {
      for file in staged.reversed() { discard(file) }
      throw PlanFailure(cause: error, remaining: [])
    }
    var placed = 0
    do throws(FileError) {
      for file in staged {
        try place(file)
        placed += 1
      }
      try syncFolders(of: staged)
    } catch {
      for file in staged.dropFirst(placed).dropFirst().reversed() { discard(file) }
      throw PlanFailure(cause: error, remaining: putBack(staged.prefix(placed)))
    }
    return staged.map(\.target.shownPath)
  }

  /// The files to write and what to write: those whose bytes do not change are left out.
  private func targets(of plan: Plan) throws(FileError) -> [(Target, [UInt8])] {
    if let path = plan.repeatedPath { throw FileError(.write, path, .unusableEdits) }
    var targets: [(Target, [UInt8])] = []
    var paths: Set<String> = []
    for edit in plan.edits {
      let target = try target(of: edit.path, expecting: edit.expected)
      guard paths.insert(target.path).inserted, let bytes = edit.result(on: target.present) else {
        throw FileError(.write, edit.path, .unusableEdits)
      }
      if bytes != target.present { targets.append((target, bytes)) }
    }
    return targets
  }

  private func syncFolders(of staged: [StagedFile]) throws(FileError) {
    var done: Set<String> = []
    for file in staged {
      for path in [file.path] + file.madeFolders where done.insert(Self.folder(of: path)).inserted { try sync(folderOf: path) }
    }
  }

  /// Puts the old texts back, the last one first, wherever the new one still stands; answers the paths where that failed.
  private func putBack(_ files: ArraySlice<StagedFile>) -> [String] {
    var remaining: [String] = []
    for file in files.reversed() {
      do throws(FileError) {
        if let old = file.target.present {
          try write(file.path, old, expecting: .bytes(file.bytes))
        } else {
          try takeAway(file)
        }
      } catch {
        remaining.append(file.target.shownPath)
      }
    }
    return remaining.reversed()
  }

  /// Removes a file that was new, unless somebody changed it since.
  private func takeAway(_ file: StagedFile) throws(FileError) {
    let (present, _) = try present(file.path, shownAs: file.target.shownPath)
    if let present {
      guard present == file.bytes else { throw FileError(.remove, file.target.shownPath, .changed) }
      let place = try FilePlace(root: root.descriptor, path: file.path, operation: .remove)
      let result = calls.remove(place.folder, Self.name(of: file.path))
      if result < 0 { throw FileError(.remove, file.target.shownPath, errno: -result) }
    }
    var folders = file
    folders.temporaryName = ""
    discard(folders)
  }
}
