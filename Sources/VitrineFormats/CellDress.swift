// How the values of one field are shown: days as days, numbers with their unit, colours as colours, signs for words.

package import VitrineIndex
import VitrineModel
package import VitrineSyntax

/// What there is to know of a field to make cells of its values.
package struct CellDress: Sendable {
  /// The last of the field's names.
  let name: String
  /// True where a record has a list of values.
  let isList: Bool
  /// True where the field is a list itself.
  let isOwnList: Bool
  private let meaning: FieldMeaning
  /// True where values are paths of records, which people know by their ids.
  private let isPath: Bool
  private let unit: String?
  private let colors: [String: RGB]
  private let glyphs: [String: String]

  /// The dress of a column's field. Signs stand for words only inside maps, where room is short and a name stands beside them.
  package init(_ column: Column) {
    let field = column.field
    name = field.path.names.last ?? ""
    isList = field.isList || field.isOwnList
    isOwnList = field.isOwnList
    meaning = field.meaning
    isPath = if case .reference = field.meaning { column.isBuiltIn } else { false }
    unit = field.unit
    colors = Dictionary(field.palette.compactMap { color in RGB(hex: color.hex).map { (color.name, $0) } }) { first, _ in first }
    glyphs = column.lists.isEmpty ? [:] : field.marks.mapValues(\.glyph)
  }

  /// The cell of a scalar.
  package func cell(_ text: String, _ kind: Node.Kind) -> Cell {
    switch meaning {
    case .dateInt, .date, .dateTime: return moment(text, kind)
    case .number: return number(text, kind)
    case .color: return (colors[text] ?? RGB(hex: text)).map { .color(text, $0) } ?? plain(text, kind)
    case .enumeration:
      if let glyph = glyphs[text], !glyph.isEmpty { return .marked(text, glyph: glyph) }
      return plain(text, kind)
    case .reference: return isPath ? .shown(RecordID.id(ofPath: text), written: .text(text)) : plain(text, kind)
    case .text, .boolean, .time, .location, .map: return plain(text, kind)
    }
  }

  /// The cell of a map. A place is shown by its name and its point.
  func map(_ members: [Cell.Member]) -> Cell {
    guard meaning == .location else { return .map(members) }
    func words(_ name: String) -> String? { members.first { $0.name == name }?.cell.written }
    let names = members.compactMap { if case .text(let text) = $0.cell { text } else { nil } }.joined(separator: ", ")
    guard let latitude = words("lat"), let longitude = words("lon") else { return .map(members) }
    let point = "\(latitude), \(longitude)"
    return .shown(names.isEmpty ? point : "\(names) (\(point))", written: .map(members))
  }

  private func plain(_ text: String, _ kind: Node.Kind) -> Cell {
    switch kind {
    case .null: .null
    case .bool: .boolean(text.utf8.first.map { $0 | 0x20 == UInt8(ascii: "t") } ?? false)
    case .int, .float: .number(text)
    case .string, .sequence, .mapping, .alias: .text(text)
    }
  }

  private func moment(_ text: String, _ kind: Node.Kind) -> Cell {
    let written = plain(text, kind)
    let bytes = text.utf8
    if meaning == .dateTime, bytes.count > 11 {
      var text = text
      guard text.withUTF8({ CivilMoment($0) }) != nil else { return written }
      let day = String(decoding: bytes.prefix(10), as: UTF8.self)
      return .shown("\(day) \(String(decoding: bytes.dropFirst(11).prefix(5), as: UTF8.self))", written: written)
    }
    guard bytes.count == 8 else { return written }
    var text = text
    guard let day = text.withUTF8({ CivilDay(digits: $0) }) else { return written }
    return .shown(day.description, written: written)
  }

  /// A number with its unit; words such as `infinity` have none.
  private func number(_ text: String, _ kind: Node.Kind) -> Cell {
    let written = plain(text, kind)
    guard let unit, let last = text.utf8.last, (0x30...0x39).contains(last) else { return written }
    return .shown(Self.measured(text, unit), written: written)
  }

  /// A number with its unit: `50 mm`, `41.0256°`; a unit that ends in `/` stands before it, `f/2.8`.
  package static func measured(_ number: String, _ unit: String) -> String {
    if unit.hasSuffix("/") { return unit + number }
    return unit == "°" ? number + unit : "\(number) \(unit)"
  }
}
