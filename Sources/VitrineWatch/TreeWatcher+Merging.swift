// Putting what was read of a folder in place of what was known of it.

import Glibc
import VitrineFiles
import VitrineSystem

extension TreeWatcher {
  /// Takes in what a look at a folder gave.
  func take(_ contents: FolderContents, _ look: Look) {
    let index = Int(look.number)
    if look.scope == nil { takeSurroundings(contents, look) }
    if leavesFiles, tree.folders[index].entries.isEmpty { return takeNames(contents, look) }
    var found = contents.entries.compactMap { entry(of: $0, contents, look) }
    let old = tree.folders[index]
    var merged = FolderMerge()
    var position = 0
    for entry in old.entries {
      let name = old.name(of: entry)
      while position < found.count, merged.precedes(found[position], name, entry.isFolder) {
        meet(&found[position], nil, look, &merged)
        position += 1
      }
      if position < found.count, found[position].isFolder == entry.isFolder, found[position].name == name {
        meet(&found[position], entry, look, &merged)
        position += 1
      } else if look.scope?.contains(name) == false || (!entry.isFolder && isWaitedFor(name, look, found)) {
        merged.keep(name, entry)
      } else {
        lose(name, entry, look)
      }
    }
    while position < found.count {
      meet(&found[position], nil, look, &merged)
      position += 1
    }
    tree.folders[index].names = merged.names
    tree.folders[index].entries = merged.entries
    place(merged.newFolders, look)
  }

  /// What is to be known of the whole folder: problems, links, ignore files.
  private func takeSurroundings(_ contents: FolderContents, _ look: Look) {
    let number = look.number
    let identity = tree.folders[Int(number)].identity
    if !identity.isUnknown, tree.byIdentity[identity] == nil { tree.byIdentity[identity] = number }
    if problemsOf[number] ?? [] != contents.problems || tree.folders[Int(number)].isCatalogue != contents.isCatalogue {
      haveProblemsChanged = true
    }
    problemsOf[number] = contents.problems.isEmpty ? nil : contents.problems
    let links = contents.links.map { link in
      (name: Array(contents.names[Int(link.nameStart)...].prefix { $0 != 0 }), target: link.target)
    }
    let hasLinks =
      !links.isEmpty || contents.problems.contains { $0.kind == .brokenLink || $0.kind == .linkOutside || $0.kind == .folderLink }
    linksOf[number] = hasLinks ? links : nil
    tree.folders[Int(number)].isCatalogue = contents.isCatalogue
    let before = tree.folders[Int(number)].ignores
    guard before !== contents.ignores, contents.failure == 0 else { return }
    tree.folders[Int(number)].ignores = contents.ignores
    for entry in tree.folders[Int(number)].entries where entry.isFolder { mark(entry.child) }
  }

  /// True for a file that is waited for, if no folder took its name.
  private func isWaitedFor(_ name: [UInt8], _ look: Look, _ found: [FoundEntry]) -> Bool {
    let place = PendingFiles.Place(folder: look.number, name: name)
    guard pending.contains(place) else { return false }
    guard found.contains(where: { $0.isFolder && $0.name == name }) else { return true }
    _ = pending.remove(place)
    return false
  }

  /// Takes in what a look at a folder gave of which nothing is known, without a word of the files that are left.
  private func takeNames(_ contents: FolderContents, _ look: Look) {
    var merged = FolderMerge()
    merged.names.reserveCapacity(contents.names.count)
    merged.entries.reserveCapacity(contents.entries.count)
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
    tree.folders[Int(look.number)].names = merged.names
    tree.folders[Int(look.number)].entries = merged.entries
    place(merged.newFolders, look)
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
    return FoundEntry(name: name, entry: entry, hasTwins: seen.hasTwins && listed.kind == .regular)
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
      if look.mayDiffer[found.name] != nil { foldersBack.insert(known.child) }
      // Its watch may be gone, or it could not be read before; a change of permissions, here or of the folder above, decides that anew.
      let isUnwatched = tree.folders[child].watch < 0 && polled[known.child] == nil
      if isUnwatched || isUnreadable(known.child) || look.mayDiffer[found.name] != nil { mark(known.child) }
      return merged.keep(found.name, known)
    }
    let mayDiffer = look.mayDiffer[found.name] ?? false
    if let known {
      let isSame = known.status == found.entry.status && known.changed == found.entry.changed
      // Where no event would have told, bytes written just after the last look could have left the same times.
      let isDoubtful = known.isFresh && (hasLostEvents || tree.folders[Int(look.number)].watch < 0)
      if isSame { found.entry.isFresh = known.isFresh && !isDoubtful }
      if !isSame || isDoubtful || mayDiffer {
        if isUnfinished(found, look, isSame: isSame) { return merged.keep(found.name, known) }
        noteTwins(found.name, found.hasTwins, found.entry, look, was: known)
        note(
          look.path(of: found.name), was: known.status, mayDiffer: mayDiffer || isDoubtful || known.changed != found.entry.changed
        )
      }
    } else {
      if isUnfinished(found, look, isSame: false) { return }
      noteTwins(found.name, found.hasTwins, found.entry, look, was: nil)
      note(look.path(of: found.name), was: nil)
    }
    merged.keep(found.name, found.entry)
  }

  /// True for a file that is being written, or may be: it was found by reading the folder, and changed a moment ago.
  private func isUnfinished(_ found: FoundEntry, _ look: Look, isSame: Bool) -> Bool {
    let place = PendingFiles.Place(folder: look.number, name: found.name)
    if pending.contains(place) { return true }
    guard look.scope == nil, !isStarting, !isBarrier, !isSame, found.entry.isFresh, look.mayDiffer[found.name] == nil,
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
    note(look.path(of: name), was: entry.status)
  }

  /// Takes in new folders, and lists them among the names.
  private func place(_ folders: [FoundEntry], _ look: Look) {
    var added: [FoundEntry] = []
    if folders.isEmpty { return }
    if leavesFiles {
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
    let old = tree.folders[Int(look.number)]
    var merged = FolderMerge()
    var position = 0
    for entry in old.entries {
      let name = old.name(of: entry)
      while position < added.count, merged.precedes(added[position], name, entry.isFolder) {
        merged.keep(added[position].name, added[position].entry)
        position += 1
      }
      merged.keep(name, entry)
    }
    for found in added[position...] { merged.keep(found.name, found.entry) }
    tree.folders[Int(look.number)].names = merged.names
    tree.folders[Int(look.number)].entries = merged.entries
  }
}

/// A name that was found in a folder.
struct FoundEntry {
  /// The bytes of the name.
  var name: [UInt8]
  /// What it stands for; a folder has no number yet.
  var entry: WatchedEntry
  /// True for a file that has other names as well.
  var hasTwins = false

  /// True for a folder.
  var isFolder: Bool { entry.status.kind == .folder }
}

/// The names of a folder as they will be.
struct FolderMerge {
  /// The names, one after the other.
  var names: [UInt8] = []
  /// The entries, in path order.
  var entries: [WatchedEntry] = []
  /// Folders that are new here and still to be taken in.
  var newFolders: [FoundEntry] = []

  /// Appends an entry.
  mutating func keep(_ name: some Collection<UInt8>, _ entry: WatchedEntry) {
    var entry = entry
    entry.nameStart = UInt32(truncatingIfNeeded: names.count)
    entry.nameCount = UInt16(truncatingIfNeeded: name.count)
    names += name
    entries.append(entry)
  }

  /// True where what was found comes before a name.
  func precedes(_ found: FoundEntry, _ name: [UInt8], _ isFolder: Bool) -> Bool {
    found.name.withUnsafeBufferPointer { left in
      name.withUnsafeBufferPointer { right in PathOrder.compare(left, found.isFolder, right, isFolder) < 0 }
    }
  }
}
