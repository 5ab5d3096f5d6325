// Putting what was read of a folder in place of what was known of it.

import Glibc
import VitrineAlgorithms
import VitrineFiles
import VitrineSystem

extension TreeWatcher {
  /// Takes in what a look at a folder gave.
  func take(_ contents: FolderContents, _ look: Look) {
    let index = Int(look.number)
    if look.scope == nil { takeSurroundings(contents, look) }
    if phase.leavesFiles, tree.folders[index].entries.isEmpty { return takeNames(contents, look) }
    let found = contents.entries.compactMap { entry(of: $0, contents, look) }
    var merged = FolderMerge()
    FolderComparison.walk(tree.folders[index], found) { step in
      switch step {
      case .new(var entry): meet(&entry, nil, look, &merged)
      case .known(var entry, let known): meet(&entry, known, look, &merged)
      case .missing(let name, let entry):
        if look.scope?.contains(name) == false || (!entry.isFolder && isWaitedFor(name, look, found, contents.ignores)) {
          merged.keep(name, entry)
        } else {
          lose(name, entry, look)
        }
      }
    }
    put(merged, look)
  }

  /// Puts the names of a folder in place of those that it had, then takes in the folders that are new.
  private func put(_ merged: FolderMerge, _ look: Look) {
    tree.folders[Int(look.number)].names = merged.names
    tree.folders[Int(look.number)].entries = merged.entries
    place(merged.newFolders, look)
  }

  /// What is to be known of the whole folder: problems, links, ignore files.
  private func takeSurroundings(_ contents: FolderContents, _ look: Look) {
    let number = look.number
    tree.claimIdentity(of: number)
    let isOther = folderProblems.take(contents, of: number)
    if isOther || tree.folders[Int(number)].isCatalogue != contents.isCatalogue { carry.haveProblemsChanged = true }
    if isOther, !phase.isFirstLook { carry.haveTargetsChanged = true }
    tree.folders[Int(number)].isCatalogue = contents.isCatalogue
    guard contents.failure == 0 else { return }
    watchIgnoreFile(of: number, contents)
    let before = tree.folders[Int(number)].ignores
    if before === contents.ignores || before.flatMap({ contents.ignores?.isSame(as: $0) }) == true { return }
    tree.folders[Int(number)].ignores = contents.ignores
    for entry in tree.folders[Int(number)].entries where entry.isFolder { queue.mark(entry.child) }
  }

  /// True for a file that is waited for, if no folder took its name, no ignore file leaves it out, and its folder is no catalogue of its own: once it is known,
  /// nobody asks that again.
  private func isWaitedFor(_ name: [UInt8], _ look: Look, _ found: [FoundEntry], _ ignores: IgnoreChain?) -> Bool {
    let place = PendingFiles.Place(folder: look.number, name: name)
    guard pending.contains(place) else { return false }
    let isLeftOut = ignores.map { ignores in
      look.path(of: name).withUnsafeBufferPointer { ignores.leavesOut($0, isFolder: false) }
    }
    let isElsewhere = tree.folders[Int(look.number)].isCatalogue || found.contains { $0.isFolder && $0.name == name }
    if isLeftOut != true, !isElsewhere { return true }
    _ = pending.remove(place)
    return false
  }

  /// Takes in what a look at a folder gave of which nothing is known, without a word of the files that are left.
  private func takeNames(_ contents: FolderContents, _ look: Look) {
    var merged = FolderMerge()
    merged.reserve(names: contents.names.count, entries: contents.entries.count)
    let left = WatchedEntry(kind: .regular)
    for listed in contents.entries {
      if leaves(listed, contents, look) {
        merged.keep(contents.names[listed.nameRange], left)
      } else if listed.kind == .folder {
        merged.newFolders.append(FoundEntry(name: Array(contents.names[listed.nameRange]), entry: WatchedEntry(kind: .folder)))
      } else if var found = entry(of: listed, contents, look) {
        meet(&found, nil, look, &merged)
      }
    }
    put(merged, look)
  }

  /// A listed name with its status; nil for one that went away, or became something else, meanwhile. In a folder that may be listed and not entered
  /// all that is listed is there, as it is for a fresh reading, and nothing else is known of it.
  private func entry(of listed: FolderEntry, _ contents: FolderContents, _ look: Look) -> FoundEntry? {
    let name = Array(contents.names[listed.nameRange])
    if leaves(listed, contents, look) { return FoundEntry(name: name, entry: WatchedEntry(kind: .regular)) }
    var status = stat()
    let result = contents.names.withUnsafeBufferPointer { names in
      SystemCall.status(
        look.descriptor, names.baseAddress.map { $0 + Int(listed.nameStart) }, &status, following: listed.kind == .link)
    }
    if result == -EACCES, listed.kind != .link { return FoundEntry(name: name, entry: WatchedEntry(kind: listed.kind)) }
    guard result >= 0, (status.st_mode & S_IFMT == S_IFDIR) == (listed.kind == .folder) else { return nil }
    let seen = SeenStatus(status)
    var entry = entry(like: WatchedEntry(kind: listed.kind), seen)
    if listed.kind == .link { entry.status.kind = .link }
    return FoundEntry(name: name, entry: entry, hasOtherNames: seen.hasOtherNames && listed.kind == .regular)
  }

  /// A name that is there, with what was known of it.
  private func meet(_ found: inout FoundEntry, _ known: WatchedEntry?, _ look: Look, _ merged: inout FolderMerge) {
    if found.isFolder {
      guard let known else { return merged.newFolders.append(found) }
      let child = Int(known.child)
      guard tree.folders[child].identity == FolderIdentity(found.entry.status) else {
        lose(found.name, known, look)
        return merged.newFolders.append(found)
      }
      if look.mayDiffer[found.name] != nil { carry.foldersBack.insert(known.child) }
      // Its watch may be gone, or it could not be read before; a change of permissions, here or of the folder above, decides that anew.
      let isUnwatched = tree.folders[child].watch < 0 && polling.reason(known.child) == nil
      if isUnwatched || folderProblems.failure(of: known.child) != nil || look.mayDiffer[found.name] != nil {
        queue.mark(known.child)
      }
      return merged.keep(found.name, known)
    }
    let mayDiffer = look.mayDiffer[found.name] ?? false
    if let known {
      let isSame = known.status == found.entry.status && known.changed == found.entry.changed
      if !known.isLeft {
        freshness.change(from: known.changed, to: found.entry.changed, now: now)
        if found.entry.changed < known.changed { found.entry.isFresh = true }
      }
      // Where no event would have told, bytes written just after the last look could have left the same times.
      let isUnseen = carry.hasLostEvents || !look.hadWatch || tree.folders[Int(look.number)].watch < 0
      let isDoubtful = known.isFresh && isUnseen
      if isSame { found.entry.isFresh = known.isFresh && (!isDoubtful || freshness.isLasting(found.entry, now: now)) }
      if !isSame || isDoubtful || mayDiffer {
        if isUnfinished(found, look, isSame: isSame) { return merged.keep(found.name, known) }
        noteNames(found.name, found.hasOtherNames, found.entry, look, was: known)
        note(look.path(of: found.name), was: known, mayDiffer: mayDiffer || isDoubtful)
      }
    } else {
      if isUnfinished(found, look, isSame: false) { return }
      noteNames(found.name, found.hasOtherNames, found.entry, look, was: nil)
      note(look.path(of: found.name), was: nil)
    }
    merged.keep(found.name, found.entry)
  }

  /// True for a file that is being written, or may be: it was found by reading the folder, and changed a moment ago.
  private func isUnfinished(_ found: FoundEntry, _ look: Look, isSame: Bool) -> Bool {
    let place = PendingFiles.Place(folder: look.number, name: found.name)
    if pending.contains(place) { return true }
    guard look.scope == nil, !phase.isFirstLook, !carry.isBarrier, !isSame, found.entry.isFresh,
      look.mayDiffer[found.name] == nil,
      found.entry.status.kind == .regular
    else { return false }
    let isEmpty = found.entry.status.size == 0
    // What takes the place of a file that is gone is reported together with that: nothing shall seem lost for a moment.
    if !isEmpty, log.had(look.path(of: found.name)) { return false }
    let quiet = isEmpty ? PendingFiles.quiet : PendingFiles.quietWhenFound
    return pending.wait(for: place, now: now, quiet: quiet, isFound: true)
  }

  /// A name that is not there any more.
  private func lose(_ name: [UInt8], _ entry: WatchedEntry, _ look: Look) {
    if entry.isFolder { return detach(entry.child, path: look.path(of: name)) }
    noteGone(entry)
    // A file that takes its place in this drain may look the same.
    note(look.path(of: name), was: entry, mayDiffer: entry.isFresh || look.mayDiffer[name] == true)
  }

  /// Takes in new folders, and lists them among the names.
  private func place(_ folders: [FoundEntry], _ look: Look) {
    var added: [FoundEntry] = []
    if folders.isEmpty { return }
    if phase.leavesFiles {
      added = attachFirst(folders, look)
    } else {
      for var found in folders {
        guard let child = attach(found, look) else { continue }
        found.entry.child = child
        added.append(found)
      }
    }
    // Reading one of them may have met another that moved into it meanwhile.
    added.removeAll { found in
      let child = tree.folders[Int(found.entry.child)]
      return child.parent != look.number || child.name != found.name
    }
    if added.isEmpty { return }
    var merged = FolderMerge()
    FolderComparison.walk(tree.folders[Int(look.number)], added) { step in
      switch step {
      case .new(let found): merged.keep(found.name, found.entry)
      case .missing(let name, let entry): merged.keep(name, entry)
      case .known(let found, let known):
        Invariants.check(false, "a folder that is known is new")
        merged.keep(found.name, known)
      }
    }
    put(merged, look)
  }
}
