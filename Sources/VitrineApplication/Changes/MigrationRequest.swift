// A migration, as a person asks for it.

import VitrineCatalog
package import VitrineChanges
import VitrineModel
package import VitrineSource

/// A request to bring records up to a version of their schema.
package struct MigrationRequest: Sendable, Hashable {
  /// The kinds, by name or plural; all where there are none.
  package var kinds: [String]
  /// What records are written for, where nothing says it.
  package var from: Int?
  /// The version to stop at; nil for the newest.
  package var to: Int?

  /// A request for kinds and versions.
  package init(kinds: [String], from: Int?, to: Int?) {
    self.kinds = kinds
    self.from = from
    self.to = to
  }

  /// The plan.
  ///
  /// Errors: there is no such kind. `PlanRefusal`: as for `MigrationPlanning.plan`.
  package func plan(in open: OpenCatalogue) throws -> Plan {
    let options = MigrationPlanning.Options(kinds: try places(in: open), from: from, to: to)
    return try MigrationPlanning.plan(options, in: open.catalogue) { Stock.file(named: $0) }
  }

  /// The records of these kinds that cannot be read. Shape: as for `LoadedCatalogue.unreadRecords`.
  ///
  /// Errors: there is no such kind.
  package func unread(in open: OpenCatalogue) throws -> [Path] {
    try open.catalogue.unreadRecords(ofKinds: places(in: open))
  }

  private func places(in open: OpenCatalogue) throws -> [Int] {
    guard !kinds.isEmpty else { return Array(open.kinds.indices) }
    return try kinds.map { word in
      guard let kind = Kind.index(calledBy: word, among: open.kinds) else {
        throw RequestError("the catalogue has no kind '\(word)'; it has \(open.kinds.map(\.name).joined(separator: ", "))")
      }
      return kind
    }
  }
}
