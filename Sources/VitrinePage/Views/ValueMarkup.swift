// Values as markup: cells of tables, pieces of a record's page, colours as swatches.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineModel
import VitrineSource

/// Writes values.
enum ValueMarkup {
  /// A cell in running text: colours as swatches, lists with commas, words of an enum by their labels, days in words.
  ///
  /// - Parameter kind: the kind that the field is of, for the words of members of its maps.
  static func cell(_ cell: Cell, _ words: PageWords, of field: Kind.Field? = nil, in kind: Kind? = nil) -> Markup {
    switch cell {
    case .null: return .empty
    case .text(let text) where field?.marks[text] != nil:
      return marked(field?.marks[text]?.glyph ?? "", field?.marks[text]?.label ?? text)
    case .shown(let text, written: .text(let word)) where field?.marks[word] != nil:
      return marked(field?.marks[word]?.glyph ?? "", text)
    case .shown(let text, written: .color(_, let color)): return "\(swatch(hex(color))) \(text)"
    case .text(let text), .number(let text), .shown(let text, _):
      guard let day = field.flatMap({ ShownValue.brief(text, $0) }) else { return .text(text) }
      return "<time datetime=\"\(text)\">\(day)</time>"
    case .marked(let text, let glyph): return marked(glyph, field?.marks[text]?.label ?? text)
    case .boolean(let value): return .text(words(value ? "value.yes" : "value.no"))
    case .color(let name, let color): return "\(swatch(hex(color))) \(name)"
    case .list(let cells): return cells.filter { !$0.isEmpty }.map { self.cell($0, words, of: field, in: kind) }.joined(by: ", ")
    case .map(let members):
      return members.filter { !$0.cell.isEmpty }.map { member in
        let inner = field.flatMap { kind?.field(FieldPath($0.path.names + [member.name])) }
        return self.cell(member.cell, words, of: inner, in: kind)
      }.joined(by: " ")
    }
  }

  /// A word behind its mark; no line ends between them.
  private static func marked(_ glyph: String, _ text: String) -> Markup {
    glyph.isEmpty ? .text(text) : "\(mark(glyph))\u{A0}\(text)"
  }

  /// A glyph, drawn where there is a drawing of it.
  private static func mark(_ glyph: String) -> Markup {
    "<span class=\"mark\" aria-hidden=\"true\">\(Icon.drawing(of: glyph)?.markup ?? .text(glyph))</span>"
  }

  /// The colours in a cell.
  static func colors(in cell: Cell) -> [(name: String, hex: String)] {
    switch cell {
    case .color(let name, let color), .shown(let name, written: .color(_, let color)): [(name, hex(color))]
    case .list(let cells): cells.flatMap { colors(in: $0) }
    case .null, .text, .number, .boolean, .shown, .marked, .map: []
    }
  }

  /// A colour as a disc. An attribute of SVG, since the policy of the page allows no style in its text.
  static func swatch(_ hex: String) -> Markup {
    "<svg class=\"swatch\" viewBox=\"0 0 2 2\" aria-hidden=\"true\"><circle cx=\"1\" cy=\"1\" r=\"1\" fill=\"\(hex)\"/></svg>"
  }

  /// The lines of an entry of a record's page. What leads to a record is a link to it.
  ///
  /// - Parameter list: the address of the list of records that have what a piece says; nil for none.
  static func lines(
    _ lines: [FactSheet.Line], _ request: PageRequest, leadingTo list: (String) -> String? = { _ in nil }
  ) -> Markup {
    var parts: [Markup] = []
    for line in lines {
      if let address = place(line), let point = parts.popLast() {
        // The coordinates above it lead there: nobody reads the address itself.
        parts.append("<a class=\"quiet\" href=\"\(address)\">\(point)</a>")
        if let way = directions(address, request) { parts.append(way) }
      } else {
        parts.append(inline(line.pieces, request, leadingTo: list))
      }
    }
    // Records stand beside each other.
    if lines.allSatisfy({ $0.pieces.count == 1 && isRecord($0.pieces[0]) }) { return "<p class=\"refs\">\(parts)</p>" }
    return parts.count == 1 ? "<p>\(parts[0])</p>" : "\(parts.map { "<p>\($0)</p>" as Markup })"
  }

  /// Pieces within a line.
  static func inline(
    _ pieces: [FactSheet.Piece], _ request: PageRequest, leadingTo list: (String) -> String? = { _ in nil }
  ) -> Markup {
    var pieces = pieces
    // No line ends between a mark and its word.
    for place in pieces.indices.dropFirst() where pieces[place - 1].style == .mark && pieces[place].text.first == " " {
      pieces[place].text = "\u{A0}" + pieces[place].text.dropFirst()
    }
    return
      "\(pieces.map { one in list(one.text).map { "<a class=\"quiet\" href=\"\($0)\">\(piece(one, request))</a>" } ?? piece(one, request) })"
  }

  private static func isRecord(_ piece: FactSheet.Piece) -> Bool { if case .record = piece.style { true } else { false } }

  private static func piece(_ piece: FactSheet.Piece, _ request: PageRequest) -> Markup {
    switch piece.style {
    case .plain: return link(piece.text, request) ?? .text(piece.text)
    case .faint: return link(piece.text, request) ?? "<span class=\"faint\">\(piece.text)</span>"
    case .error, .warning: return "<span class=\"bad\">\(piece.text)</span>"
    case .swatch(let hex), .tinted(let hex): return "<span class=\"colored\">\(swatch(hex)) \(piece.text)</span>"
    case .record(let path): return reference(path, title: piece.text, request)
    case .mark: return mark(piece.text)
    }
  }

  /// The address of a place where it is all that a line says, as below coordinates; nil for any other line.
  private static func place(_ line: FactSheet.Line) -> String? {
    guard line.pieces.count == 1, let piece = line.pieces.first, piece.style == .faint, isPlace(piece.text) else { return nil }
    return piece.text
  }

  private static func isPlace(_ text: String) -> Bool { text.hasPrefix("geo:") && !text.contains(" ") }

  /// A place on the map leads to the person's own programs. Source: RFC 5870.
  private static func link(_ text: String, _ request: PageRequest) -> Markup? {
    guard isPlace(text) else { return nil }
    let way: Markup = directions(text, request).map { " \($0)" as Markup } ?? .empty
    return "<a class=\"quiet\" href=\"\(text)\">\(text)</a>\(way)"
  }

  /// The page of directions that the catalogue may name, which is opened only when somebody clicks on it.
  private static func directions(_ place: String, _ request: PageRequest) -> Markup? {
    let place = place.dropFirst(4).prefix { $0 != ";" }.split(separator: ",").map(String.init)
    guard place.count >= 2,
      let address = Directions.address(in: request.catalogue, latitude: place[0], longitude: place[1])
    else { return nil }
    return
      "<a class=\"btn small\" href=\"\(address)\" target=\"_blank\" rel=\"noopener noreferrer\">\(request.words("record.directions"))</a>"
  }

  /// A record as a link with the colour of its kind.
  static func reference(_ path: Path, title: String, _ request: PageRequest) -> Markup {
    guard let record = request.catalogue.record(at: path) else { return .text(title) }
    let kind = request.catalogue.kinds[record.kind]
    return
      "<a class=\"ref\" href=\"\(PageAddress.record(path, kind))\"><i class=\"dot \(pastel(record.kind))\"></i><bdi>\(title)</bdi></a>"
  }

  /// The class of a kind's colour.
  static func pastel(_ kind: Int) -> String { "k\(kind % 6)" }

  private static func hex(_ color: RGB) -> String {
    "#" + [color.red, color.green, color.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
