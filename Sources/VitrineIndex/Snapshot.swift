// The catalogue at one moment, for those who still look at all of it at once; see `RecordSurroundings` for one record.

package import VitrineModel
import VitrineRules
package import VitrineSource

/// An immutable state of a catalogue. Readers keep theirs as long as they like.
package struct Snapshot: Sendable {
  /// How the records hang together, by their places in the catalogue's records.
  package struct Hanging: Sendable {
    /// What a reference leads to.
    package enum Resolution: Sendable, Hashable {
      /// The one record of the wanted kind.
      case record(Int)
      /// A record of another kind.
      case wrongKind(Int)
      /// As many records as the list is long, the first of them.
      case ambiguous([Int])
      /// Nothing.
      case dangling
    }

    /// Where each reference of each record leads.
    package var references: [[Resolution]] = []
    /// The parent of each record.
    package var parents: [Int?] = []
    /// The photos of each record, by their places in the catalogue's photos.
    package var photos: [[Int]] = []
    /// The listed photos that are not there.
    package var missingPhotos: [(record: Int, photo: Int)] = []
  }

  /// All that was read.
  package let catalogue: CatalogueFacts
  /// The report.
  package let findings: [Finding]

  /// The state of a catalogue and its report.
  package init(_ catalogue: CatalogueFacts, _ findings: FindingList) {
    self.catalogue = catalogue
    self.findings = Array(findings)
  }

  /// How the records hang together, found anew at every call.
  package var links: Hanging {
    let links = Links(catalogue)
    var hanging = Hanging()
    for slot in links.records.indices {
      hanging.references.append(
        links.records[slot].references.map { reference in
          switch links.resolve(reference) {
          case .record(let target): .record(target)
          case .wrongKind(let target): .wrongKind(target)
          case .ambiguous(let first, let count): .ambiguous(Array(repeating: first[0], count: count))
          case .dangling: .dangling
          }
        })
      hanging.parents.append(links.parent(of: slot))
      hanging.photos.append(links.photos(of: slot))
      for photo in links.missingPhotos(of: slot) { hanging.missingPhotos.append((slot, photo)) }
    }
    return hanging
  }
}
