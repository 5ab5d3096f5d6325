// The candidates for what is typed at one place of a document.

import VitrineAnswers
import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineIndex
import VitrineModel
import VitrinePhotos
import VitrineQuery
import VitrineSource
import VitrineSyntax
import VitrineText

/// The candidates for one place.
struct CompletionList {
  /// The items as the protocol writes them.
  private(set) var items: [JSONValue] = []
  /// True where more would be found by typing on.
  private(set) var isAbridged = false

  /// So many items are given at once.
  static let maximum = 200

  /// The document.
  let document: ServedDocument
  /// What is typed, and where.
  let place: LinePlace
  /// What describes that.
  let location: FormLocation
  private let range: JSONValue
  private let quote: String
  private let client: ClientCapabilities
  /// True where a value gets the brackets of a list around it.
  var isWrapped = false

  /// The kinds of items, as the protocol numbers them.
  enum ItemKind: Int {
    case text = 1, field = 5, value = 12, enumeration = 13, snippet = 15, color = 16, file = 17, reference = 18, member = 20
  }

  /// The candidates for what is typed in a document.
  init(_ document: ServedDocument, _ location: FormLocation, _ place: LinePlace, _ client: ClientCapabilities) {
    self.document = document
    self.client = client
    self.location = location
    self.place = place
    range = document.text.json(place.range, client.encoding)
    quote = place.typed.first.map { $0 == "\"" || $0 == "'" ? String($0) : "" } ?? ""
    if addOwnTexts() { return }
    let field = location.field
    switch place.part {
    case .key: addKeys()
    case .value: if let field { addValues(field) }
    case .item:
      if location.isSchema || field?.isMap == true { addKeys() } else if let field { addValues(field) }
    }
  }

  /// Adds a candidate.
  mutating func add(
    _ label: String, _ kind: ItemKind, text: String, detail: String = "", page: String = "", filter: String? = nil,
    isFirst: Bool = false, record: Path? = nil
  ) {
    let number = String(items.count)
    let order = (isFirst ? "0" : "1") + String(repeating: "0", count: max(0, 5 - number.count)) + number
    var members: [JSONValue.Entry] = [
      JSONValue.Entry("label", .string(label)), JSONValue.Entry("kind", JSONValue(kind.rawValue)),
      JSONValue.Entry("sortText", .string(order)), JSONValue.Entry("filterText", .string(quote + (filter ?? label))),
      JSONValue.Entry("textEdit", ["range": range, "newText": .string(isWrapped ? "[\(text)]" : text)]),
    ]
    if !detail.isEmpty { members.append(JSONValue.Entry("detail", .string(detail))) }
    if !page.isEmpty {
      members.append(JSONValue.Entry("documentation", client.documentation(page)))
    }
    if let record {
      members.append(JSONValue.Entry("data", ["uri": .string(document.uri), "record": .string(record.string)]))
    }
    items.append(.map(members))
  }

  // MARK: keys

  private mutating func addKeys() {
    let missing = Kind.Field.members(of: location.names, in: location.form).filter {
      !place.siblings.contains($0.path.names.last ?? "")
    }
    for field in missing {
      let key = field.path.names.last ?? ""
      let needsColon = place.part != .key(needsColon: false)
      add(
        key, .field, text: needsColon ? opening(of: field, key) : key, detail: field.typeWords, page: field.page,
        isFirst: field.isRequired)
    }
    let required = missing.filter(\.isRequired)
    guard required.count > 1, place.typed.isEmpty, place.part == .key(needsColon: true) else { return }
    let indent = String(repeating: " ", count: place.column)
    let names = required.compactMap(\.path.names.last)
    let lines = zip(required, names).map { opening(of: $0, $1) }
    add(
      "all that is required", .snippet, text: lines.joined(separator: "\n" + indent), detail: names.joined(separator: ", "),
      isFirst: true)
  }

  /// A key, and what stands behind it before its value.
  private func opening(of field: Kind.Field, _ key: String) -> String {
    let indent = String(repeating: " ", count: place.column + 2)
    if field.isOwnList { return "\(key.scalar):\n\(indent)- " }
    return field.isMap || field.meaning == .location ? "\(key.scalar):\n\(indent)" : "\(key.scalar): "
  }

  // MARK: values

  private mutating func addValues(_ field: Kind.Field) {
    // A list on the line of its key stands in brackets.
    isWrapped = field.isOwnList && !field.isMap && place.part == .value
    if field.isPhoto { return addPhotos() }
    switch field.meaning {
    case .enumeration:
      for value in field.values {
        let mark = field.marks[value]
        let detail = [mark?.glyph, mark?.label].compactMap { $0 }.filter { !$0.isEmpty && $0 != value }.joined(separator: " ")
        add(value, .member, text: value.scalar, detail: detail)
      }
    case .boolean: for value in ["true", "false"] { add(value, .value, text: value) }
    case .color:
      for color in field.palette {
        add(
          color.name, .color, text: color.name.scalar, detail: color.group, page: color.hex,
          filter: color.name + " " + color.label)
      }
    case .date, .dateInt, .dateTime, .time: addMoments(field)
    case .reference(let wanted): addRecords(wanted)
    case .text, .number: addKnown(field)
    case .location, .map: break
    }
  }

  private mutating func addMoments(_ field: Kind.Field) {
    let moment = ChangeMoment(document.open.now)
    switch moment.value(for: field.meaning) {
    case .string(let text), .number(let text): add(text, .value, text: text, detail: field.meaning.isTemporal ? "today" : "now")
    case .null, .bool, .list, .map: break
    }
  }

  private mutating func addRecords(_ wanted: String?) {
    let open = document.open
    let index = wanted.flatMap { name in open.kinds.firstIndex { $0.name == name } }
    if wanted != nil, index == nil { return }
    let typed = String(place.typed.drop { $0 == "\"" || $0 == "'" })
    let search = ReferenceSearch(typed, kind: index, in: open, limit: Self.maximum)
    for candidate in search.candidates where candidate.path != document.path {
      let title = candidate.title
      add(
        title, .reference, text: candidate.name.scalar, detail: candidate.name,
        filter: typed.isEmpty ? title + " " + candidate.name : typed + " " + title, record: candidate.path)
    }
    // The order is the search's own, so that every further letter asks again.
    isAbridged = search.isAbridged
  }

  /// The values that other records have, the commonest first.
  private mutating func addKnown(_ field: Kind.Field) {
    let open = document.open
    guard let number = open.kinds.firstIndex(where: { $0 === location.form }),
      let way = open.binder.names.way(to: field.path.dotted, kind: number)
    else { return }
    let table = open.index.tables[number]
    let rows = (0..<table.rowCount).filter { table.isLive($0) }.map { RowID(table: number, row: $0) }
    let path = BoundPath(written: field.path.dotted, ways: [number: way])
    let facet = Facets(index: open.index, rows: rows).facet(by: FacetKey(path: path))
    let start = Folding.fold(String(place.typed.drop { $0 == "\"" || $0 == "'" }))
    var values = facet.values.filter { value in
      !value.isMissing && !value.text.isEmpty && value.text.utf8.count <= 80
        && !value.text.contains { $0.isNewline || $0 == "\t" }
        && (field.isVocabulary || value.tally.count > 1) && Folding.fold(value.text).starts(with: start)
    }
    values.sort { ($1.tally.count, $0.text) < ($0.tally.count, $1.text) }
    isAbridged = values.count > Self.maximum
    for value in values.prefix(Self.maximum) {
      let text = field.meaning == .number ? value.text : value.text.scalar
      add(value.text, .value, text: text, detail: value.tally.count == 1 ? "1 record" : "\(value.tally.count) records")
    }
  }

  /// The images in the record's folder.
  private mutating func addPhotos() {
    let folder = Path(document.path.folder)
    let files = document.open.catalogue.files(below: folder).filter { $0.isPlain && $0.path.withUTF8 { ImageSuffix.isImage($0) } }
    for file in files.prefix(Self.maximum) {
      guard let name = file.path.rest(below: folder)?.string else { continue }
      add(name, .file, text: name.scalar)
    }
    isAbridged = files.count > Self.maximum
  }
}
