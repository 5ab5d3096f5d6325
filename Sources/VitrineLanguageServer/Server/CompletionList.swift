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
  /// True on a line of its own below the key of a list, where an item with its dash may stand.
  let startsItem: Bool
  /// What stands between what is there already and the word: a blank, or the dash of an item.
  private let lead: String

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
    let field = location.field
    startsItem = place.part == .key(needsColon: true) && place.isBelowKey && field?.isOwnList ?? false
    let before = place.range.start > 0 ? document.text.bytes[Int(place.range.start) - 1] : 0
    lead = startsItem ? "- " : before == UInt8(ascii: ":") || before == UInt8(ascii: "-") ? " " : ""
    if place.isComment || addOwnTexts() { return }
    switch place.part {
    case .key:
      if startsItem, let field, !field.isMap { addValues(field) } else { addKeys() }
    case .value: if let field { addValues(field) }
    case .item:
      if location.isSchema || field?.isMap == true { addKeys() } else if let field { addValues(field) }
    }
  }

  /// Adds a candidate.
  mutating func add(
    _ label: String, _ kind: ItemKind, text: String, detail: String = "", page: String = "", filter: String? = nil,
    isFirst: Bool = false, record: Path? = nil, snippet: String? = nil
  ) {
    let number = String(items.count)
    let order = (isFirst ? "0" : "1") + String(repeating: "0", count: max(0, 5 - number.count)) + number
    let snippet = client.takesSnippets ? snippet : nil
    let text = snippet ?? text
    var members: [JSONValue.Entry] = [
      JSONValue.Entry("label", .string(label)), JSONValue.Entry("kind", JSONValue(kind.rawValue)),
      JSONValue.Entry("sortText", .string(order)), JSONValue.Entry("filterText", .string(quote + (filter ?? label))),
      JSONValue.Entry("textEdit", ["range": range, "newText": .string(lead + (isWrapped ? "[\(text)]" : text))]),
    ]
    if snippet != nil { members.append(JSONValue.Entry("insertTextFormat", 2)) }
    if !detail.isEmpty { members.append(JSONValue.Entry("detail", .string(detail))) }
    if !page.isEmpty {
      members.append(JSONValue.Entry("documentation", client.documentation(page)))
    }
    if let record {
      members.append(JSONValue.Entry("data", ["uri": .string(document.uri), "record": .string(record.string)]))
    }
    items.append(.map(members))
  }

  /// A text as it is written at the place.
  func scalar(_ text: String) -> String { YAMLDocument.scalar(text, inFlow: place.isInFlow || isWrapped) }

  /// Adds a candidate in place of a part of the word.
  mutating func add(part: ByteRange, _ label: String, detail: String) {
    let edit: JSONValue = ["range": document.text.json(part, client.encoding), "newText": .string(label)]
    add(label, .text, text: label, detail: detail)
    guard case .map(var members)? = items.popLast() else { return }
    members.removeAll { $0.key == "textEdit" || $0.key == "filterText" }
    items.append(.map(members + [JSONValue.Entry("textEdit", edit)]))
  }

  // MARK: keys

  private mutating func addKeys() {
    let missing = Kind.Field.members(of: location.names, in: location.form).filter {
      !place.siblings.contains($0.path.names.last ?? "")
    }
    let needsColon = place.part != .key(needsColon: false)
    for field in missing {
      let key = field.path.names.last ?? ""
      add(
        key, .field, text: needsColon ? opening(of: field, key) : scalar(key), detail: field.typeWords, page: field.page,
        isFirst: field.isRequired, snippet: place.isInFlow && needsColon ? opening(of: field, key, stop: 1) : nil)
    }
    let required = missing.filter(\.isRequired)
    guard required.count > 1, place.typed.isEmpty, needsColon else { return }
    let names = required.compactMap(\.path.names.last)
    let separator = place.isInFlow ? ", " : "\n" + String(repeating: " ", count: place.column + lead.utf8.count)
    func text(hasStops: Bool) -> String {
      zip(required, names).enumerated().map { opening(of: $1.0, $1.1, stop: hasStops ? $0 + 1 : nil, isWhole: true) }
        .joined(separator: separator)
    }
    add(
      "all that is required", .snippet, text: text(hasStops: false), detail: names.joined(separator: ", "), isFirst: true,
      snippet: text(hasStops: true))
  }

  /// A key, and what stands around its value. `stop` is the number of the place to fill in, in a snippet; `isWhole` closes brackets.
  private func opening(of field: Kind.Field, _ key: String, stop: Int? = nil, isWhole: Bool = false) -> String {
    let key = stop == nil ? scalar(key) : scalar(key).snippet
    let value = stop.map { "$\($0)" } ?? ""
    let isMap = field.isMap || field.meaning == .location
    if place.isInFlow {
      let closes = isWhole || stop != nil
      if field.isOwnList { return "\(key): [" + value + (closes ? "]" : "") }
      return isMap ? "\(key): {" + value + (closes ? (stop == nil ? "}" : "\\}") : "") : "\(key): " + value
    }
    let indent = String(repeating: " ", count: place.column + lead.utf8.count + 2)
    if field.isOwnList { return "\(key):\n\(indent)- " + value }
    return (isMap ? "\(key):\n\(indent)" : "\(key): ") + value
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
        add(value, .member, text: field.plainValues.contains(value) ? value : scalar(value), detail: detail)
      }
    case .boolean: for value in ["true", "false"] { add(value, .value, text: value) }
    case .color:
      for color in field.palette {
        add(
          color.name, .color, text: scalar(color.name), detail: color.group, page: color.hex,
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
        title, .reference, text: scalar(candidate.name), detail: candidate.name,
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
      let text = field.meaning == .number ? value.text : scalar(value.text)
      add(value.text, .value, text: text, detail: value.tally.count == 1 ? "1 record" : "\(value.tally.count) records")
    }
  }

  /// The images in the record's folder.
  private mutating func addPhotos() {
    let folder = Path(document.path.folder)
    let files = document.open.catalogue.files(below: folder).filter { $0.isPlain && $0.path.withUTF8 { ImageSuffix.isImage($0) } }
    for file in files.prefix(Self.maximum) {
      guard let name = file.path.rest(below: folder)?.string else { continue }
      add(name, .file, text: scalar(name))
    }
    isAbridged = files.count > Self.maximum
  }
}
