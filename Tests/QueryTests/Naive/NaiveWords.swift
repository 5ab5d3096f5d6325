// What a word of a query means for a field, said once more.

import VitrineModel
import VitrineQuery
import VitrineText

/// A stretch of numbers.
struct NaiveInterval {
  var start: Double
  var end: Double
  /// True where the end is in it.
  var isPoint: Bool

  init(_ start: Double, _ end: Double, isPoint: Bool) { (self.start, self.end, self.isPoint) = (start, end, isPoint) }

  /// True for a number before its end.
  func isBeforeEnd(_ number: Double) -> Bool { isPoint ? number <= end : number < end }
}

/// Words and values.
enum NaiveWords {
  /// A word as closed lists compare it.
  static func key(_ text: String) -> [UInt8] { Folding.fold(text).map { $0 == 0x2D || $0 == 0x5F ? 0x20 : $0 } }

  /// A number.
  static func plain(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { ValueNumber.number($0) }
  }

  /// A number, its unit behind it or not.
  static func number(_ text: String, unit: String?) -> Double? {
    if let number = plain(text) { return number }
    guard let unit, text.lowercased().hasSuffix(unit.lowercased()) else { return nil }
    return plain(String(text.dropLast(unit.count)))
  }

  /// The number a value has, for ranges.
  static func number(_ text: String, _ meaning: FieldMeaning) -> Double? {
    var text = text
    return text.withUTF8 { ValueNumber.number(of: $0, meaning: meaning) }
  }

  /// The test of a number by a term's relation; nil where the value is none of the field's.
  static func interval(_ term: Query.Term, _ value: Query.Value, _ read: (String) -> NaiveInterval?) -> ((Double) -> Bool)? {
    switch value.form {
    case .anything: return nil
    case .range(let low, let high):
      guard term.relation.isEquality else { return nil }
      let (from, to) = (low.map(read), high.map(read))
      if case .some(.none) = from { return nil }
      if case .some(.none) = to { return nil }
      let (start, end) = (from ?? nil, to ?? nil)
      return { number in (start.map { number >= $0.start } ?? true) && (end.map { $0.isBeforeEnd(number) } ?? true) }
    case .text(let text, _):
      guard let period = read(text) else { return nil }
      switch term.relation {
      case .matches, .comparison(.equal), .comparison(.unequal): return { $0 >= period.start && period.isBeforeEnd($0) }
      case .comparison(.atLeast): return { $0 >= period.start }
      case .comparison(.below): return { $0 < period.start }
      case .comparison(.atMost): return { period.isBeforeEnd($0) }
      case .comparison(.above): return { !period.isBeforeEnd($0) }
      case .word: return nil
      }
    }
  }

  /// The test of a value; nil where the field cannot have such a value.
  static func test(_ field: Kind.Field, _ term: Query.Term, _ value: Query.Value, _ now: CivilMoment) -> ((NaiveEntry) -> Bool)? {
    var word: String?
    if case .text(let text, _) = value.form { word = text }
    switch field.meaning {
    case .text:
      guard let word else { return nil }
      let folded = Folding.fold(word)
      if (term.relation.isEquality && term.relation != .matches) || (word.isEmpty && term.relation == .matches) {
        return { Folding.fold($0.text) == folded }
      }
      guard term.relation == .matches else { return nil }
      if field.path.dotted == "finding.rule" { return { $0.text == word } }
      if field.path.dotted == "path", word.contains("*") || word.contains("?") {
        return {
          glob(Array(word), Array(word.contains("/") ? $0.text : ($0.text.split(separator: "/").last.map(String.init) ?? "")))
        }
      }
      return { Folding.fold($0.text).holds(folded) }
    case .enumeration: return enumeration(field, term, value)
    case .color:
      guard let word, term.relation.isEquality else { return nil }
      let isGroup = group(field, word)
      return color(field, word).map { allowed in
        { entry in
          if allowed.contains(Folding.fold(entry.text)) { return true }
          guard isGroup, entry.text.hasPrefix("#"), let color = OKLab(hex: entry.text) else { return false }
          let nearest = field.palette.min { left, right in
            guard let one = OKLab(hex: left.hex), let other = OKLab(hex: right.hex) else { return false }
            return color.distance(to: one) < color.distance(to: other)
          }
          return nearest.map { allowed.contains(Folding.fold($0.name)) } ?? false
        }
      }
    case .boolean:
      guard let word, term.relation.isEquality else { return nil }
      let isTrue = ["true", "yes"].contains(word.lowercased())
      guard isTrue || ["false", "no"].contains(word.lowercased()) else { return nil }
      return { $0.text.lowercased() == (isTrue ? "true" : "false") }
    case .number:
      let read = interval(term, value) { number($0, unit: field.unit).map { NaiveInterval($0, $0, isPoint: true) } }
      return read.map { test in { entry in number(entry.text, field.meaning).map(test) ?? false } }
    case .date, .dateInt, .dateTime:
      // Where both have an offset from UTC the instants are compared, else what the clocks showed.
      func test(_ offset: Int?) -> ((Double) -> Bool)? {
        interval(term, value) { text in
          DateWords.period(of: text, now).map { period in
            let shift = Double((offset ?? 0) - (offset == nil ? 0 : period.ahead ?? offset ?? 0))
            return NaiveInterval(period.start + shift, period.end + shift, isPoint: false)
          }
        }
      }
      guard test(nil) != nil else { return nil }
      return { entry in
        var text = entry.text
        let offset = text.withUTF8 { CivilMoment($0)?.offset }
        guard let number = number(entry.text, field.meaning), let test = test(offset) else { return false }
        return test(number)
      }
    case .time:
      func time(_ text: String) -> NaiveInterval? {
        DateWords.timeOfDay(text).map { NaiveInterval($0.start, $0.end, isPoint: false) }
      }
      if case .range(let low?, let high?) = value.form, let from = time(low), let to = time(high), from.start > to.start {
        return { entry in number(entry.text, field.meaning).map { $0 >= from.start || to.isBeforeEnd($0) } ?? false }
      }
      return interval(term, value, time).map { test in { entry in number(entry.text, field.meaning).map(test) ?? false } }
    case .reference, .location, .map: return nil
    }
  }

  private static func enumeration(_ field: Kind.Field, _ term: Query.Term, _ value: Query.Value) -> ((NaiveEntry) -> Bool)? {
    func values(_ word: String) -> [String] {
      if field.values.contains(word) { return [word] }
      let key = key(word)
      for found in [
        field.values.filter { self.key($0) == key },
        field.aliases.filter { self.key($0.word) == key && field.values.contains($0.value) }.map(\.value),
        field.values.filter { field.marks[$0].map { self.key($0.label) == key } ?? false },
      ] where !found.isEmpty { return found }
      return []
    }
    func places(_ word: String?) -> [Int]? {
      guard let word else { return [] }
      let found = values(word).compactMap { field.values.firstIndex(of: $0) }
      return found.isEmpty ? nil : found
    }
    var allowed: [String] = []
    switch (value.form, term.relation) {
    case (.text(let word, _), .matches), (.text(let word, _), .equal), (.text(let word, _), .unequal):
      allowed = values(word)
      if allowed.isEmpty { return nil }
    case (.range(let low, let high), .matches), (.range(let low, let high), .equal), (.range(let low, let high), .unequal):
      guard field.isOrdered, let lows = places(low), let highs = places(high) else { return nil }
      let (from, to) = (lows.min() ?? 0, highs.max() ?? field.values.count - 1)
      if from > to { return nil }
      allowed = Array(field.values[from...to])
    case (.text(let word, _), .comparison(let comparison)):
      guard field.isOrdered, let found = places(word), let least = found.min(), let most = found.max() else { return nil }
      allowed = field.values.indices.filter { place in
        switch comparison {
        case .atLeast: place >= least
        case .atMost: place <= most
        case .above: place > most
        case .below, .equal, .unequal: place < least
        }
      }.map { field.values[$0] }
    default: return nil
    }
    let folded = allowed.map { Folding.fold($0) }
    return { folded.contains(Folding.fold($0.text)) }
  }

  /// A hex colour in six digits.
  private static func hex(_ word: String) -> [UInt8]? {
    let digits = word.hasPrefix("#") ? String(word.dropFirst()) : word
    guard digits.count == 6, UInt32(digits, radix: 16) != nil else { return nil }
    return Array(("#" + digits.lowercased()).utf8)
  }

  /// True where a word is that of a group of colours, and of no colour.
  private static func group(_ field: Kind.Field, _ word: String) -> Bool {
    let key = key(word)
    if field.palette.contains(where: { self.key($0.name) == key || self.key($0.label) == key }) { return false }
    if field.aliases.contains(where: { self.key($0.word) == key }) { return false }
    return field.paletteGroups.contains { self.key($0.name) == key || self.key($0.label) == key }
  }

  /// The folded texts of the colours a word stands for.
  private static func color(_ field: Kind.Field, _ word: String) -> Set<[UInt8]>? {
    var names = field.palette.map(\.name).filter { $0 == word }
    let key = key(word)
    if names.isEmpty { names = field.palette.map(\.name).filter { self.key($0) == key } }
    if names.isEmpty {
      names = field.aliases.filter { alias in self.key(alias.word) == key && field.palette.contains { $0.name == alias.value } }
        .map(\.value)
    }
    if names.isEmpty { names = field.palette.filter { self.key($0.label) == key }.map(\.name) }
    if names.isEmpty {
      let groups = field.paletteGroups.filter { self.key($0.name) == key || self.key($0.label) == key }.map(\.name)
      names = field.palette.filter { groups.contains($0.group) || (!$0.group.isEmpty && self.key($0.group) == key) }.map(\.name)
    }
    if !names.isEmpty { return Set(names.map { Folding.fold($0) }) }
    guard let hex = hex(word) else { return nil }
    return Set([hex] + field.palette.filter { self.hex($0.hex) == hex }.map { Folding.fold($0.name) })
  }

  /// True where a pattern of `*`, `?` and `**/` is a whole text.
  private static func glob(_ pattern: [Character], _ text: [Character]) -> Bool {
    guard let first = pattern.first else { return text.isEmpty }
    if pattern.starts(with: "**/") {
      // No folder, or the first one and then any others.
      if glob(Array(pattern.dropFirst(3)), text) { return true }
      guard let slash = text.firstIndex(of: "/"), slash > 0 else { return false }
      return glob(pattern, Array(text[(slash + 1)...]))
    }
    if first == "*" {
      return glob(Array(pattern.dropFirst()), text)
        || (text.first.map { $0 != "/" } ?? false) && glob(pattern, Array(text.dropFirst()))
    }
    guard let next = text.first else { return false }
    return (first == "?" ? next != "/" : first == next) && glob(Array(pattern.dropFirst()), Array(text.dropFirst()))
  }
}
