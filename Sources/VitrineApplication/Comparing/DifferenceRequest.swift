// Which versions are compared, and which records: what the words of `vitrine diff` mean.

import VitrineAnswers
package import VitrineCatalog
import VitrineChanges
import VitrineFiles
import VitrineGit
import VitrineIndex
package import VitrineModel
import VitrineSource
import VitrineSystem

/// A request for the difference of two versions.
package struct DifferenceRequest: Sendable {
  /// One of the versions.
  package enum Version: Sendable, Hashable {
    /// The files as they are.
    case folder
    /// What is staged.
    case staged
    /// A commit, by any name.
    case commit(String)
  }

  /// The earlier version.
  package var old = Version.commit("HEAD")
  /// The later version.
  package var new = Version.folder
  /// The words of the query; all records where there are none.
  package var words: [String] = []

  /// Takes the first word for revisions, where it is `REV`, `REV..REV` or `REV...REV`, and the others for a query.
  ///
  /// Errors: what stands around dots names no commit.
  package init(_ words: [String], staged: Bool, in catalogue: VersionedCatalogue) throws(RequestError) {
    if staged { new = .staged }
    self.words = words
    guard let first = words.first else { return }
    let repository = catalogue.repository
    func isCommit(_ name: String) throws(RequestError) -> Bool {
      try VersionedCatalogue.asking { () throws(GitError) in try repository.commitIfAny(name) != nil }
    }
    if let dots = Self.dots(in: first) {
      let names = [dots.before, dots.after].map { $0.isEmpty ? "HEAD" : $0 }
      for name in names where try !isCommit(name) {
        // '2001..2010' and 'rating:7..' are words of a query.
        if first.utf8.contains(UInt8(ascii: ":")) || first.utf8.first.map({ (0x30...0x39).contains($0) }) == true { return }
        throw RequestError("git knows no commit '\(name)'")
      }
      guard !staged else { throw RequestError("--staged compares one commit with the index; '\(first)' names two") }
      old = .commit(names[0])
      new = .commit(names[1])
      if dots.isFromAncestor {
        let (left, right) = (try catalogue.commit(names[0]), try catalogue.commit(names[1]))
        let shared = try VersionedCatalogue.asking { () throws(GitError) in try repository.commonAncestor(left, right) }
        old = .commit((shared ?? left).text)
      }
    } else if try isCommit(first) {
      old = .commit(first)
    } else {
      return
    }
    self.words.removeFirst()
  }

  private static func dots(in word: String) -> (before: String, after: String, isFromAncestor: Bool)? {
    let bytes = Array(word.utf8)
    for index in bytes.indices.dropLast() where bytes[index] == 0x2E && bytes[index + 1] == 0x2E {
      let isThree = index + 2 < bytes.count && bytes[index + 2] == 0x2E
      return (
        String(decoding: bytes[..<index], as: UTF8.self), String(decoding: bytes[(index + (isThree ? 3 : 2))...], as: UTF8.self),
        isThree
      )
    }
    return nil
  }

  /// The difference. `options` say how the clock goes; `load` reads the folder.
  ///
  /// Errors: what git says; a query that neither version understands.
  package func difference(
    in versioned: VersionedCatalogue, options: CatalogueLoader.Options, now: CivilMoment,
    folder load: (CatalogueLoader.Options) throws -> LoadedCatalogue
  ) throws -> CatalogueDifference {
    var options = options
    options.indexes = !words.isEmpty
    let before = try read(old, in: versioned, options, load)
    let after = try read(new, in: versioned, options, load)
    var sides = [CatalogueDifference.Side(before), CatalogueDifference.Side(after)]
    if !words.isEmpty {
      var failure: (any Error)?
      for index in sides.indices {
        guard let catalogue = sides[index].catalogue else { continue }
        do {
          let open = OpenCatalogue(catalogue, now: now)
          sides[index].wanted = Set(try open.ask(words, isSorted: false).answer.rows.map { open.index.path(of: $0) })
        } catch {
          failure = error
        }
      }
      if let failure, sides.allSatisfy({ $0.wanted == nil }) { throw failure }
      for index in sides.indices where sides[index].wanted == nil { sides[index].wanted = [] }
    }
    let changed = try changedInFolder(versioned)
    return CatalogueDifference(from: sides[0], to: sides[1]) { path in
      switch (before?.source.version, after?.source.version) {
      case (let old?, let new?): old.isSame(path, as: new)
      case (let old?, nil): changed.map { old.isSame(path, asInFolderBut: $0) } ?? false
      case (nil, _): false
      }
    } isSamePhoto: { path, size in
      guard let old = before?.source.version, let after else { return false }
      return Self.isSamePhoto(path, size, old, after)
    }
  }

  /// Whether a photo has the same bytes in both versions, be it that git-lfs keeps those of one.
  private static func isSamePhoto(_ path: Path, _ size: Int, _ old: VersionedFiles, _ after: LoadedCatalogue) -> Bool {
    let earlier = old.stored(at: path)
    guard let new = after.source.version else {
      // git names files that it has not looked at again, which may be what they were.
      let bytes = earlier == nil ? old.text(at: path) : nil
      guard earlier?.size ?? bytes?.count == size else { return false }
      let digest = earlier?.digest ?? bytes.map { ContentDigest($0).hexadecimal }
      do throws(FileError) {
        return try KnownPhotos.digest(Path(after.root).appending(path)).hexadecimal == digest
      } catch {
        return false
      }
    }
    let later = new.stored(at: path)
    if let earlier, let later { return earlier == later }
    guard let stored = earlier ?? later, let bytes = (earlier == nil ? old : new).text(at: path), bytes.count == stored.size
    else {
      return false
    }
    return ContentDigest(bytes).hexadecimal == stored.digest
  }

  private func changedInFolder(_ versioned: VersionedCatalogue) throws -> Set<Path>? {
    guard new == .folder, case .commit(let name) = old else { return nil }
    if name == "HEAD", try !versioned.hasCommits() { return nil }
    let commit = try versioned.commit(name)
    return try VersionedCatalogue.asking { () throws(GitError) in Set(try versioned.repository.changedFiles(since: commit)) }
  }

  private func read(
    _ version: Version, in versioned: VersionedCatalogue, _ options: CatalogueLoader.Options,
    _ load: (CatalogueLoader.Options) throws -> LoadedCatalogue
  ) throws -> LoadedCatalogue? {
    switch version {
    case .folder: try versioned.withSparseFiles(try load(options), options: options)
    case .staged: try versioned.loadIfAny(.staged, options: options)
    case .commit(let name):
      // Before the first commit there is nothing to compare with.
      if name == "HEAD", try !versioned.hasCommits() {
        nil
      } else {
        try versioned.loadIfAny(.commit(try versioned.commit(name)), options: options)
      }
    }
  }
}
