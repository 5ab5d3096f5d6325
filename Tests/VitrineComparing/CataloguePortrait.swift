// All that a catalogue says, as text: two of the same files must say the same, however they came about.

import VitrineAnswers
package import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource

/// A catalogue's answers to everything that can be asked of it, part by part.
package struct CataloguePortrait: Equatable {
  /// One part, in lines.
  package struct Part: Equatable {
    /// What it is about.
    package var name: String
    /// What is said.
    package var lines: [String]
  }

  /// The parts, in an order of their own.
  package private(set) var parts: [Part] = []

  /// The portrait of a catalogue that has an index. `withKinds` is false where nobody can have touched what makes the kinds.
  package init(of catalogue: LoadedCatalogue, withKinds: Bool = true) {
    add("counts", Self.counts(catalogue))
    add("manifest", Self.manifest(catalogue.manifest))
    add("kinds", catalogue.kinds.map { withKinds ? Self.lines(of: $0) : $0.name })
    add("schemas", catalogue.schemas.kindNames + catalogue.schemas.findings.map { String(describing: $0) })
    add("views", catalogue.views.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" })
    add("findings", catalogue.findings.map { String(describing: $0) })
    for format in Report.formats { add("check --format \(format.name)", Self.report(catalogue, format)) }
    guard let index = catalogue.index else {
      add("rows", ["there is no index"])
      return
    }
    add("rows", index.portrait)
    add("facets", index.facets)
    add("answers", AnswerPortrait(catalogue, index).lines)
    add("records", Self.surroundings(catalogue, index))
  }

  /// What two portraits disagree about; nothing where they are the same.
  package func differences(from other: CataloguePortrait) -> [String] {
    var found: [String] = []
    for (part, expected) in zip(parts, other.parts) where part != expected {
      let difference = expected.lines.difference(from: part.lines)
      for change in difference.prefix(12) {
        switch change {
        case .remove(_, let line, _): found.append("\(part.name): it says   \(line.prefix(700))")
        case .insert(_, let line, _): found.append("\(part.name): it should \(line.prefix(700))")
        }
      }
      if difference.count > 12 { found.append("\(part.name): and \(difference.count - 12) lines more") }
    }
    if parts.map(\.name) != other.parts.map(\.name) {
      found.append("parts: \(parts.map(\.name)), not \(other.parts.map(\.name))")
    }
    return found
  }

  /// Adds a part; what is not ASCII is written by its numbers, since two spellings that Unicode calls the same are equal as texts.
  private mutating func add(_ name: String, _ lines: [String]) {
    parts.append(Part(name: name, lines: lines.map(Self.escaped)))
  }

  private static func escaped(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text }
    return text.unicodeScalars.map { $0.isASCII ? String($0) : "\\u{\(String($0.value, radix: 16))}" }.joined()
  }
}

// MARK: the parts

extension CataloguePortrait {
  private static func counts(_ catalogue: LoadedCatalogue) -> [String] {
    [
      "\(catalogue.recordCount) records, \(catalogue.photoCount) photos, \(catalogue.fileCount) files",
      "\(catalogue.findings.count) findings: "
        + ([.error, .warning, .info] as [Severity]).map { "\(catalogue.findings.count(of: $0)) \($0)" }.joined(separator: ", "),
    ]
  }

  private static func manifest(_ manifest: Manifest) -> [String] {
    ["version \(manifest.version), describes the photo library: \(manifest.describesPhotoLibrary)"]
      + manifest.collections.map { "\($0.kind) \($0.pattern) \($0.kindRange) \($0.patternRange)" }
      + manifest.rules.map { "\($0.rule) \($0.severity.map { "\($0)" } ?? "off") \($0.range)" }
      + manifest.libraries.map { "\($0.path) \($0.range)" }
  }

  private static func lines(of kind: Kind) -> String {
    let orders = kind.sort.map { ($0.isDescending ? "-" : "") + $0.field.dotted }
    let identity = kind.identity.map { "\($0.field.dotted) \($0.fold) \($0.isRequired)" }
    return """
      \(kind.name) '\(kind.title)' \(kind.schemaPath.string) \(kind.description) \(kind.plural) \(kind.display?.dotted ?? "-") by \(identity) \
      search \(kind.search.map(\.dotted)) sort \(orders) columns \(kind.columns.map(\.dotted)) group \(kind.group.map(\.dotted)) \
      photos \(kind.photos.formats) \(kind.photos.most ?? -1) \(kind.photos.bytes ?? -1) in \(kind.parent ?? "-"): \
      \(kind.fields.map { line(of: $0) }.joined(separator: "; "))
      """
  }

  private static func line(of field: Kind.Field) -> String {
    let flags = [
      field.isOrdered, field.isVocabulary, field.isPhoto, field.isPrivate, field.isAlwaysShown, field.isOwnList, field.isList,
      field.isMap,
    ].map { $0 ? "+" : "-" }.joined()
    let marks = field.marks.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.glyph) \($0.value.label)" }
    let words = field.values + field.aliases.map { "\($0.word)=\($0.value)" } + marks + field.palette.map(\.name)
    let names = [field.title, field.description, field.format, field.singular, field.unit, field.reference].map { $0 ?? "-" }
    return
      "\(field.path.dotted) \(field.meaning) \(flags) \(field.types.joined(separator: ",")) \((names + words).joined(separator: ","))"
  }

  private static func report(_ catalogue: LoadedCatalogue, _ format: any ReportFormat.Type) -> [String] {
    let counts = Report.Counts(records: catalogue.recordCount, photos: catalogue.photoCount, files: catalogue.fileCount)
    let report = Report(findings: Array(catalogue.findings), counts: counts, version: "0") { catalogue.text(at: $0) }
    return String(decoding: format.bytes(report), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
  }

  /// What the book says of each record.
  private static func surroundings(_ catalogue: LoadedCatalogue, _ index: RecordIndex) -> [String] {
    var paths: [Path] = []
    for (number, table) in index.tables.enumerated() {
      for row in 0..<table.rowCount where table.isLive(row) {
        paths.append(index.path(of: RowID(table: number, row: row)))
      }
    }
    return paths.sorted().map { path in
      guard let around = catalogue.book.surroundings(ofRecordAt: path) else { return "\(path.string): nothing is known of it" }
      let counts = around.childCounts.filter { $0.value > 0 }.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
      return """
        \(path.string) '\(around.facts.title)' \(around.facts.kind) to \(around.targets) in \((around.parent.map { $0.path } ?? "-").string) \
        above \(counts) used by \(around.users.map(\.path)) with \(around.photos) without \(around.missingPhotos)
        """
    }
  }
}
