// Numbers as people write them: with a unit behind or before them, or with the name of what they are.

/// Reads numbers with units.
package enum NumberWords {
  /// A unit's word, and how many of the first unit of its list it is: `multiplier / divisor`, so that 35 cm are 0.35 m exactly.
  private struct Unit {
    let words: [String]
    let multiplier: Double
    let divisor: Double

    init(_ words: [String], _ multiplier: Double, over divisor: Double = 1) {
      self.words = words
      self.multiplier = multiplier
      self.divisor = divisor
    }
  }

  /// The units that are of one sort. The first word of each is the one that schemas use.
  private static let sorts: [[Unit]] = [
    [
      Unit(["s", "sec", "secs", "second", "seconds", "″"], 1), Unit(["ms", "millisecond", "milliseconds"], 1, over: 1000),
      Unit(["min", "mins", "minute", "minutes", "′"], 60), Unit(["h", "hr", "hrs", "hour", "hours"], 3600),
      Unit(["d", "day", "days"], 86_400),
    ],
    [
      Unit(["m", "metre", "metres", "meter", "meters"], 1),
      Unit(["mm", "millimetre", "millimetres", "millimeters"], 1, over: 1000),
      Unit(["cm", "centimetre", "centimetres", "centimeters"], 1, over: 100), Unit(["km", "kilometres", "kilometers"], 1000),
    ],
    [Unit(["g", "gram", "grams"], 1), Unit(["mg"], 1, over: 1000), Unit(["kg", "kilo", "kilos"], 1000)],
    [
      Unit(["B", "byte", "bytes"], 1), Unit(["kB", "k"], 1e3), Unit(["MB", "M"], 1e6), Unit(["GB", "G"], 1e9),
      Unit(["KiB"], 1024), Unit(["MiB"], 1_048_576), Unit(["GiB"], 1_073_741_824),
    ],
    [Unit(["K", "kelvin", "°K"], 1)],
    [Unit(["EV", "stop", "stops"], 1)],
    [Unit(["f/", "f", "ƒ/", "ƒ"], 1)],
    [Unit(["°", "deg", "degrees"], 1)],
  ]

  /// The longest text that is read. Units: bytes.
  private static let longest = 64

  /// The number that a text stands for in a field; nil where it is none.
  package static func number(_ text: String, of field: Kind.Field) -> Double? {
    number(text, unit: field.unit, names: names(of: field))
  }

  /// The number that a text stands for in a unit. The unit, another of its sort, or one of some names may stand beside it: `46mm`, `f/2.8`, `1 h 30 min`,
  /// `ISO 200`. Nil where it is none.
  package static func number(_ text: String, unit: String?, names: [String] = []) -> Double? {
    let text = withPoint(text) ?? text
    if let number = plain(text[...]) { return number }
    guard let terms = Self.terms(text, unit: unit, names: names) else { return nil }
    return sum(terms)
  }

  /// The same number as a record has it: as it is typed, where it has nothing beside it but the unit; a fraction only where the field may be a text.
  /// Nil where the text is no number, or none that the field may have.
  package static func written(_ text: String, of field: Kind.Field) -> String? {
    if let text = withPoint(text) { return isDecimal(text) ? (field.allowsFractions ? text : nil) : written(text, of: field) }
    guard let terms = Self.terms(text, unit: field.unit, names: names(of: field)) else { return nil }
    if terms.count == 1, let term = terms.first, term.scale.isOwn {
      let typed = String(term.number)
      if typed.contains("/"), typed.first?.isASCII == true, typed.first?.isNumber == true, field.itemTypes.contains("string") {
        return typed
      }
      if isDecimal(typed), field.allowsFractions || !typed.contains(".") { return typed }
    }
    guard let number = sum(terms), number.isFinite, abs(number) < 1e15 else { return nil }
    if number == number.rounded() { return String(Int(number)) }
    return field.allowsFractions ? "\(number)" : nil
  }

  /// What to write instead of a text that is no number. `isWhole` where the field has whole numbers only.
  package static func advice(_ text: String, unit: String?, isWhole: Bool = false) -> String {
    let digits = text.filter { $0.isASCII && ($0.isNumber || $0 == ".") }
    if text.contains(","), plain(digits[...]) != nil {
      let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      guard parts.count == 2, !text.contains(".") else { return "write the number without commas" }
      return "write \(parts[0]).\(parts[1]) or \(parts[0])\(parts[1]), without a comma"
    }
    if let unit, !digits.isEmpty, text.utf8.last.map({ !(0x30...0x39).contains($0) }) == true { return "its unit is \(unit)" }
    return (isWhole ? "write a whole number, such as 4" : "write a number, such as 4, 0.5 or 1/250")
      + (unit.map { ", with or without \($0)" } ?? "")
  }

  /// The readings of a text such as `1:30` in a field of a duration, as numbers in the field's unit: hours and minutes, or minutes and
  /// seconds; of `1:30:00` the one that there is. None for other texts and fields.
  package static func clockReadings(_ text: String, of field: Kind.Field) -> [(number: String, words: String)] {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard (2...3).contains(parts.count), text.utf8.count <= 12, let unit = field.unit,
      sorts[0].contains(where: { $0.words.contains(unit) }),
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      parts.dropFirst().allSatisfy({ $0.utf8.count == 2 && (Int($0) ?? 60) < 60 })
    else { return [] }
    let units = parts.count == 3 ? [["h", "min", "s"]] : [["h", "min"], ["min", "s"]]
    var readings: [(number: String, words: String)] = []
    for units in units {
      var words: [String] = []
      for (part, unit) in zip(parts, units) {
        if let count = Int(part), count > 0 { words.append("\(count) \(unit)") }
      }
      let text = words.joined(separator: " ")
      if !text.isEmpty, let number = written(text, of: field) { readings.append((number, text)) }
    }
    return readings
  }

  /// A number whose one comma stands where a point belongs: `f/2,8`, `41,0256`. Three digits behind one to three others may be thousands.
  private static func withPoint(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count <= longest, let comma = bytes.firstIndex(of: UInt8(ascii: ",")), comma > 0,
      bytes[(comma + 1)...].allSatisfy({ $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: ".") }),
      !bytes[..<comma].contains(UInt8(ascii: ".")), (0x30...0x39).contains(bytes[comma - 1])
    else { return nil }
    let digits = bytes[(comma + 1)...].prefix { (0x30...0x39).contains($0) }.count
    let before = bytes[..<comma].reversed().prefix { (0x30...0x39).contains($0) }
    guard digits > 0, digits != 3 || before.count > 3 || before.last == UInt8(ascii: "0") else { return nil }
    return String(decoding: bytes[..<comma] + [UInt8(ascii: ".")] + bytes[(comma + 1)...], as: UTF8.self)
  }

  /// What a number of a field may be introduced by: its name and its title.
  private static func names(of field: Kind.Field) -> [String] {
    [field.title, (field.path.names.last ?? "").replacingUnderscores].filter { !$0.isEmpty }
  }

  /// A unit beside a number: its word, and how many of the field's unit it is, `multiplier / divisor`.
  private struct Scale {
    let word: String
    let multiplier: Double
    let divisor: Double

    /// Whether it is the field's unit itself.
    var isOwn: Bool { multiplier == divisor }
  }

  /// A number as it is typed, and what it counts.
  private struct Term {
    let number: Substring
    let scale: Scale
  }

  /// The numbers of a text, each with what it counts; nil where anything else stands there.
  private static func terms(_ text: String, unit: String?, names: [String]) -> [Term]? {
    guard text.utf8.count <= longest else { return nil }
    let scales: [Scale] = unit.map { Self.scales(of: $0) } ?? []
    // A name, or the unit itself, before the number. The longest first: `f/` before `f`.
    var introductions = names + scales.filter(\.isOwn).map(\.word)
    introductions.sort { $0.count > $1.count }
    var rest = text.withoutBlanks
    let introduction = introductions.first { word in
      rest.count > word.count && String(rest.prefix(word.count)).lowercased() == word.lowercased()
    }
    if let introduction { rest = rest.dropFirst(introduction.count).withoutBlanks }
    var terms: [Term] = []
    while !rest.isEmpty, terms.count < 4 {
      let number = rest.prefix { isOfNumber($0) || $0 == "/" }
      guard plain(number) != nil else { return nil }
      rest = rest.dropFirst(number.count).withoutBlanks
      let word = String(rest.prefix { !isOfNumber($0) && $0 != " " })
      rest = rest.dropFirst(word.count).withoutBlanks
      if word.isEmpty {
        guard introduction != nil, terms.isEmpty, rest.isEmpty else { return nil }
        return [Term(number: number, scale: Scale(word: "", multiplier: 1, divisor: 1))]
      }
      guard
        let scale = scales.first(where: { $0.word == word }) ?? scales.first(where: { $0.word.lowercased() == word.lowercased() })
      else { return nil }
      // Of several numbers each counts less than the one before: an hour and thirty minutes.
      if let last = terms.last?.scale, scale.multiplier * last.divisor >= last.multiplier * scale.divisor { return nil }
      terms.append(Term(number: number, scale: scale))
    }
    return rest.isEmpty && !terms.isEmpty ? terms : nil
  }

  private static func isOfNumber(_ character: Character) -> Bool { "+-.0123456789".contains(character) }

  /// The words of all units of a unit's sort, each with how many of that unit it is; of an unknown unit the word alone.
  private static func scales(of unit: String) -> [Scale] {
    for sort in sorts {
      guard let own = sort.first(where: { $0.words.contains(unit) }) else { continue }
      var scales: [Scale] = []
      for other in sort {
        var above: Double = other.multiplier * own.divisor
        var below: Double = other.divisor * own.multiplier
        let quotient: Double = above / below
        if quotient.rounded() == quotient { (above, below) = (quotient, 1) }
        for word in other.words { scales.append(Scale(word: word, multiplier: above, divisor: below)) }
      }
      return scales
    }
    return [Scale(word: unit, multiplier: 1, divisor: 1)]
  }

  private static func sum(_ terms: [Term]) -> Double? {
    var sum = 0.0
    for term in terms {
      guard let number = plain(term.number) else { return nil }
      sum += number * term.scale.multiplier / term.scale.divisor
    }
    // 1.1 h are 66 min, whatever binary fractions make of it.
    let isScaled = terms.contains { !$0.scale.isOwn }
    return isScaled && abs(sum) < 1e6 ? (sum * 1e9).rounded() / 1e9 : sum
  }

  private static func plain(_ text: Substring) -> Double? {
    guard text.utf8.first != 0x20, text.utf8.count <= longest else { return nil }
    var text = String(text)
    return text.withUTF8 { ValueNumber.number($0) }
  }

  /// Whether a text is a number that YAML and JSON read alike.
  private static func isDecimal(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    return (1...2).contains(parts.count) && parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
      && (parts[0] == "0" || parts[0].first != "0")
  }
}

extension Kind.Field {
  /// Whether a number of the field may have digits behind the point.
  package var allowsFractions: Bool { itemTypes.isEmpty || itemTypes.contains("number") }
}

extension StringProtocol {
  /// The text without the blanks at its ends.
  fileprivate var withoutBlanks: Substring {
    var text = Substring(self)
    while text.first == " " { text.removeFirst() }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// The text with blanks in place of underscores.
  fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
