// How the values of one field are shown: days as days, numbers with their unit, colours as colours, signs for words.

package import VitrineIndex
import VitrineModel
import VitrineSource
package import VitrineSyntax

/// What there is to know of a field to make cells of its values. A class, since it is asked for every value and never changes.
package final class CellDress: Sendable {
  /// What its values are, as far as it matters here.
  private enum Form {
    case plain
    case day
    case moment
    case number
    case color
    case word
    /// Words of a closed list that people read in another language.
    case spoken
    /// Paths of records, which people know by their ids.
    case path
  }

  /// The last of the field's names.
  let name: String
  /// True where a record has a list of values.
  let isList: Bool
  /// True where the field is a list itself.
  let isOwnList: Bool
  /// True where the field is a list, or lies in one, so that the names of its members are not told.
  let isInList: Bool
  /// True where maps are places.
  let isPlace: Bool
  /// True where maps are what is known of photos, which people know by their files.
  let isPhoto: Bool
  private let form: Form
  private let unit: String?
  private let colors: [String: RGB]
  private let glyphs: [String: String]
  /// What people read in place of values, in another language than English.
  private let words: [String: String]

  /// The dress of a column's field. Signs stand for words only inside maps, where room is short and a name stands beside them.
  package init(_ column: Column) {
    let field = column.field
    name = field.path.names.last ?? ""
    isList = field.isList || field.isOwnList
    isOwnList = field.isOwnList
    isInList = field.isList
    isPlace = field.meaning == .location
    isPhoto = column.isBuiltIn && field.path == BuiltIn.photo
    unit = field.unit
    colors = Dictionary(field.palette.compactMap { color in RGB(hex: color.hex).map { (color.name, $0) } }) { first, _ in first }
    let glyphs = column.lists.isEmpty ? [:] : field.marks.mapValues(\.glyph).filter { !$0.value.isEmpty }
    self.glyphs = glyphs
    words = Dictionary(
      (field.values + field.palette.map(\.name)).compactMap { value in field.word(for: value).map { (value, $0) } }
    ) { first, _ in first }
    form =
      switch field.meaning {
      case .dateInt, .date: .day
      case .dateTime: .moment
      case .number: field.unit == nil ? .plain : .number
      case .color: .color
      case .enumeration: !glyphs.isEmpty ? .word : words.isEmpty ? .plain : .spoken
      case .reference: column.isBuiltIn ? .path : .plain
      case .text, .boolean, .time, .location, .map: .plain
      }
  }

  /// The cell of a scalar.
  package func cell(_ text: String, _ kind: Node.Kind) -> Cell {
    var text = text
    var builder = CellBuilder()
    text.withUTF8 { write($0, kind, to: &builder) }
    return builder.cell
  }

  /// Writes a scalar.
  func write<Writer: CellWriter>(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, to writer: inout Writer) {
    switch form {
    case .plain: Self.plain(bytes, kind, to: &writer)
    case .day: day(bytes, kind, to: &writer)
    case .moment: moment(bytes, kind, to: &writer)
    case .number:
      // Words such as `infinity` have no unit.
      guard let unit, let last = bytes.last, (0x30...0x39).contains(last) else { return Self.plain(bytes, kind, to: &writer) }
      writer.shown({ Self.measured(String(decoding: bytes, as: UTF8.self), unit) }, written: { Self.plain(bytes, kind, to: &$0) })
    case .color where kind == .string: writer.color(bytes, spoken: { word(bytes) }, { color(bytes) })
    case .color: if let color = color(bytes) { writer.color(bytes) { color } } else { Self.plain(bytes, kind, to: &writer) }
    case .spoken:
      guard let word = word(bytes) else { return Self.plain(bytes, kind, to: &writer) }
      writer.shown({ word }, written: { Self.plain(bytes, kind, to: &$0) })
    case .word where kind == .string: writer.word(bytes) { glyph(bytes) }
    case .word: if let glyph = glyph(bytes) { writer.word(bytes) { glyph } } else { Self.plain(bytes, kind, to: &writer) }
    case .path: writer.shown({ Path(bytes: bytes).stem.string }, written: { $0.text(bytes) })
    }
  }

  private func color(_ bytes: UnsafeBufferPointer<UInt8>) -> RGB? {
    let text = String(decoding: bytes, as: UTF8.self)
    return colors[text] ?? RGB(hex: text)
  }

  private func word(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
    words.isEmpty ? nil : words[String(decoding: bytes, as: UTF8.self)]
  }

  private func glyph(_ bytes: UnsafeBufferPointer<UInt8>) -> String? { glyphs[String(decoding: bytes, as: UTF8.self)] }

  /// The cell of a map that is a place: its name and its point.
  func place(_ members: [Cell.Member]) -> Cell {
    func words(_ name: String) -> String? { members.first { $0.name == name }?.cell.written }
    let names = members.compactMap { if case .text(let text) = $0.cell { text } else { nil } }.joined(separator: ", ")
    guard let latitude = words("lat"), let longitude = words("lon") else { return .map(members) }
    let point = "\(latitude), \(longitude)"
    return .shown(names.isEmpty ? point : "\(names) (\(point))", written: .map(members))
  }

  private static func plain(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, to writer: inout some CellWriter) {
    switch kind {
    case .null: writer.null()
    case .bool: writer.boolean(bytes.first.map { $0 | 0x20 == UInt8(ascii: "t") } ?? false)
    case .int, .float: writer.number(bytes)
    case .string, .sequence, .mapping, .alias: writer.text(bytes)
    }
  }

  private func moment<Writer: CellWriter>(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, to writer: inout Writer) {
    guard bytes.count > 11 else { return day(bytes, kind, to: &writer) }
    guard CivilMoment(bytes) != nil else { return Self.plain(bytes, kind, to: &writer) }
    writer.shown(
      {
        let day = String(decoding: bytes[..<10], as: UTF8.self)
        return "\(day) \(String(decoding: bytes[11...].prefix(5), as: UTF8.self))"
      }, written: { Self.plain(bytes, kind, to: &$0) })
  }

  /// Eight digits that are a day are shown with hyphens, and so are six that are a month.
  private func day<Writer: CellWriter>(_ bytes: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, to writer: inout Writer) {
    if bytes.count == 6, let month = PartialDate(bytes) {
      return writer.shown({ month.dashed }, written: { Self.plain(bytes, kind, to: &$0) })
    }
    guard bytes.count == 8, CivilDay(digits: bytes) != nil else { return Self.plain(bytes, kind, to: &writer) }
    writer.shown(
      {
        String(unsafeUninitializedCapacity: 10) { text in
          for place in 0..<10 {
            text[place] = place == 4 || place == 7 ? 0x2D : bytes[place - (place > 7 ? 2 : place > 4 ? 1 : 0)]
          }
          return 10
        }
      }, written: { Self.plain(bytes, kind, to: &$0) })
  }

  /// A number with its unit: `50 mm`, `41.0256°`; a unit that ends in `/` stands before it, `f/2.8`, unless somebody wrote it there.
  package static func measured(_ number: String, _ unit: String) -> String {
    if unit.hasSuffix("/") { return number.hasPrefix(unit) ? number : unit + number }
    return unit == "°" ? number + unit : "\(number) \(unit)"
  }
}
