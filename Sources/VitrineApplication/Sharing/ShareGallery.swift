// The records of a bundle as a gallery shows them: only what is shared, and of others only the names that the texts have.

import VitrineAnswers
package import VitrineCatalog
import VitrineChanges
package import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineRules
package import VitrineSharing
package import VitrineSource
import VitrineSyntax

/// The gallery of a bundle.
package struct ShareGallery {
  /// The most fields on a card.
  private static let mostFacts = 4

  private let contents: ShareContents
  private let kinds: [Kind]
  private let hidden: [PrivateFields]
  /// The kinds that occur, by their places among the catalogue's.
  private let used: [Int]
  private let paths: Set<Path>
  /// The records in the order that the page has them in: kinds as in the manifest, the records of each as its list shows them.
  package let records: [ShareContents.Record]
  /// What the page is called.
  package let title: String

  /// The gallery of the contents of a bundle.
  package init(_ contents: ShareContents, _ catalogue: LoadedCatalogue) {
    self.contents = contents
    kinds = catalogue.kinds
    hidden = catalogue.kinds.map { PrivateFields($0) }
    used = Set(contents.records.map(\.around.facts.kind)).sorted()
    paths = Set(contents.records.map(\.around.facts.path))
    let ranks = Self.ranks(used, catalogue)
    records = contents.records.enumerated().sorted { left, right in
      let (one, other) = (left.element.around.facts, right.element.around.facts)
      if one.kind != other.kind { return one.kind < other.kind }
      let (first, second) = (ranks[one.path] ?? Int.max, ranks[other.path] ?? Int.max)
      return first != second ? first < second : left.offset < right.offset
    }.map(\.element)
    title = CatalogueTitle.title(of: catalogue) ?? (catalogue.kinds.first?.language ?? .english)("A collection")
  }

  /// Where the lists of kinds show their records; nothing for a catalogue that was loaded without its columns.
  private static func ranks(_ kinds: [Int], _ catalogue: LoadedCatalogue) -> [Path: Int] {
    guard catalogue.index != nil, catalogue.fieldNames != nil else { return [:] }
    let open = OpenCatalogue(catalogue, now: CivilMoment(nanoseconds: 0, offset: 0))
    var ranks: [Path: Int] = [:]
    for kind in kinds {
      guard let query = try? RecordQuery(text: "", kind: kind, in: open) else { continue }
      for (rank, row) in query.answer().rows.enumerated() { ranks[open.index.path(of: row)] = rank }
    }
    return ranks
  }

  /// Writes the page. `photo` gives each photo as it is to be shown.
  package func write(photosInside: Bool, to sink: inout ByteSink, photo: (_ path: Path) -> GalleryPhoto) {
    let (style, script) = (Stock.file(named: "page/gallery.css") ?? [], Stock.file(named: "page/gallery.js") ?? [])
    let dress = GalleryPage.Dress(
      style: String(decoding: style, as: UTF8.self), script: String(decoding: script, as: UTF8.self),
      digests: (ContentDigest(style).hexadecimal, ContentDigest(script).hexadecimal))
    let numbers = Dictionary(records.enumerated().map { ($1.around.facts.path, $0) }) { first, _ in first }
    var page = GalleryPage(language: kinds.first?.language ?? .english, numbers: numbers)
    page.begin(
      title: title, subtitle: subtitle, kinds: used.map { kinds[$0].nouns }, dress: dress, photosInside: photosInside, to: &sink)
    for record in records { page.add(gallery(record), to: &sink, photo: photo) }
    page.end(dress: dress, to: &sink)
  }

  /// How many of what there are: `24 games, 4 projects`.
  private var subtitle: String {
    used.map { kind in
      let count = contents.records.count { $0.around.facts.kind == kind }
      return "\(count) "
        + kinds[kind].language.noun(count, one: kinds[kind].language.lowercased(kinds[kind].title), several: kinds[kind].nouns)
    }.joined(separator: ", ")
  }

  // MARK: one record

  private func gallery(_ record: ShareContents.Record) -> GalleryRecord {
    let kind = kinds[record.around.facts.kind]
    let isNamed = kind.display.map { !hidden[record.around.facts.kind].contain($0) } ?? true
    let title = isNamed ? record.around.facts.title : record.around.facts.path.stem.string
    var result = GalleryRecord(
      kind: (used.firstIndex(of: record.around.facts.kind) ?? 0, kind.title), title: title, few: [], entries: [],
      photos: record.photos.map { ($0.path, "") })
    let tree = YAML.parse(record.text).tree
    tree.withReader { reader in
      guard let root = tree.roots.first else { return }
      let references = references(record.around)
      var fields = RecordFields(kind, reader, references: references)
      fields.read(root)
      result.entries = fields.entries
      for list in fields.photoLists {
        for said in list.words(reader, of: kind, at: record.around.facts.path) {
          if let place = result.photos.firstIndex(where: { $0.path == said.path }) { result.photos[place].words = said.line }
        }
      }
      result.few = facts(kind, reader, root, references)
      if let place = result.photos.firstIndex(where: { $0.path == chosenPhoto(of: kind, reader, root, record.around.facts.path) })
      {
        result.photos.insert(result.photos.remove(at: place), at: 0)
      }
    }
    if let parent = record.around.parent, paths.contains(parent.path) {
      result.entries.append(
        FactSheet.Entry(kinds[parent.kind].title, [FactSheet.Line([FactSheet.Piece(parent.title, .record(parent.path))])]))
    }
    return result
  }

  /// The titles of what is referred to and shared. All else stays as the record writes it.
  private func references(_ around: RecordSurroundings) -> [RecordFields.ReferenceName: FactSheet.Line] {
    var lines: [RecordFields.ReferenceName: FactSheet.Line] = [:]
    for (reference, target) in zip(around.facts.references, around.targets) {
      guard case .record(let other) = target, paths.contains(other.path) else { continue }
      lines[RecordFields.ReferenceName(kind: reference.wantedKind, text: reference.target)] = FactSheet.Line([
        FactSheet.Piece(other.title, .record(other.path))
      ])
    }
    return lines
  }

  /// The path of the photo that the record wants to be shown by: the first field of its kind that names a single photo.
  private func chosenPhoto(of kind: Kind, _ reader: TreeReader, _ root: NodeID, _ path: Path) -> Path? {
    for field in kind.photoFields where kind.field(field)?.isList == false {
      guard let value = field.member(reader, from: root), reader.resolved(value).kind == .string else { continue }
      return PhotoPath.resolve(reader.text(value), from: path)
    }
    return nil
  }

  /// What stands on the card: the columns of the kind's lists, but for the title.
  private func facts(
    _ kind: Kind, _ reader: TreeReader, _ root: NodeID, _ references: [RecordFields.ReferenceName: FactSheet.Line]
  ) -> [GalleryRecord.Fact] {
    var facts: [GalleryRecord.Fact] = []
    for path in kind.columns where path != kind.display && facts.count < Self.mostFacts {
      guard let field = kind.field(path) else { continue }
      var (pieces, keys): ([FactSheet.Piece], [String]) = ([], [])
      path.forEachValue(reader, from: root) { value in
        guard reader.resolved(value).isScalar, reader.resolved(value).kind != .null else { return }
        let text = reader.text(value)
        let target = field.reference.flatMap { references[RecordFields.ReferenceName(kind: $0, text: text)] }
        if !pieces.isEmpty { pieces.append(FactSheet.Piece(", ")) }
        // The card is one link already: what it names is text there.
        pieces.append(target?.pieces.first.map { FactSheet.Piece($0.text) } ?? ShownValue.piece(text, field))
        keys.append(text)
      }
      guard !pieces.isEmpty else { continue }
      facts.append(GalleryRecord.Fact(label: field.title, pieces: pieces, key: keys.joined(separator: ", ")))
    }
    return facts
  }
}
