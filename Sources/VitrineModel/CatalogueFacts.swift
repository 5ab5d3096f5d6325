// All that is known of a catalogue before rules that look across files have run.

package import VitrineSource

/// The catalogue as read: plain data, in stable order.
package struct CatalogueFacts: Sendable {
  /// What `vitrine.yaml` says.
  package var manifest = Manifest()
  /// The kinds in use.
  package var kinds: [Kind] = []
  /// The records, in byte order of their paths.
  package var records: [RecordFacts] = []
  /// The images, in byte order of their paths.
  package var photos: [PhotoFacts] = []
  /// The spellings of vocabularies.
  package var terms = TermTable()
  /// Files that are no record and no image: their trouble, in byte order of their paths.
  package var troubles: [FileTrouble] = []
  /// The comments that silence rules in files that are no records: the manifest, schemas, views; by path.
  package var otherSuppressions: [Path: [Suppression]] = [:]

  /// An empty catalogue.
  package init() {}
}

/// A file that cannot be, or is not, part of the catalogue.
package struct FileTrouble: Sendable, Hashable {
  /// What is the matter.
  package enum Cause: Sendable, Hashable {
    /// A YAML file that no collection claims.
    case unclaimed
    /// A YAML file that a collection would claim if its name ended in `.yaml`: the path that it has then.
    case otherSuffix(Path)
    /// A symbolic link that leads out of the catalogue.
    case linkOutside
    /// A symbolic link to a folder, or to nothing that can be read; the text says which.
    case linkNotFollowed(String)
    /// A FIFO, socket or device; the text says which.
    case special(String)
    /// The file or folder cannot be read; the text says why.
    case unreadable(String)
    /// The name is one to avoid; the text says why.
    case name(String)
    /// A file sync tool's copy of a conflicting change; the text is the name it stands beside.
    case conflictedCopy(String)
    /// The path differs from another's only in case; the text is the other.
    case caseCollision(Path)
  }

  /// The path relative to the root, with bytes that are not UTF-8 replaced.
  package var path: Path
  /// What is the matter.
  package var cause: Cause

  /// Trouble with a file.
  package init(path: Path, cause: Cause) {
    self.path = path
    self.cause = cause
  }
}
