// What a catalogue knows of one record beside its own text: for the page of a record, without the catalogue.

package import VitrineModel
package import VitrineSource

/// A record among the others.
package struct RecordSurroundings: Sendable {
  /// Another record, as pages name it.
  package struct Neighbour: Sendable, Hashable {
    /// The path of its file.
    package var path: Path
    /// Its display title.
    package var title: String
    /// The index of its kind.
    package var kind: Int

    /// A record by what names it.
    package init(path: Path, title: String, kind: Int) {
      self.path = path
      self.title = title
      self.kind = kind
    }

    /// The record of these facts.
    package init(_ facts: RecordFacts) { self.init(path: facts.path, title: facts.title, kind: facts.kind) }
  }

  /// What a reference leads to.
  package enum Target: Sendable, Hashable {
    /// The record that was meant.
    case record(Neighbour)
    /// A record of another kind.
    case wrongKind(Neighbour)
    /// Any of so many records.
    case ambiguous(Int)
    /// Nothing.
    case dangling
  }

  /// The record itself.
  package var facts: RecordFacts
  /// What its references lead to, in the order of `facts.references`.
  package var targets: [Target] = []
  /// The record above it.
  package var parent: Neighbour?
  /// How many records of each kind it is the parent of.
  package var childCounts: [Int: Int] = [:]
  /// The records that refer to it, in byte order of their paths.
  package var users: [Neighbour] = []
  /// Its photos, in order, by place and by being listed.
  package var photos: [PhotoFacts] = []
  /// The places in `facts.photos` of those that are not there.
  package var missingPhotos: [Int] = []

  /// A record that nothing else is known of.
  package init(_ facts: RecordFacts) { self.facts = facts }
}
