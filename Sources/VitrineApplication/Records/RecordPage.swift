// A record as a page: what it says, what is above and below it, its photos, who refers to it, what is wrong with it.

package import VitrineCatalog
import VitrineChanges
package import VitrineFormats
import VitrineIndex
package import VitrineModel
package import VitrineRules
package import VitrineSource
package import VitrineSyntax

/// The page of one record, made of what is known around it, its own tree and what its photos say; nothing is asked of the disk, and no record is
/// too broken for it.
///
/// Shape: `RecordPage(around, kinds, findings, tree, photos: []).sheet.text(look)` fits `look.width`.
package struct RecordPage {
  /// The page.
  package private(set) var sheet: FactSheet
  private let around: RecordSurroundings
  private let kinds: [Kind]
  /// The language that the kinds speak.
  private var language: Language { kinds[around.facts.kind].language }

  /// The page of a record of a catalogue of these kinds: `findings` are those in its file, `tree` is its file's, `photos` what its photos say, in
  /// their order, with a nil for one that says nothing.
  package init(
    _ around: RecordSurroundings, _ kinds: [Kind], _ findings: [Finding], _ tree: Tree, photos: [PhotoMetadata?],
    places: PlacesFile? = nil
  ) {
    self.around = around
    self.kinds = kinds
    let kind = kinds[around.facts.kind]
    sheet = FactSheet(title: around.facts.title, subtitle: "\(kind.title) · \(around.facts.path.stem.string)")
    var words: [Path: [FactSheet.Piece]] = [:]
    tree.withReader { reader in
      var fields = RecordFields(kind, reader, references: references, places: places)
      fields.read(tree.roots.first)
      sheet.entries = fields.entries
      for list in fields.photoLists { addWords(of: list, reader, kind, &words) }
    }
    addPhotos(words, photos)
    addParentAndChildren()
    addUsers()
    add(findings)
  }

  /// The page of the record at a path of a catalogue, from the text of its file; nil where there is no such record.
  package init?(ofRecordAt path: Path, _ text: [UInt8], _ catalogue: LoadedCatalogue, places: PlacesFile? = nil) {
    guard var around = catalogue.book.surroundings(ofRecordAt: path) else { return nil }
    around.photos = catalogue.chronological(around.photos, in: around.facts)
    self.init(
      around, catalogue.kinds, catalogue.findings.findings(in: path), YAML.parse(text).tree,
      photos: around.photos.map(\.metadata),
      places: places)
  }

  /// What the record's references lead to, by kind and text.
  private var references: [RecordFields.ReferenceName: FactSheet.Line] {
    Self.references(of: around, kinds) { line(of: $0) }
  }

  /// What a record's references lead to, by kind and text; `line` writes the record that one leads to.
  package static func references(
    of around: RecordSurroundings, _ kinds: [Kind], line: (_ record: RecordSurroundings.Neighbour) -> FactSheet.Line
  ) -> [RecordFields.ReferenceName: FactSheet.Line] {
    var lines: [RecordFields.ReferenceName: FactSheet.Line] = [:]
    for (reference, target) in zip(around.facts.references, around.targets) {
      let name = RecordFields.ReferenceName(kind: reference.wantedKind, text: reference.target)
      guard lines[name] == nil else { continue }
      lines[name] =
        switch target {
        case .record(let target): line(target)
        case .wrongKind(let target): wrong(reference.target, "is of kind '\(kinds[target.kind].name)'")
        case .ambiguous(let count): wrong(reference.target, "may be any of \(count) records")
        case .dangling: wrong(reference.target, "there is no such \(reference.wantedKind)")
        }
    }
    return lines
  }

  private static func wrong(_ text: String, _ why: String) -> FactSheet.Line {
    FactSheet.Line([FactSheet.Piece(text), FactSheet.Piece(" (\(why))", .error)], hang: 2)
  }

  /// The title of a record and its id.
  private func line(of record: RecordSurroundings.Neighbour, before: [FactSheet.Piece] = []) -> FactSheet.Line {
    FactSheet.Line(
      before + [FactSheet.Piece(record.title, .record(record.path)), FactSheet.Piece(" (\(record.path.stem.string))", .faint)],
      hang: 2)
  }
}

// MARK: what others have to do with it

extension RecordPage {
  /// The most records that are named under one heading.
  private static let mostNamed = 20

  private mutating func addParentAndChildren() {
    if let parent = around.parent {
      sheet.entries.append(FactSheet.Entry(kinds[parent.kind].title, [line(of: parent)]))
    }
    guard !around.childCounts.isEmpty else { return }
    let words = around.childCounts.sorted { $0.key < $1.key }.map { kind, count in
      "\(count) \(kinds[kind].noun(for: count))"
    }
    sheet.entries.append(FactSheet.Entry(language("Holds"), [FactSheet.Line(words.joined(separator: ", "))]))
  }

  private mutating func addUsers() {
    let users = Dictionary(grouping: around.users, by: \.kind)
    var lines: [FactSheet.Line] = []
    let width = users.keys.map { kinds[$0].noun.count }.max() ?? 0
    for (kind, records) in users.sorted(by: { $0.key < $1.key }) {
      let name = kinds[kind].noun
      for (position, user) in records.prefix(Self.mostNamed).enumerated() {
        let label = position == 0 ? name : ""
        let padding = String(repeating: " ", count: width - label.count + 2)
        lines.append(line(of: user, before: [FactSheet.Piece(label + padding, .faint)]))
        lines[lines.count - 1].hang = width + 2
      }
      if records.count > Self.mostNamed {
        let padding = String(repeating: " ", count: width + 2)
        lines.append(
          FactSheet.Line([FactSheet.Piece(padding + language("and {} more", "\(records.count - Self.mostNamed)"), .faint)]))
      }
    }
    if !lines.isEmpty { sheet.entries.append(FactSheet.Entry(language.title("Used by"), lines)) }
  }

  private mutating func add(_ findings: [Finding]) {
    let lines = findings.map { finding in
      FactSheet.Line(
        [
          FactSheet.Piece("\(finding.span.start.line):\(finding.span.start.column) ", .faint),
          FactSheet.Piece(finding.severity.word, finding.severity == .error ? .error : .warning),
          FactSheet.Piece(": \(finding.message)"), FactSheet.Piece(" (\(finding.rule.slug))", .faint),
        ], hang: 2)
    }
    if !lines.isEmpty { sheet.entries.append(FactSheet.Entry(language.title("Findings"), lines)) }
  }
}

// MARK: photos

extension RecordPage {
  private mutating func addPhotos(_ words: [Path: [FactSheet.Piece]], _ metadata: [PhotoMetadata?]) {
    let path = around.facts.path
    let folder = Path(path.folder)
    var lines: [FactSheet.Line] = []
    for (photo, said) in zip(around.photos, metadata) {
      let name =
        (photo.path.rest(below: folder) ?? photo.path.slice).string
      let format = photo.format?.uppercased() ?? language("unknown format")
      let size = said.flatMap(PhotoLine.size).map { "\($0), " } ?? ""
      var pieces = [FactSheet.Piece(name), FactSheet.Piece("  \(format), \(size)\(ShownValue.size(photo.byteCount))", .faint)]
      if photo.fault != nil { pieces.append(FactSheet.Piece("  " + language("damaged"), .error)) }
      pieces += words[photo.path] ?? []
      let isDated = around.facts.photos.contains {
        $0.taken != nil && PhotoPath.resolve($0.file, from: path) == photo.path
      }
      if let words = said.flatMap({ PhotoLine.text($0, withTime: !isDated, in: language) }) {
        pieces.append(FactSheet.Piece("  \(words)", .faint))
      }
      lines.append(FactSheet.Line(pieces, hang: 2))
    }
    for photo in around.missingPhotos {
      let file = around.facts.photos[photo].file
      let pieces = [FactSheet.Piece(file), FactSheet.Piece("  " + language("there is no such file"), .error)]
      lines.append(FactSheet.Line(pieces + (words[PhotoPath.resolve(file, from: path)] ?? []), hang: 2))
    }
    if !lines.isEmpty { sheet.entries.append(FactSheet.Entry(language.title("Photos"), lines)) }
  }

  /// What a list of the record says of its photos, by their paths.
  private func addWords(
    of list: RecordFields.PhotoList, _ reader: TreeReader, _ kind: Kind, _ words: inout [Path: [FactSheet.Piece]]
  ) {
    let path = around.facts.path
    for item in reader.items(list.node) where reader.resolved(item).kind == .mapping {
      guard let name = list.file.path.names.last, let file = reader.value(item, named: name) else { continue }
      var pieces: [FactSheet.Piece] = []
      for field in list.others {
        guard let last = field.path.names.last, last != PhotoOrdering.numberName, let value = reader.value(item, named: last),
          reader.resolved(value).isScalar, reader.resolved(value).kind != .null
        else { continue }
        pieces += [FactSheet.Piece("  "), ShownValue.piece(reader.text(value), field)]
      }
      words[PhotoPath.resolve(reader.text(file), from: path)] = pieces
    }
  }
}
