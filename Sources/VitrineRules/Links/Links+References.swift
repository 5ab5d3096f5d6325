// Where references lead, and who refers to whom.

package import VitrineModel

extension Links {
  /// The references of a record that lead nowhere or astray, by their places in its list.
  package func faultyReferences(of slot: Int) -> [(position: Int, resolution: Resolution)] {
    references.faults(of: slot).map { ($0.position, $0.resolution) }
  }

  /// What a dangling reference might mean, and whether there is any record of the wanted kind.
  package func suggestion(for reference: Reference) -> (nearest: String?, knowsAny: Bool) {
    references.suggestion(for: reference)
  }

  /// Where a reference leads.
  package func resolve(_ reference: Reference) -> Resolution { references.resolve(reference, records) }

  /// The records that refer to another, in byte order of their paths.
  package func backlinks(of slot: Int) -> [Int] { references.backlinks(of: slot, records) }
}
