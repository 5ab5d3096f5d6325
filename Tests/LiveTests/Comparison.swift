// What a live catalogue says beside what the same folder, read afresh, says.

import VitrineCatalog
import VitrineIndex
import VitrineLive
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineSystem

/// The comparison of a live catalogue with a fresh load of its folder.
enum Comparison {
  /// How far the clock on the wall is ahead of UTC in these tests.
  static let offset: @Sendable (Int64) -> Int = { _ in 7200 }

  /// The differences, each a line that says what the live catalogue has (`-`) or lacks (`+`); empty where there are none.
  ///
  /// Of records that are shown as they last were (`LiveState.lastGood`) only the findings and photos are compared, and who uses whom is not
  /// compared at all while there are such records.
  static func differences(_ live: LiveState, root: String) throws(FileError) -> [String] {
    let fresh = try CatalogueLoader.load(root: root, options: CatalogueLoader.Options(indexes: true, offset: offset))
    return differences(live.catalogue, fresh, lastGood: Set(live.lastGood))
  }

  /// The differences of two catalogues: the first one's `-`, the second one's `+`.
  static func differences(_ left: LoadedCatalogue, _ right: LoadedCatalogue, lastGood: Set<Path> = []) -> [String] {
    difference(portrait(left, lastGood), portrait(right, lastGood))
      + (left.findings == right.findings
        ? [] : difference(left.findings.map { String(reflecting: $0) }, right.findings.map { String(reflecting: $0) }))
  }

  /// All that a catalogue says but for its findings, a line each.
  static func portrait(_ catalogue: LoadedCatalogue, _ lastGood: Set<Path> = []) -> [String] {
    var lines: [String] = []
    lines.append("records \(catalogue.recordCount), photos \(catalogue.photoCount), files \(catalogue.fileCount)")
    lines.append("manifest \(String(reflecting: manifest(catalogue.manifest)))")
    for kind in catalogue.kinds {
      lines.append("kind \(kind.name) of \(kind.schemaPath.string) '\(kind.title)' '\(kind.description)' \(kind.plural)")
      lines.append(
        "lists of \(kind.name): \(kind.sort.map(\.field.dotted)) \(kind.columns.map(\.dotted)) \(kind.group.map(\.dotted))")
      lines.append("\(kind.name) \(kind.display?.dotted ?? "") \(kind.identity.map(\.field.dotted)) \(kind.search.map(\.dotted))")
      lines.append("photos of \(kind.name): \(kind.photos), below \(kind.parent ?? "nothing")")
      lines += kind.fields.map { "field of \(kind.name): \(text($0))" }
    }
    lines.append("schemas \(catalogue.schemas.ownPaths) \(catalogue.schemas.kindNames)")
    for finding in catalogue.schemas.findings { lines.append("schema finding \(finding)") }
    for (name, view) in catalogue.views {
      // What is kept by language is described in no order.
      let texts = [view.titles, view.descriptions].map { $0.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" } }
      var rest = view
      (rest.titles, rest.descriptions) = ([:], [:])
      lines.append("view \(name): \(rest) \(texts)")
    }
    for severity in Severity.allCases { lines.append("\(severity.word) \(catalogue.findings.count(of: severity))") }
    if let index = catalogue.index { lines += rows(index, lastGood) }
    for path in index(catalogue) where !lastGood.contains(path) {
      if let around = catalogue.book.surroundings(ofRecordAt: path) {
        lines.append("around \(path.string): \(text(around, lastGood))")
      }
    }
    return lines
  }

  private static func manifest(_ manifest: Manifest) -> [String] {
    manifest.collections.map { "\($0.kind) \($0.pattern) \($0.kindRange) \($0.patternRange)" }
      + manifest.rules.map { "\($0.rule) \($0.severity.map(\.word) ?? "off") \($0.range)" }
      + manifest.libraries.map { "\($0.path) \($0.range)" } + ["\(manifest.version) \(manifest.describesPhotoLibrary)"]
  }

  private static func text(_ field: Kind.Field) -> String {
    let words = [field.path.dotted, field.title, field.description, field.format ?? "", field.unit ?? "", field.reference ?? ""]
    let lists = [field.types, field.values, field.aliases.map { "\($0.word)=\($0.value)" }, field.marks.keys.sorted()]
    let flags = [field.isOrdered, field.isVocabulary, field.isPhoto, field.isPrivate, field.isOwnList, field.isList, field.isMap]
    return (words + lists.map { $0.joined(separator: ",") } + flags.map { $0 ? "1" : "0" }).joined(separator: " | ")
  }

  private static func index(_ catalogue: LoadedCatalogue) -> [Path] {
    guard let index = catalogue.index else { return [] }
    return index.tables.flatMap { table in
      (0..<table.rowCount).filter { table.isLive($0) }.map { table.path(ofRow: $0) }
    }.sorted()
  }

  private static func text(_ around: RecordSurroundings, _ lastGood: Set<Path>) -> String {
    let facts = around.facts
    let references = facts.references.map { "\($0.target)/\($0.wantedKind)/\($0.pointer)" }
    // Numbers of spellings are a matter of the order in which they were met.
    let own = "\(facts.kind) '\(facts.title)' \(facts.place.start) \(facts.terms.count) \(facts.photos.map(\.file))"
    let targets = around.targets.map { target in
      switch target {
      case .record(let neighbour): neighbour.path.string
      case .wrongKind(let neighbour): "not " + neighbour.path.string
      case .ambiguous(let count): "\(count)"
      case .dangling: "-"
      }
    }
    let photos = around.photos.map { "\($0.path.string) \($0.format ?? "") \($0.byteCount) \($0.metadata?.taken ?? "")" }
    let users = lastGood.isEmpty ? around.users.map(\.path.string) : []
    let children = around.childCounts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let parts = [
      references, targets, [around.parent?.path.string ?? ""], users, children, photos, around.missingPhotos.map(\.description),
    ]
    return ([own] + parts.map { $0.joined(separator: " ") }).joined(separator: " | ")
  }

  /// Every row of every table as text: all values of all columns, by path.
  private static func rows(_ index: RecordIndex, _ lastGood: Set<Path>) -> [String] {
    var lines: [String] = []
    for (number, table) in index.tables.enumerated() {
      for row in 0..<table.rowCount where table.isLive(row) {
        let path = table.path(ofRow: row)
        var line = "row \(table.kind.name) \(path.string)"
        for (column, field) in table.columns.enumerated() {
          let name = field.field.path.dotted
          if !lastGood.isEmpty, name == "used-by" { continue }
          if lastGood.contains(path), !["path", "finding", "photo"].contains(field.field.path.names[0]) { continue }
          let entries = entries(index, RowID(table: number, row: row), column)
          if !entries.isEmpty { line += "; \(name) = \(entries)" }
        }
        lines.append(line)
      }
    }
    return lines.sorted()
  }

  /// The entries of a row in a column: texts with kinds other than string marked, element numbers, and where references lead.
  private static func entries(_ index: RecordIndex, _ id: RowID, _ column: Int) -> String {
    let table = index.tables[id.table]
    let pool = table.pools[column]
    let chunk = table.chunks[id.row / RowChunk.size].columns[column]
    let isSingle = chunk.starts.isEmpty
    return chunk.range(ofRow: id.row % RowChunk.size).compactMap { place -> String? in
      let value = chunk.values[place]
      let elements = chunk.elements.map { "\($0[place])" }.joined(separator: "/")
      if value == .null { return isSingle ? nil : "~" + (elements.isEmpty ? "" : "@\(elements)") }
      var text = value == .map ? "{}" : pool.text(value)
      if value != .map, pool.kind(value) != .string { text += ":\(pool.kind(value))" }
      if !elements.isEmpty { text += "@\(elements)" }
      if case .reference = pool.meaning { text += "->" + (pool.target(value).map { index.path(of: $0).string } ?? "-") }
      return text
    }.joined(separator: " ")
  }

  private static func escaped(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }

  private static func difference(_ left: [String], _ right: [String]) -> [String] {
    // Two spellings that Unicode calls the same are equal as texts.
    let (left, right) = (left.map(escaped), right.map(escaped))
    let (leftSet, rightSet) = (Set(left), Set(right))
    let lines =
      left.filter { !rightSet.contains($0) }.map { "- " + $0 } + right.filter { !leftSet.contains($0) }.map { "+ " + $0 }
    return lines.isEmpty && left.count != right.count ? ["\(left.count) lines, \(right.count) lines"] : lines
  }
}
