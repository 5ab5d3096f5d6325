// `migrate`: the records of kinds brought up to the version of their schemas. Decision 0024 says why.

import VitrineEditing
import VitrineModel
package import VitrineSource
import VitrineSyntax

/// Plans migrations.
package enum MigrationPlanning {
  /// What is asked for.
  package struct Options: Sendable {
    /// The places of the kinds in `ChangeSource.kinds`.
    package var kinds: [Int]
    /// The version that records are written for where neither they nor the manifest say it.
    package var from: Int?
    /// The version to reach; nil for that of each schema.
    package var to: Int?

    /// Options of the given kind.
    package init(kinds: [Int], from: Int? = nil, to: Int? = nil) {
      self.kinds = kinds
      self.from = from
      self.to = to
    }
  }

  /// The plan that makes the steps which schemas declare under `x-vitrine: migrations:`, and writes the version reached into the records or
  /// into the manifest. `stock` reads schemas that come with the program.
  ///
  /// Errors: a version that no schema has, or that was passed already; a record in which a step cannot be made.
  package static func plan(
    _ options: Options, in source: some ChangeSource, stock: (Path) -> [UInt8]?
  ) throws(PlanRefusal) -> Plan {
    let manifest = ManifestVersions(source)
    var edits: [FileEdit] = []
    var summary: [String] = []
    var hasLost = false
    var reached: [(kind: String, version: Int)] = []
    for index in options.kinds {
      let kind = source.kinds[index]
      let goal = options.to ?? kind.version
      guard goal <= kind.version else {
        throw PlanRefusal("the schema of a \(kind.name) is at version \(kind.version); there is no version \(goal)")
      }
      let migrations = (source.text(at: kind.schemaPath) ?? stock(kind.schemaPath)).map { Migration.all(in: $0) } ?? []
      let said = manifest.version(of: kind.name) ?? options.from ?? kind.version
      var changed = 0
      let hasField = kind.field(FieldPath([Migration.versionField])) != nil
      guard hasField || said != goal else { continue }
      for record in source.records(ofKind: index) {
        guard let bytes = source.text(at: record.path) else { continue }
        var migrated = MigratedRecord(try RecordText.value(of: bytes, at: record.path))
        let own = hasField ? migrated.version : nil
        let version = own ?? said
        guard version <= goal else {
          throw PlanRefusal(
            "it is at version \(version) already; migrations lead forward only, to at least that", path: record.path)
        }
        do throws(PlanRefusal) {
          try migrated.migrate(by: migrations, from: version, to: goal, saysVersion: own != nil)
        } catch {
          throw PlanRefusal(error.message, path: record.path)
        }
        hasLost = hasLost || migrated.hasLost
        guard let edit = try RecordText.edit(migrated.changes, of: bytes, at: record.path, kind: kind) else { continue }
        edits.append(edit)
        changed += 1
      }
      if said < goal { reached.append((kind.name, goal)) }
      if changed > 0 || said < goal {
        summary.append(
          "\(kind.plural): version \(said) to \(goal), \(changed == 1 ? "1 record changes" : "\(changed) records change")")
      }
    }
    let count = edits.count
    if let edit = try manifest.edit(reached) { edits.append(edit) }
    return Plan(
      "migrate \(count == 1 ? "1 record" : "\(count) records")", edits, summary: summary,
      isDestructive: hasLost || edits.count > SetPlanner.mostUnasked)
  }
}

/// What the manifest says of versions.
private struct ManifestVersions {
  private let bytes: [UInt8]?
  private let value: DataValue

  init(_ source: some ChangeSource) {
    bytes = source.text(at: Manifest.fileName)
    let parsed = bytes.map { YAML.parse($0) }
    value =
      parsed.flatMap { parsed in parsed.tree.roots.first.map { root in parsed.tree.withReader { $0.dataValue(root) } } } ?? .null
  }

  func version(of kind: String) -> Int? {
    guard case .number(let digits)? = value.value(at: [.key("versions"), .key(kind)]) else { return nil }
    return Int(digits)
  }

  func edit(_ reached: [(kind: String, version: Int)]) throws(PlanRefusal) -> FileEdit? {
    guard let bytes, !reached.isEmpty else { return nil }
    let changes = reached.map { ValueChange.set([.key("versions"), .key($0.kind)], .number(String($0.version))) }
    return try RecordText.edit(changes, of: bytes, at: Manifest.fileName, kind: nil)
  }
}
