// Scalars that a person types, by what the field's values mean.

package import VitrineEditing
package import VitrineModel
import VitrineQuery
import VitrineText

extension ValueReader {
  /// The scalar that a text stands for in a field.
  ///
  /// Errors: the field cannot have it; the nearest word, or what to write, is named.
  func scalar(_ text: String, of field: Kind.Field) throws(PlanRefusal) -> DataValue {
    do throws(PlanRefusal) {
      return try readable(text, of: field)
    } catch {
      guard takesUnreadable else { throw error }
      return .string(text)
    }
  }

  private func readable(_ text: String, of field: Kind.Field) throws(PlanRefusal) -> DataValue {
    switch field.meaning {
    case .text: return Self.text(text, field)
    case .enumeration: return try enumeration(text, field)
    case .number: return try number(text, field)
    case .boolean: return .bool(try boolean(text, field))
    case .date, .dateInt: return try day(text, field)
    case .dateTime: return try moment(text, field)
    case .time: return try time(text, field)
    case .color: return try color(text, field)
    case .reference(let kind): return .string(references.name(for: text, kind: kind))
    case .location, .map: return DataValue(plain: text)
    }
  }

  /// A text; where a field may be a number too, what is written exactly as one is one.
  private static func text(_ text: String, _ field: Kind.Field) -> DataValue {
    if field.types.isEmpty || field.itemTypes.isEmpty && !field.shapes.isEmpty { return DataValue(plain: text) }
    if field.types.contains("number") || field.types.contains("integer"), case .number(let digits) = DataValue(plain: text),
      digits.utf8.elementsEqual(text.utf8)
    {
      return .number(text)
    }
    return .string(text)
  }

  private func enumeration(_ text: String, _ field: Kind.Field) throws(PlanRefusal) -> DataValue {
    let values = ValueWords.values(of: field, named: text)
    guard let value = values.first else {
      let nearest = ValueWords.nearest(to: text, of: field).map { "did you mean '\($0)'?" }
      let few =
        field.values.count <= 9 ? "it is one of " + field.values.map { field.word(for: $0) ?? $0 }.joined(separator: ", ") : nil
      let advice = (nearest ?? few).map { "; " + $0 } ?? ""
      throw PlanRefusal("'\(text)' is not a value of '\(field.path.dotted)'\(advice)")
    }
    guard values.count == 1 else {
      throw PlanRefusal("'\(text)' may be \(values.joined(separator: " or ")) in '\(field.path.dotted)'")
    }
    return field.dataValue(value)
  }

  private func number(_ text: String, _ field: Kind.Field) throws(PlanRefusal) -> DataValue {
    if case .number(let digits) = DataValue(plain: text), digits.utf8.elementsEqual(text.utf8) { return .number(text) }
    if let word = ValueWords.values(of: field, named: text).first { return .string(word) }
    if let written = NumberWords.written(text, of: field) {
      return written.contains("/") ? .string(written) : .number(written).normalized
    }
    guard let number = NumberWords.number(text, of: field) else {
      throw PlanRefusal(
        "'\(text)' is not a number, as '\(field.path.dotted)' is; \(NumberWords.advice(text, unit: field.unit, isWhole: !field.allowsFractions))"
      )
    }
    // A fraction stays as it is typed.
    if field.types.contains("string"), text.contains("/") { return .string(text) }
    guard number.isFinite else { return .string(text) }
    return .number(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : "\(number)").normalized
  }

  private func boolean(_ text: String, _ field: Kind.Field) throws(PlanRefusal) -> Bool {
    switch String(decoding: Folding.fold(text), as: UTF8.self) {
    case "true", "yes": return true
    case "false", "no": return false
    default: throw PlanRefusal("'\(text)' is neither true nor false, as '\(field.path.dotted)' is; write true or false")
    }
  }

  private func day(_ text: String, _ field: Kind.Field) throws(PlanRefusal) -> DataValue {
    // A month or a year is as much as is known, where that may be said.
    if let date = PartialDate(text) ?? PartialDate(month: text), date.precision != .day, field.precision.isAtMost(date.precision)
    {
      if field.meaning == .dateInt { return .number(date.digits) }
      return date.precision == .year && field.types.contains("integer") ? .number(date.dashed) : .string(date.dashed)
    }
    let readings = DateWords.period(of: text, moment.now) == nil ? PartialDate.readings(of: text) : []
    guard readings.count < 2 else {
      throw PlanRefusal("'\(text)' may be \(readings.joined(separator: " or ")), as '\(field.path.dotted)' has days; write which")
    }
    guard let period = DateWords.period(of: readings.first ?? text, moment.now), period.end - period.start <= 86_400,
      text.contains(":") == false
    else {
      let advice =
        DateWords.period(of: text, moment.now) == nil
        ? DateWords.advice(text, moment.now, forFields: true) : field.precision.advice(moment.now.day)
      throw PlanRefusal("'\(text)' is no day, as '\(field.path.dotted)' is; \(advice)")
    }
    let day = CivilDay(number: Int((period.start / 86_400).rounded(.down)))
    return field.meaning == .dateInt ? .number(ChangeMoment.digits(of: day)) : .string(day.description)
  }

  private func moment(_ text: String, _ field: Kind.Field) throws(PlanRefusal) -> DataValue {
    if text == "now" { return moment.value(for: .dateTime) }
    var text = text
    if let date = PartialDate(text) ?? PartialDate(month: text), field.precision.isAtMost(date.precision),
      field.precision != .day || date.precision != .day
    {
      return date.precision == .year && field.types.contains("integer") ? .number(date.dashed) : .string(date.dashed)
    }
    guard let value = text.withUTF8({ CivilMoment($0) }) else {
      throw PlanRefusal(
        "'\(text)' is no moment, as '\(field.path.dotted)' is; write it as \(ChangeMoment.text(moment.now)), or now")
    }
    // With an offset it has its seconds, as RFC 3339 wants them.
    if value.offset != nil, Array(text.utf8).dropFirst(16).first != UInt8(ascii: ":") { return .string(ChangeMoment.text(value)) }
    // Without one it is what the clock on the wall showed, as precise as it is typed: today's offset may be another than that day's.
    return .string(text.prefix(10) + "T" + text.dropFirst(11))
  }

  private func time(_ text: String, _ field: Kind.Field) throws(PlanRefusal) -> DataValue {
    if text == "now" { return moment.value(for: .time) }
    var padded = text.utf8.count >= 4 && text.utf8.dropFirst().first == UInt8(ascii: ":") ? "0" + text : text
    guard let value = padded.withUTF8({ CivilTime($0) }) else {
      throw PlanRefusal("'\(text)' is no time of day, as '\(field.path.dotted)' is; write it as 19:42")
    }
    if value.offset != nil, Array(padded.utf8).dropFirst(5).first != UInt8(ascii: ":") {
      return .string(ChangeMoment.time(value.seconds, value.offset))
    }
    return .string(padded)
  }

  private func color(_ text: String, _ field: Kind.Field) throws(PlanRefusal) -> DataValue {
    if let name = ValueWords.names(of: field, named: text).first { return .string(name) }
    if let hex = OKLab.hex(text) {
      let digits = text.drop { $0 == "#" }
      return .string(digits.utf8.count == 6 ? "#" + digits : hex)
    }
    let nearest = NearestWord.nearest(to: text, in: field.palette.map(\.name) + field.aliases.map(\.word))
    throw PlanRefusal(
      "'\(text)' is no colour; \(nearest.map { "did you mean '\($0)'?" } ?? "write a name of the palette, or '#1b2a4b'")")
  }
}

extension DatePrecision {
  /// What to write for a date that is this precise at least.
  fileprivate func advice(_ today: CivilDay) -> String {
    let text = today.description
    return switch self {
    case .day: "write one day, such as \(text) or today"
    case .month: "write a month or a day, such as \(text.prefix(7)), \(text) or today"
    case .year: "write a year, a month or a day, such as \(text.prefix(4)), \(text.prefix(7)), \(text) or today"
    }
  }
}

extension Kind.Field {
  /// One of its `values` as files have it: a text, but for what the schema lists as a number, a boolean or null.
  package func dataValue(_ value: String) -> DataValue { plainValues.contains(value) ? DataValue(plain: value) : .string(value) }
}
