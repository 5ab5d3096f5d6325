// `format`, where it is asserted

import VitrineSource
import VitrineSyntax
import VitrineText

/// The form of texts, and of dates that are numbers. What a format says nothing about is fine.
enum FormatKeyword: Keyword {
  static let applicability = Applicability.any
  static let rank = 30
  static let vocabulary: Vocabulary = []

  static func compile(_ scope: SubschemaCompiler, _ draft: inout SubschemaDraft, _ compiler: inout Compiler) {
    let own = scope.annotation("format", compiler).flatMap { scope.reader.node($0).kind == .string ? $0 : nil }
    let isAsserted = compiler.options.assertFormats || scope.vocabulary.contains(.formatAssertion)
    guard let node = own ?? (isAsserted ? scope.member("format", .string) : nil),
      let format = Format(name: scope.reader.text(node))
    else { return }
    draft.add(
      FormatKeyword.self, UInt32(format.rawValue), precision(scope, compiler), flag: compiler.options.annotations)
  }

  /// The annotation `precision`.
  private static func precision(_ scope: SubschemaCompiler, _ compiler: Compiler) -> UInt32 {
    scope.annotation("precision", compiler).flatMap { DateForm.precisions.firstIndex(of: scope.reader.text($0)) }
      .map { UInt32(clamping: $0) } ?? 0
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let format = Format(rawValue: UInt8(truncatingIfNeeded: step.first)) ?? .none
    let form = DateForm(step)
    guard instance.node.isNumber else {
      return instance.node.isString ? format.accepts(machine.content(instance.node), form) : true
    }
    switch format {
    case .dateInt: return acceptsDateInteger(WrittenNumber(machine.content(instance.node)), form)
    // A year alone is a number in YAML.
    case .date where form.coarsest > 0, .dateTime where form.coarsest > 0: return form.acceptsDate(machine.content(instance.node))
    default: return true
    }
  }

  private static func acceptsDateInteger(_ written: WrittenNumber, _ form: DateForm) -> Bool {
    let number = written.number
    guard number.kind == .small, !number.isNegative, number.exponent >= 0, number.exponent < 8 else { return !written.isIntegral }
    let (value, overflows) = number.mantissa.multipliedReportingOverflow(by: ExactNumber.power(Int(number.exponent)))
    return !overflows && form.acceptsInteger(value)
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    explainer.explainFormat(Format(rawValue: UInt8(truncatingIfNeeded: step.first)) ?? .none, DateForm(step), instance.id)
  }
}

extension Machine {
  /// The asserted format of a subschema.
  func format(of id: SchemaID) -> Format {
    step(of: FormatKeyword.self, in: id).flatMap { Format(rawValue: UInt8(truncatingIfNeeded: $0.first)) } ?? .none
  }

  /// The forms that dates of a subschema may have.
  func dateForm(of id: SchemaID) -> DateForm { step(of: FormatKeyword.self, in: id).map { DateForm($0) } ?? .strict }
}

extension Explainer {
  /// A value that is not of its format.
  mutating func explainFormat(_ format: Format, _ form: DateForm, _ value: NodeID) {
    let node = reader.node(value)
    let shown = node.kind == .string ? Wording.quoted(reader.text(value)) : Wording.shortened(reader.text(value))
    switch format {
    case .date, .dateInt: explainDate(format, form, value, shown)
    case .dateTime where explainMoment(form, value, shown): break
    case .time where explainTime(form, value): break
    default:
      let rule = format.isOfTime ? SchemaRules.dateInvalid : SchemaRules.format
      let words = format.words(form)
      let isOfClock = format == .time || format == .dateTime
      let problem = isOfClock ? ClockAdvice.problem(reader.content(value), hasDay: format == .dateTime) : nil
      let reason = problem.map { ": " + $0 } ?? ""
      add(
        rule, node.range, "\(shown) is not a \(words)\(reason)".withArticle, label: problem ?? "",
        help: "write a \(words)".withArticle)
    }
  }

  private mutating func explainDate(_ format: Format, _ form: DateForm, _ value: NodeID, _ shown: String) {
    let node = reader.node(value)
    let content = reader.content(value)
    let isNumber = format == .dateInt
    let forms = form.words(areNumbers: isNumber)
    let help = "write the date as \(forms)"
    if form.coarsest > 0, let month = coarseDate(content, form) {
      let text = isNumber ? month.filter { $0 != "-" } : month
      // Six digits may be a day of a year of two: what has a name or a mark of its own cannot be misread.
      let fix = coarseFix(text, asNumber: isNumber, node, isSafe: node.kind == .string)
      return add(
        SchemaRules.dateInvalid, node.range, "\(shown) is not written as a date (\(forms))", label: "write \(text)", help: help,
        fixes: [fix])
    }
    if let month = DateAdvice.impossibleMonth(in: content) {
      return add(
        SchemaRules.dateInvalid, node.range, "\(shown) is not a real date: there is no month \(month)",
        label: "there is no month \(month)", help: "write a real date as \(forms)")
    }
    if !isNumber, let day = dayOfMoment(content) {
      let fix = coarseFix(day, asNumber: false, node, isSafe: false)
      return add(
        SchemaRules.dateInvalid, node.range, "\(shown) has a time of day, which a date has not; a date is written \(forms)",
        label: "write \(day)", help: help, fixes: [fix])
    }
    if let missing = DateAdvice.missing(in: content) {
      return add(
        SchemaRules.dateInvalid, node.range, "\(shown) is no whole date (\(forms)): the \(missing) is missing",
        label: "the \(missing) is missing", help: help)
    }
    let meant = DateAdvice.dates(in: content)
    // As a number it was written in another form already, which is for the type to say.
    if !isNumber || meant.count > 1, !meant.isEmpty {
      let fixes = dateFixes(meant, asNumber: isNumber, node)
      return add(
        SchemaRules.dateInvalid, node.range, "\(shown) is not written as a date (\(forms))",
        label: "write \(Wording.list(meant.map { isNumber ? $0.integer : $0.iso }))", help: help, fixes: fixes)
    }
    guard let parts = DateAdvice.parts(of: content) else {
      let digits = isNumber ? "; a date is the digits \(forms)" : "; a date is written \(forms)"
      return add(SchemaRules.dateInvalid, node.range, "\(shown) is not a date\(digits)", help: help)
    }
    let problem = DateAdvice.problem(year: parts.year, month: parts.month, day: parts.day)
    add(
      SchemaRules.dateInvalid, node.range, "\(shown) is not a real date: \(problem)", label: problem,
      help: "write a real date as \(forms)")
  }

  /// The month that a text means where the field may have one, as `YYYY-MM`: by its name, or as six digits.
  private func coarseDate(_ content: UnsafeBufferPointer<UInt8>, _ form: DateForm) -> String? {
    if let month = DateAdvice.month(in: content) { return month }
    guard content.count == 6, DateAdvice.missing(in: content) != nil else { return nil }
    let digits = String(decoding: content, as: UTF8.self)
    return "\(digits.prefix(4))-\(digits.suffix(2))"
  }

  /// The day of a date and a time of day; nil for what is none.
  private func dayOfMoment(_ content: UnsafeBufferPointer<UInt8>) -> String? {
    guard content.count > 11, content[10] | 0x20 == 0x74 || content[10] == 0x20 else { return nil }
    let day = UnsafeBufferPointer(rebasing: content[..<10])
    let time = UnsafeBufferPointer(rebasing: content[11...])
    guard CalendarDate(iso: day) != nil, DateForm.loose.acceptsTime(time) else { return nil }
    return String(decoding: day, as: UTF8.self)
  }

  private func coarseFix(_ text: String, asNumber: Bool, _ node: Node, isSafe: Bool) -> Fix {
    let bytes = asNumber ? Array(text.utf8) : ScalarText.yaml(for: text, style: node.style, inFlow: isInFlow)
    return Fix("write it as \(text)", [TextEdit(node.range, bytes)], isSafe: isSafe)
  }

  /// What a date that is written in another way may be in the way that is wanted.
  ///
  /// Safe: a date with the year first, or the day before the month with dots between them, which means one day only. Of two numbers with slashes between
  /// them either may be the month.
  func dateFixes(_ dates: [CalendarDate], asNumber: Bool, _ node: Node) -> [Fix] {
    dates.map { date in
      let text = asNumber ? Array(date.integer.utf8) : ScalarText.yaml(for: date.iso, style: node.style, inFlow: isInFlow)
      return Fix(
        "write it as \(asNumber ? date.integer : date.iso)", [TextEdit(node.range, text)], isSafe: dates.count == 1)
    }
  }

  /// What a day that is written in another way, with or without a time of day behind it, is as a moment; nil where it may be two, or the field may not have it.
  private func otherMoment(_ content: [UInt8], _ form: DateForm) -> String? {
    let text = String(decoding: content, as: UTF8.self)
    var day = text
    var time = ""
    if let blank = text.lastIndex(of: " "), text[blank...].contains(":") {
      (day, time) = (String(text[..<blank]), "T" + text[text.index(after: blank)...])
    }
    let meant = DateAdvice.days(in: day)
    guard meant.count < 2, var moment = meant.first ?? DateAdvice.month(in: day) else { return nil }
    moment += time
    return moment.withUTF8 { form.acceptsMoment($0) } ? moment : nil
  }

  /// A moment that is written in another way, as cameras and people do; false where it is none.
  private mutating func explainMoment(_ form: DateForm, _ value: NodeID, _ shown: String) -> Bool {
    let node = reader.node(value)
    var content = Array(reader.content(value))
    guard node.kind == .string else { return false }
    if let text = otherMoment(content, form) {
      let fix = Fix(
        "write \(text)", [TextEdit(node.range, ScalarText.yaml(for: text, style: node.style, inFlow: isInFlow))], isSafe: true)
      add(
        SchemaRules.dateInvalid, node.range, "\(shown) is not written as a \(Format.dateTime.words(form))", label: fix.title,
        help: "write a \(Format.dateTime.words(form))", fixes: [fix])
      return true
    }
    guard content.count > 11 else { return false }
    // `2026:05:29 19:42:00` as cameras write it, or a blank for the T.
    if content[4] == UInt8(ascii: ":"), content[7] == UInt8(ascii: ":") {
      content[4] = UInt8(ascii: "-")
      content[7] = UInt8(ascii: "-")
    }
    if content[10] == UInt8(ascii: " ") { content[10] = UInt8(ascii: "T") }
    guard content.withUnsafeBufferPointer({ form.acceptsMoment($0) }) else { return false }
    let text = String(decoding: content, as: UTF8.self)
    // Safe: the same numbers in the same order.
    let fix = Fix(
      "write \(text)", [TextEdit(node.range, ScalarText.yaml(for: text, style: node.style, inFlow: isInFlow))], isSafe: true)
    add(
      SchemaRules.dateInvalid, node.range, "\(shown) is not written as a \(Format.dateTime.words(form))", label: fix.title,
      help: "write a \(Format.dateTime.words(form))", fixes: [fix])
    return true
  }
}

extension String {
  /// The text with `a` made `an` before the formats that want it.
  fileprivate var withArticle: String {
    for word in ["IPv4", "IPv6", "e-mail", "address"] where contains("a " + word) {
      return split(separator: " ", omittingEmptySubsequences: false).reduce(into: [Substring]()) { parts, part in
        if part.hasPrefix(word), parts.last == "a" { parts[parts.count - 1] = "an" }
        parts.append(part)
      }.joined(separator: " ")
    }
    return self
  }
}
