// A record as a card and as a row of a table.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrinePhotos
import VitrineRules
import VitrineSource

/// Writes the records of lists.
enum CardView {
  /// The longest side of a cover. Units: pixels.
  static let coverSide = 640

  /// A record as a card. `prefix` tells it from another card of the same record on the page.
  static func card(
    _ row: Int, of list: RecordCollection, _ request: PageRequest, withKind: Bool, prefix: String = ""
  ) -> Markup {
    let path = list.path(ofRow: row)
    let kindIndex = list.kind(ofRow: row)
    let kind = request.open.kinds[kindIndex]
    let title = list.title(ofRow: row)
    let cells = zip(list.table.columns, list.table.rows[row].cells).filter { column, _ in
      !["kind", "title", "id"].contains(column.name) && column.name != kind.display?.dotted
        && column.name != kind.display?.names.last
    }
    let colors = cells.flatMap { ValueMarkup.colors(in: $0.1) }.prefix(6)
    let named = ReferenceNames(of: path, kind, request)
    let facts = cells.filter { ValueMarkup.colors(in: $0.1).isEmpty && !$0.1.isEmpty }.prefix(3).map { column, cell -> Markup in
      let field = field(of: column, kind)
      let value = named.cell(cell, of: field) { .text($0.title) } ?? ValueMarkup.cell(cell, request.words, of: field, in: kind)
      // A number alone does not say of what.
      if case .number = cell { return "\(self.title(of: column, kind, in: request.open.language))\u{A0}\(value)" }
      return value
    }
    let line = withKind ? [Markup.text(kind.title)] : Array(facts)
    return """
      <li class="card" id="\(prefix)\(anchor(path))">\(pick(path, title, request), if: prefix.isEmpty)<a href="\(PageAddress.record(path, kind))">\(coverMarkup(path, title, kindIndex, request))
      <span class="meta"><span class="name"><bdi>\(title)</bdi></span>\
      \("<span class=\"facts\">\(line.joined(by: "\u{A0}· "))</span>", if: !line.isEmpty)\
      \(dots(Array(colors)))\(stages(list.answer.rows[row], kind, request))</span></a></li>

      """
  }

  /// A record as a row.
  static func row(_ row: Int, of list: RecordCollection, _ request: PageRequest) -> Markup {
    let path = list.path(ofRow: row)
    let kind = request.open.kinds[list.kind(ofRow: row)]
    let findings = findings(of: path, request).count
    let named = ReferenceNames(of: path, kind, request)
    let titles = ["title", kind.display?.dotted, kind.display?.names.last]
    let place = list.table.columns.firstIndex { titles.contains($0.name) }
    let cells = zip(list.table.columns, list.table.rows[row].cells).enumerated().map { index, pair -> Markup in
      let (column, cell) = pair
      guard index == place ?? 0 else {
        let field = field(of: column, kind)
        let form: Markup =
          column.alignment == .right ? " class=\"number\"" : field?.meaning.isTemporal == true ? " class=\"day\"" : .empty
        let value = named.cell(cell, of: field) {
          "<a class=\"quiet\" href=\"\(named.address(of: $0))\"><bdi>\($0.title)</bdi></a>"
        }
        return "<td\(form)>\(value ?? ValueMarkup.cell(cell, request.words, of: field, in: kind))</td>"
      }
      let badge: Markup =
        findings > 0 ? " <span class=\"flag err\">\(request.words("card.findings", count: findings))</span>" : .empty
      // Where nobody asked for the title, what stands first leads to the record.
      let title = Markup.text(list.title(ofRow: row))
      let text =
        place != nil || cell.isEmpty ? title : ValueMarkup.cell(cell, request.words, of: field(of: column, kind), in: kind)
      return """
        <th scope="row">\(pick(path, list.title(ofRow: row), request))<a href="\(PageAddress.record(path, kind))"><bdi>\(text)</bdi></a>\(badge)</th>
        """
    }
    return "<tr id=\"\(anchor(path))\">\(cells)</tr>\n"
  }

  /// The box by which a record of a list is chosen.
  private static func pick(_ path: Path, _ title: String, _ request: PageRequest) -> Markup {
    "<input type=\"checkbox\" class=\"pick\" form=\"picks\" name=\"path\" value=\"\(path.string)\" aria-label=\"\(request.words("bulk.pick", title))\">"
  }

  /// What a column is called: as the schema says, also where it counts the values of a field.
  static func title(of column: Table.Column, _ kind: Kind?, in language: Language) -> String {
    guard let kind else { return language.capitalised(column.title) }
    if let field = field(of: column, kind) { return field.title }
    let counted = column.name.split(separator: ".")
    if counted.count > 1, counted.last == "count" {
      let path = counted.dropLast().joined(separator: ".")
      if let field = kind.fields.first(where: { $0.path.dotted == path || $0.path.names.last == path }) { return field.title }
    }
    return language.capitalised(column.title)
  }

  /// The field that a column is of.
  static func field(of column: Table.Column, _ kind: Kind) -> Kind.Field? {
    kind.fields.first { $0.path.dotted == column.name || $0.path.names.last == column.name }
  }

  /// A name for a record within a page.
  static func anchor(_ path: Path) -> String {
    "r-" + PageAddress.encoded(path.stem.string).split(separator: "%").joined(separator: "_")
  }

  /// The address of the photo that a record is shown by; nil where it has none that a browser shows.
  static func cover(of path: Path, _ request: PageRequest) -> String? {
    let (facts, photos) = request.catalogue.book.withWriter { ($0.facts(ofRecordAt: path), $0.photos(ofRecordAt: path)) }
    let chosen = facts.flatMap { chosenPhoto($0, request.open.kinds[$0.kind]) }
    let shown =
      photos.first { $0.path == chosen && PhotoView.isShown($0, request) } ?? photos.first { PhotoView.isShown($0, request) }
    return shown.map { PageAddress.thumb($0.path, side: coverSide) }
  }

  /// The photo that a record names in a field for a single one, such as its cover.
  private static func chosenPhoto(_ facts: RecordFacts, _ kind: Kind) -> Path? {
    let fields = kind.photoFields.filter { kind.field($0)?.isList == false && $0.names.count == 1 }.map { "/" + $0.dotted }
    return facts.photos.first { fields.contains($0.pointer) }.map { PhotoPath.resolve($0.file, from: facts.path) }
  }

  private static func coverMarkup(_ path: Path, _ title: String, _ kind: Int, _ request: PageRequest) -> Markup {
    let findings = findings(of: path, request)
    let errors = findings.count { $0.severity == .error }
    let flag: Markup =
      findings.isEmpty
      ? .empty
      : "<span class=\"flag\(" err", if: errors > 0)\">\(request.words("card.findings", count: findings.count))</span>"
    let image: Markup =
      cover(of: path, request).map { "<img src=\"\($0)\" alt=\"\" loading=\"lazy\" decoding=\"async\">" } ?? .empty
    let letter = letter(of: title, request)
    return "<span class=\"cover \(ValueMarkup.pastel(kind))\" data-letter=\"\(letter)\">\(image)\(flag)</span>"
  }

  /// What is wrong with a record, and with its photos.
  private static func findings(of path: Path, _ request: PageRequest) -> [Finding] {
    let photos = request.catalogue.book.withWriter { $0.photos(ofRecordAt: path) }
    let report = request.catalogue.findings
    return report.findings(in: path) + photos.flatMap { report.findings(in: $0.path) }
  }

  /// What stands for a record in place of a photo: the first letter or digit of its title, a capital of the page's language or of the catalogue's:
  /// where one of them is Turkish, `i` is `İ`.
  static func letter(of title: String, _ request: PageRequest) -> String {
    let tags = [request.words.language, request.catalogue.manifest.language].compactMap(\.self)
    let language = tags.lazy.compactMap { Languages.language($0) }.first { !$0.isEnglish } ?? .english
    return title.first { $0.isLetter || $0.isNumber }.map { language.capitalised(String($0)) } ?? "·"
  }

  private static func dots(_ colors: [(name: String, hex: String)]) -> Markup {
    guard !colors.isEmpty else { return .empty }
    let names = colors.map(\.name).joined(separator: ", ")
    return """
      <span class="dots"><span class="visually-hidden">\(names)</span>\(colors.map { ValueMarkup.swatch($0.hex) })</span>
      """
  }

  /// How far a record has come on the first field of stages that its kind has.
  private static func stages(_ row: RowID, _ kind: Kind, _ request: PageRequest) -> Markup {
    let table = request.open.index.tables[row.table]
    guard let column = table.columns.firstIndex(where: { Stages.isTrack($0.field) && !$0.isBuiltIn }),
      let value = table.values(row.row, column).first(where: { $0 > .map })
    else { return .empty }
    return Stages.strip(table.columns[column].field, at: table.pools[column].text(value))
  }
}
