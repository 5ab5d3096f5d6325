// The lines that one value takes: lists, maps, places, time lines.

package import VitrineFormats
package import VitrineModel
import VitrinePlaces
package import VitrineSyntax
import VitrineText

extension RecordFields {
  /// A scalar: a reference by what it leads to, a text by its lines.
  package func scalarLines(_ value: NodeID, _ field: Kind.Field) -> [FactSheet.Line] {
    let text = reader.text(value)
    if let kind = field.reference, let line = references[ReferenceName(kind: kind, text: text)] { return [line] }
    if field.meaning == .text { return RecordFields.textLines(text) }
    return [FactSheet.Line([ShownValue.piece(text, field)])]
  }

  /// The most items of a list that are shown; aliases can make more of a few lines than a person will ever read.
  private static let mostItems = 10_000

  /// What stands between the values of a list that is one line, as a piece of its own.
  package static let separator = ", "

  /// A list: short scalars in one line, all else in a line each.
  package func lines(ofList list: NodeID, _ field: Kind.Field) -> [FactSheet.Line] {
    var items: [NodeID] = []
    var isCut = false
    for item in reader.items(list) {
      if items.count == Self.mostItems {
        isCut = true
        break
      }
      if reader.resolved(item).kind != .null { items.append(item) }
    }
    var lines = lines(of: items, field)
    if isCut { lines.append(FactSheet.Line("…")) }
    return lines
  }

  private func lines(of items: [NodeID], _ field: Kind.Field) -> [FactSheet.Line] {
    let areScalars = items.allSatisfy { reader.resolved($0).isScalar }
    if areScalars, field.reference == nil {
      let lines = items.flatMap { scalarLines($0, field) }
      let needLines = lines.count > items.count || lines.contains { $0.pieces.contains { $0.text.contains(",") } }
      return needLines || lines.isEmpty ? lines : [joined(lines.map(\.pieces), by: Self.separator)]
    }
    if !areScalars, items.allSatisfy({ reader.resolved($0).kind == .mapping }) {
      let inner = members(of: field.path)
      if let grouped = pairLines(items, inner) ?? timeLines(items, inner) { return grouped }
      return items.map { mapLine($0, inner, separator: " · ") }
    }
    return items.flatMap { item in
      switch reader.resolved(item).kind {
      case .mapping: [mapLine(item, members(of: field.path), separator: " · ")]
      case .sequence: RecordFields.textLines(RecordCell.cell(item, reader).words)
      default: scalarLines(item, field)
      }
    }
  }

  /// A map in one line: its members in the schema's order, then what the schema does not know.
  package func mapLine(_ map: NodeID, _ members: [Kind.Field], separator: String, besides known: Set<String> = [])
    -> FactSheet.Line
  {
    var parts: [FactSheet.Member] = []
    var known = known
    for (position, field) in members.enumerated() {
      guard let name = field.path.names.last else { continue }
      known.insert(name)
      guard let value = reader.value(map, named: name) else {
        if let line = defaultEntry(of: field)?.lines.first { parts.append(FactSheet.Member(field.path, line.pieces)) }
        continue
      }
      let node = reader.resolved(value)
      if node.kind == .null {
        continue
      } else if node.isScalar {
        var pieces = joined(scalarLines(value, field).map(\.pieces), by: " ").pieces
        // A bare number in the middle of a line says nothing by itself.
        if position > 0, field.meaning == .number, field.unit == nil { pieces.insert(FactSheet.Piece("\(field.title) "), at: 0) }
        parts.append(FactSheet.Member(field.path, pieces))
      } else if node.kind == .sequence {
        parts.append(FactSheet.Member(field.path, joined(lines(ofList: value, field).map(\.pieces), by: ", ").pieces))
      } else {
        parts.append(FactSheet.Member(field.path, [FactSheet.Piece(RecordCell.cell(value, reader).words)]))
      }
    }
    reader.forEachEntry(map) { entry in
      let name = reader.text(entry.key)
      guard !known.contains(name) else { return }
      let words = RecordCell.cell(entry.value, reader).words
      parts.append(FactSheet.Member(nil, [FactSheet.Piece("\(name) \(words.split { $0.isNewline }.joined(separator: " "))")]))
    }
    var line = joined(parts.map(\.pieces), by: separator)
    line.hang = 2
    line.members = parts
    return line
  }

  /// The place's name, its coordinates, and its address for other programs. Source: RFC 5870 (the geo URI).
  package func locationLines(_ map: NodeID, _ members: [Kind.Field]) -> [FactSheet.Line] {
    func number(_ name: String) -> (text: String, value: Double)? {
      guard let node = reader.value(map, named: name), reader.resolved(node).isNumber else { return nil }
      let text = reader.text(node)
      return Double(text).flatMap { $0.isFinite ? (text, $0) : nil }
    }
    guard let latitude = number("lat"), let longitude = number("lon"), abs(latitude.value) <= 90, abs(longitude.value) <= 180
    else {
      return [mapLine(map, members, separator: " · ")]
    }
    var lines: [FactSheet.Line] = []
    var names: Set<String> = []
    for field in members where field.meaning == .text {
      guard let name = field.path.names.last, let value = reader.value(map, named: name), reader.resolved(value).isScalar else {
        continue
      }
      if reader.resolved(value).kind != .null {
        lines += RecordFields.textLines(reader.text(value))
        names.insert(reader.text(value))
      }
    }
    if let place = places?.place(latitude: latitude.value, longitude: longitude.value)?.words(in: kind.language),
      !names.contains(place)
    {
      lines.append(FactSheet.Line([FactSheet.Piece(place, .faint)]))
    }
    func unsigned(_ number: (text: String, value: Double)) -> Substring { number.text.drop { $0 == "-" || $0 == "+" } }
    let accuracy = number("accuracy").flatMap { $0.value >= 0 ? $0 : nil }
    let side = kind.language(latitude.value < 0 ? "S" : "N")
    let point = "\(unsigned(latitude))° \(side), \(unsigned(longitude))° \(kind.language(longitude.value < 0 ? "W" : "E"))"
    lines.append(FactSheet.Line(point + (accuracy.map { kind.language(", within {} m", $0.text) } ?? "")))
    let uncertainty = accuracy.map { ";u=\($0.text)" } ?? ""
    lines.append(FactSheet.Line([FactSheet.Piece("geo:\(latitude.text),\(longitude.text)\(uncertainty)", .faint)]))
    return lines
  }

  /// Maps of two enums, by the first of them, with the marks of the second; nil where the list is another.
  private func pairLines(_ items: [NodeID], _ members: [Kind.Field]) -> [FactSheet.Line]? {
    guard members.count == 2, members.allSatisfy({ $0.meaning == .enumeration }), let first = members[0].path.names.last,
      let second = members[1].path.names.last, !members[1].marks.isEmpty
    else { return nil }
    var order: [String] = []
    var groups: [String: [FactSheet.Piece]] = [:]
    for item in items {
      guard let left = reader.value(item, named: first), let right = reader.value(item, named: second),
        reader.resolved(left).isScalar, reader.resolved(right).isScalar
      else { return nil }
      var count = 0
      reader.forEachEntry(item) { _ in count += 1 }
      guard count == 2 else { return nil }
      let name = ShownValue.piece(reader.text(left), members[0]).text
      if groups[name] == nil { order.append(name) }
      let value = reader.text(right)
      let glyph = members[1].marks[value]?.glyph ?? ""
      let word = members[1].word(for: value).map { kind.language.lowercased($0) } ?? value
      groups[name, default: []] +=
        glyph.isEmpty
        ? [FactSheet.Piece("  " + word)] : [FactSheet.Piece("  "), FactSheet.Piece(glyph, .mark), FactSheet.Piece(" " + word)]
    }
    let width = order.map { DisplayWidth.width(of: TerminalText.visible($0)) }.max() ?? 0
    return order.map { name in
      let padding = max(width - DisplayWidth.width(of: TerminalText.visible(name)), 0)
      let start = FactSheet.Piece(name + String(repeating: " ", count: padding))
      return FactSheet.Line([start] + (groups[name] ?? []), hang: width + 2)
    }
  }

  /// Maps of a day or moment and one of a closed list, as a time line; nil where the list is another.
  private func timeLines(_ items: [NodeID], _ members: [Kind.Field]) -> [FactSheet.Line]? {
    let times = members.filter(\.meaning.isTemporal)
    let states = members.filter { $0.meaning == .enumeration }
    guard times.count == 1, states.count == 1, let at = times[0].path.names.last, let what = states[0].path.names.last else {
      return nil
    }
    var rows: [(state: FactSheet.Piece, moment: String, text: String, rest: FactSheet.Line)] = []
    for item in items {
      guard let state = reader.value(item, named: what), let time = reader.value(item, named: at),
        reader.resolved(state).isScalar,
        reader.resolved(time).isScalar
      else { return nil }
      let text = reader.text(time)
      let others = members.filter { $0.path != times[0].path && $0.path != states[0].path }
      rows.append(
        (
          ShownValue.piece(reader.text(state), states[0]), ShownValue.piece(text, times[0]).text, text,
          mapLine(item, others, separator: " · ", besides: [at, what])
        ))
    }
    let stateWidth = rows.map { DisplayWidth.width(of: TerminalText.visible($0.state.text)) }.max() ?? 0
    let momentWidth = rows.map { DisplayWidth.width(of: TerminalText.visible($0.moment)) }.max() ?? 0
    var before: CivilMoment?
    return rows.map { row in
      let moment = RecordFields.moment(row.text)
      var line = FactSheet.Line([row.state], hang: 2)
      let padding = stateWidth + 2 - DisplayWidth.width(of: TerminalText.visible(row.state.text))
      line.pieces.append(
        FactSheet.Piece(
          String(repeating: " ", count: max(padding, 1))
            + DisplayWidth.padded(TerminalText.visible(row.moment), to: momentWidth, at: .right)))
      if let moment, let before, moment.day.number - before.day.number > 0 {
        let days = moment.day.number - before.day.number
        line.pieces.append(
          FactSheet.Piece(
            "  " + (days == 1 && kind.language.isEnglish ? "1 day later" : kind.language("{} days later", "\(days)")), .faint))
      }
      if !row.rest.pieces.isEmpty { line.pieces += [FactSheet.Piece("  ")] + row.rest.pieces }
      before = moment ?? before
      return line
    }
  }

  private static func moment(_ text: String) -> CivilMoment? {
    var text = text
    return text.withUTF8 { ValueNumber.moment($0) }
  }

  private func joined(_ parts: [[FactSheet.Piece]], by separator: String) -> FactSheet.Line {
    var pieces: [FactSheet.Piece] = []
    for (index, part) in parts.enumerated() {
      if index > 0 { pieces.append(FactSheet.Piece(separator)) }
      pieces += part
    }
    return FactSheet.Line(pieces)
  }
}
