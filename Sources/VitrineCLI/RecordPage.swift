// A record as a page of text.

import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineSyntax
import VitrineText

/// The page of one record: title, fields in the schema's order, parent, photos, who refers to it, findings.
struct RecordPage {
  /// The page, ending with a line feed.
  private(set) var text = ""
  private let look: Look
  private let labelWidth: Int

  /// The page of a record.
  init(_ record: Int, _ catalogue: LoadedCatalogue, _ look: Look) {
    let facts = catalogue.snapshot.catalogue
    let own = facts.records[record]
    let kind = facts.kinds[own.kind]
    self.look = look
    labelWidth = min(
      22, max(11, kind.fields.filter { $0.path.names.count <= 2 }.map { DisplayWidth.width(of: $0.title) }.max() ?? 0))
    heading(own.title, "\(kind.title) · \(RecordID.id(ofPath: own.path))")
    let tree = catalogue.trees[record]
    if let root = tree.roots.first {
      tree.withReader { reader in fields(kind, reader, root) }
    }
    let links = catalogue.snapshot.links
    if let parent = links.parents[record] { line("Parent", name(parent, facts)) }
    for (index, photo) in links.photos[record].enumerated() {
      line(index == 0 ? "Photo files" : "", photoWords(facts.photos[photo]))
    }
    let users = links.references.indices.filter { links.references[$0].contains(.record(record)) }
    for (index, user) in users.enumerated() { line(index == 0 ? "Used by" : "", name(user, facts)) }
    let findings = catalogue.snapshot.findings.filter { $0.path == own.path }
    for (index, finding) in findings.enumerated() {
      line(
        index == 0 ? "Findings" : "",
        "\(finding.span.start.line):\(finding.span.start.column) \(finding.severity.word): \(finding.message)")
    }
  }

  private mutating func heading(_ title: String, _ below: String) {
    let title = TerminalText.visible(title)
    text += look.color ? "\u{1B}[1m\(title)\u{1B}[0m\n" : title + "\n"
    text += TerminalText.visible(below) + "\n\n"
  }

  private mutating func line(_ label: String, _ value: String) {
    let lines = TerminalText.visible(value, keepingLines: true).split(separator: "\n", omittingEmptySubsequences: false)
    for (index, piece) in lines.enumerated() where index == 0 || !piece.isEmpty || index < lines.count - 1 {
      let label = DisplayWidth.padded(index == 0 ? label : "", to: labelWidth)
      let row = "\(label)  \(piece)"
      text += row.replacingTrailingBlanks + "\n"
    }
  }

  private mutating func fields(_ kind: Kind, _ reader: TreeReader, _ root: NodeID) {
    var shown: Set<String> = []
    for field in kind.fields where field.path.names.count == 1 {
      guard let name = field.path.names.first, let value = reader.value(root, named: name) else { continue }
      shown.insert(name)
      let below = kind.fields.filter { $0.path.names.count == 2 && $0.path.names.first == name && !field.isList }
      if reader.resolved(value).kind == .mapping, !below.isEmpty {
        for inner in below {
          guard let last = inner.path.names.last, let value = reader.value(value, named: last) else { continue }
          show(inner, value, reader)
        }
      } else {
        show(field, value, reader)
      }
    }
    reader.forEachEntry(root) { entry in
      let name = reader.text(entry.key)
      if !shown.contains(name) { line(name, RecordCell.cell(entry.value, reader).words) }
    }
  }

  private mutating func show(_ field: Kind.Field, _ value: NodeID, _ reader: TreeReader) {
    switch RecordCell.cell(value, reader) {
    case .list(let cells):
      let isSimple = cells.allSatisfy { if case .map = $0 { false } else { true } }
      if isSimple {
        line(field.title, cells.map(\.words).joined(separator: ", "))
      } else {
        for (index, cell) in cells.enumerated() { line(index == 0 ? field.title : "", cell.words) }
      }
    case .number(let date) where field.format == "date-int" && date.utf8.count == 8:
      line(field.title, "\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))")
    case .null: break
    case let cell: line(field.title, cell.words)
    }
  }

  private func name(_ record: Int, _ facts: CatalogueFacts) -> String {
    "\(facts.records[record].title) (\(RecordID.id(ofPath: facts.records[record].path)))"
  }

  private func photoWords(_ photo: PhotoFacts) -> String {
    "\(photo.path) (\(photo.format ?? "unknown format"), \(photo.byteCount) bytes)"
  }
}

extension String {
  /// The text without blanks at its end.
  fileprivate var replacingTrailingBlanks: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
