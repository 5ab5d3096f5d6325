// A catalogue as git has it: what is staged, or a commit. What `check --staged`, `check --rev` and all that compares versions ask for.

package import VitrineCatalog
package import VitrineFiles
package import VitrineGit
import VitrineModel
import VitrinePhotos
package import VitrineSource
import VitrineSystem

extension RequestError {
  /// What git says, as the failure of a request.
  package init(_ error: GitError) { self.init(error.message, error.isOfRequest ? .invalid : .unavailable) }
}

/// A catalogue in a repository.
package struct VersionedCatalogue: Sendable {
  /// The folder of the catalogue: absolute, without links. It need not be there in a bare repository.
  package let root: String
  /// The repository that the folder lies in.
  package let repository: GitRepository

  /// The catalogue in a folder.
  ///
  /// Errors: the folder lies in no repository, or git cannot be asked.
  package init(in root: String, _ context: RequestContext) throws(RequestError) {
    self.root = root
    repository = try Self.asking { () throws(GitError) in
      try GitRepository(
        containing: root, workingFolder: Path.real(context.workingFolder), environment: context.environment)
    }
  }

  /// The catalogue that a person stands in; where the folder has none, the one that a commit has there or above.
  ///
  /// Errors: there is none; as for `init(in:_:)`.
  package init(_ context: RequestContext, for path: String? = nil, at revision: String? = nil) throws(RequestError) {
    do throws(RequestError) {
      let root = try context.root(for: path)
      try self.init(in: Path.real(root), context)
    } catch {
      guard let revision, let found = Self.root(in: context, at: revision) else { throw error }
      try self.init(in: found, context)
    }
  }

  /// The folder, from the one worked in upwards, that has a manifest in a commit.
  private static func root(in context: RequestContext, at revision: String) -> String? {
    var folder = Path.real(context.folder)
    do throws(RequestError) {
      while Path.isFolder(folder) {
        let catalogue = try VersionedCatalogue(in: folder, context)
        let commit = try asking { () throws(GitError) in try catalogue.repository.commit(revision) }
        if catalogue.repository.hasFile(Manifest.fileName, in: commit) { return folder }
        guard !catalogue.repository.prefix.isEmpty else { return nil }
        folder = Path.parent(of: folder)
      }
      return nil
    } catch {
      return nil
    }
  }

  /// The commit that a revision names.
  ///
  /// Errors: it names none.
  package func commit(_ revision: String) throws(RequestError) -> GitObjectID {
    try Self.asking { () throws(GitError) in try repository.commit(revision) }
  }

  /// Whether anything was ever committed here.
  ///
  /// Errors: what git says.
  package func hasCommits() throws(RequestError) -> Bool {
    try Self.asking { () throws(GitError) in try repository.commitIfAny("HEAD") != nil }
  }

  /// The commit from which what is new since a revision is counted: the last one that it shares with `tip`, and itself where they share none.
  ///
  /// Errors: the revision names no commit.
  package func start(since revision: String, until tip: String) throws(RequestError) -> GitObjectID {
    let since = try commit(revision)
    return try Self.asking { () throws(GitError) in
      // Before the first commit there is no HEAD.
      guard let tip = try repository.commitIfAny(tip) else { return since }
      return try repository.commonAncestor(since, tip) ?? since
    }
  }

  /// The files of a version.
  ///
  /// Errors: what git says.
  package func files(_ choice: VersionedFiles.Choice) throws(RequestError) -> VersionedFiles {
    try Self.asking { () throws(GitError) in
      try VersionedFiles(choice, of: repository, root: root) { path in path.withUTF8 { ImageSuffix.isImage($0) } }
    }
  }

  /// A version, read and checked.
  ///
  /// Errors: what git says; the version has no manifest, or it cannot be read.
  package func load(
    _ choice: VersionedFiles.Choice, options: CatalogueLoader.Options = CatalogueLoader.Options()
  ) throws -> LoadedCatalogue {
    try CatalogueLoader.load(root: root, version: try files(choice), options: options)
  }

  /// A version, read and checked; nil for one from before there was a catalogue.
  ///
  /// Errors: what git says.
  package func loadIfAny(
    _ choice: VersionedFiles.Choice, options: CatalogueLoader.Options = CatalogueLoader.Options()
  ) throws -> LoadedCatalogue? {
    let files = try files(choice)
    return files.hasFile(Manifest.fileName) ? try CatalogueLoader.load(root: root, version: files, options: options) : nil
  }

  /// The catalogue of the folder, to be compared with a version: where git leaves files out of the worktree, it is read again with these.
  ///
  /// Errors: what git says; the folder cannot be read.
  package func withSparseFiles(
    _ catalogue: LoadedCatalogue, options: CatalogueLoader.Options = CatalogueLoader.Options()
  ) throws -> LoadedCatalogue {
    guard let sparse = try sparseFiles() else { return catalogue }
    return try CatalogueLoader.load(root: catalogue.root, sparse: sparse, options: options)
  }

  /// The files that a sparse checkout leaves out of the folder, beside those that are there; nil where there are none.
  ///
  /// Errors: as of `withSparseFiles`.
  package func sparseFiles() throws -> SparseFiles? {
    do { return try SparseFiles(of: repository, root: root) } catch let error as GitError { throw RequestError(error) }
  }

  /// Runs what asks git.
  static func asking<Result>(_ body: () throws(GitError) -> Result) throws(RequestError) -> Result {
    do throws(GitError) { return try body() } catch { throw RequestError(error) }
  }
}

extension LoadedCatalogue {
  /// Paths that a person gave for a version, relative to the root; "" for the root.
  ///
  /// Errors: the version has nothing there.
  package func versionPaths(_ paths: [String], _ context: RequestContext) throws(RequestError) -> [Path] {
    var found: [Path] = []
    for path in paths {
      let absolute = Path.absolute(path, from: Path.real(context.folder))
      guard let relative = Path.relative(absolute, to: root).map({ Path($0) }) else {
        throw RequestError("'\(path)' lies outside the catalogue in '\(root)'", .unavailable)
      }
      guard source.version?.hasFiles(within: relative) != false else {
        throw RequestError("there is no '\(path)' in that version", .unavailable)
      }
      found.append(relative)
    }
    return found
  }
}
