// The records of a list that have a place, as pins: for the drawing of the server, and as data for the map that is moved.

import VitrineAnswers
import VitrineApplication
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSource

/// Pins of records.
struct MapPins {
  /// A record on the map.
  struct Pin {
    let row: Int
    let latitude: Double
    let longitude: Double
    /// The place of its category among the categories.
    let category: Int
  }

  /// What pins are told apart by: a value of the kind's first enumeration, or the kind.
  struct Category {
    let label: String
    /// A sign of its own, so that nobody has to tell pins by colour alone.
    let glyph: String
    /// Its colour as `#rrggbb`.
    let hex: String
    /// Its outline, around the middle of a square of 24 units: the text of a path of SVG.
    let shape: String
  }

  let pins: [Pin]
  let categories: [Category]
  private let list: RecordCollection
  private let request: PageRequest

  /// The most categories; what comes behind them looks alike.
  private static let mostCategories = 24
  /// Colours with a contrast of 4.5 and more to white, for values without one.
  private static let colors = ["#1f62b0", "#b4470e", "#2b7a3f", "#a4286a", "#6a4bb0", "#8a5a00", "#00707d", "#4a5560"]

  /// The outlines of pins: a disc, a square, a diamond, a hexagon, a shield.
  private static let shapes = [
    "M12 1a11 11 0 1 1 0 22a11 11 0 1 1 0-22z",
    "M5.5 2h13a3.5 3.5 0 0 1 3.5 3.5v13a3.5 3.5 0 0 1-3.5 3.5h-13a3.5 3.5 0 0 1-3.5-3.5v-13a3.5 3.5 0 0 1 3.5-3.5z",
    "M12 0 24 12 12 24 0 12z", "M6.5 2h11l5.5 10-5.5 10h-11L1 12z", "M2.5 2.5h19v9.5c0 5.5-4 9-9.5 11.5C6.5 21 2.5 17.5 2.5 12z",
  ]

  /// The pins of all rows of a list, not of its window alone. `byKind`: told apart by kind even where only one kind is found.
  init(_ list: RecordCollection, byKind: Bool, _ request: PageRequest) {
    self.list = list
    self.request = request
    let kinds = request.open.kinds
    let kind = byKind ? nil : list.kind
    let field = kind.flatMap { Self.field(of: kinds[$0]) }
    let column = kind.flatMap { kind in
      field.flatMap { field in request.open.index.tables[kind].columns.firstIndex { $0.field.path == field.path && !$0.isBuiltIn }
      }
    }
    let positions = RecordPositions(request.open)
    var pins: [Pin] = []
    for (row, id) in list.answer.rows.enumerated() {
      guard let position = positions.position(of: id) else { continue }
      var category = kind == nil ? id.table : 0
      if let field, let column {
        let table = request.open.index.tables[id.table]
        let value = table.values(id.row, column).first { $0 > .map }.map { table.pools[column].text($0) }
        category = value.flatMap { field.values.firstIndex(of: $0) } ?? field.values.count
      }
      pins.append(
        Pin(
          row: row, latitude: position.latitude, longitude: position.longitude,
          category: min(category, Self.mostCategories)))
    }
    self.pins = pins
    let labels: [(label: String, mark: Kind.Mark?)] =
      if let field {
        field.values.map { ($0, field.marks[$0]) } + [("", nil)]
      } else if kind == nil {
        // A kind without places needs no letter.
        kinds.map { ($0.location == nil ? "" : PageFrame.plural(of: $0), nil) }
      } else {
        [("", nil)]
      }
    categories = Self.categories(Array(labels.prefix(Self.mostCategories)) + [("", nil)])
  }

  /// The field that tells pins apart: the first enumeration of one word among the columns, or of all fields.
  private static func field(of kind: Kind) -> Kind.Field? {
    func isFit(_ field: Kind.Field) -> Bool {
      field.meaning == .enumeration && !field.isList && field.values.count < mostCategories
    }
    return kind.columns.lazy.compactMap { kind.field($0) }.first(where: isFit) ?? kind.fields.first(where: isFit)
  }

  private static func categories(_ labels: [(label: String, mark: Kind.Mark?)]) -> [Category] {
    var taken: Set<String> = []
    return labels.enumerated().map { place, label in
      let name = label.mark?.label ?? label.label
      let letters = name.filter { $0.isLetter || $0.isNumber }.map { String($0).uppercased() }
      let own = label.mark.flatMap { $0.glyph.isEmpty ? nil : $0.glyph }
      let glyph = own ?? letters.first { !taken.contains($0) } ?? letters.first ?? "•"
      taken.insert(glyph)
      return Category(
        label: name, glyph: glyph, hex: label.mark?.hex ?? colors[place % colors.count], shape: shapes[place % shapes.count])
    }
  }

  // MARK: what is said of them

  /// The title of a pin's record.
  func title(_ pin: Pin) -> String { list.title(ofRow: pin.row) }

  /// The address of a pin's record.
  func address(_ pin: Pin) -> String {
    PageAddress.record(list.path(ofRow: pin.row), request.open.kinds[list.kind(ofRow: pin.row)])
  }

  /// The kind of a pin's record.
  func kind(_ pin: Pin) -> Int { list.kind(ofRow: pin.row) }

  /// The category of a pin.
  func category(_ pin: Pin) -> Category { categories[min(pin.category, categories.count - 1)] }

  /// What the list says of a pin's record besides its title: days and words of its columns.
  private func facts(_ pin: Pin) -> String {
    let path = list.path(ofRow: pin.row)
    let kind = request.open.kinds[list.kind(ofRow: pin.row)]
    let cells = zip(list.table.columns, list.table.rows[pin.row].cells).filter { column, cell in
      !["kind", "title", "id"].contains(column.name) && column.name != kind.display?.dotted && !cell.isEmpty
    }
    let words = cells.prefix(3).map { column, cell in
      CardView.field(of: column, kind).flatMap { ShownValue.brief(cell.words, $0) } ?? cell.words
    }.filter { !$0.isEmpty }
    guard list.kind != nil else { return ([kind.title] + [day(pin, kind)].compactMap(\.self)).joined(separator: " · ") }
    return words.isEmpty ? path.stem.name.string : words.joined(separator: " · ")
  }

  /// The first day that a record's columns say, in words.
  private func day(_ pin: Pin, _ kind: Kind) -> String? {
    let id = list.answer.rows[pin.row]
    let table = request.open.index.tables[id.table]
    guard let field = kind.columns.lazy.compactMap({ kind.field($0) }).first(where: \.meaning.isTemporal),
      let column = table.columns.firstIndex(where: { $0.field.path == field.path && !$0.isBuiltIn }),
      let value = table.values(id.row, column).first(where: { $0 > .map })
    else { return nil }
    return ShownValue.brief(table.pools[column].text(value), field)
  }

  /// The pins as data.
  ///
  /// Shape: `{"categories": [[label, glyph, colour, outline]…], "pins": [[latitude, longitude, category, title, address, facts, cover]…]}`; a cover is ""
  /// where the record has none. Of many pins the facts stay at home: there is a card for one at a time.
  var answer: PageAnswer {
    let isFew = pins.count <= Self.mostWithFacts
    let rows = pins.map { pin in
      let cover = isFew ? CardView.cover(of: list.path(ofRow: pin.row), request) ?? "" : ""
      return "[\(Self.number(pin.latitude)),\(Self.number(pin.longitude)),\(pin.category),"
        + [title(pin), address(pin), isFew ? facts(pin) : "", cover].map(Self.quoted).joined(separator: ",") + "]"
    }
    let kinds = categories.map { "[" + [$0.label, $0.glyph, $0.hex, $0.shape].map(Self.quoted).joined(separator: ",") + "]" }
    let text = "{\"categories\":[\(kinds.joined(separator: ","))],\"pins\":[\(rows.joined(separator: ",\n"))]}"
    return .bytes(Array(text.utf8), type: "application/json", headers: [("Cache-Control", "no-store")])
  }

  /// The most pins that are sent with facts and covers.
  private static let mostWithFacts = 2_000

  /// Degrees, to about a decimetre.
  static func number(_ degrees: Double) -> String { MapDrawing.rounded(degrees, 6) }

  /// A text as JSON. Source: RFC 8259, 7.
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{0}"..<"\u{20}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
