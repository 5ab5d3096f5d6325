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
    guard compiler.options.assertFormats || scope.vocabulary.contains(.formatAssertion),
      let node = scope.member("format", .string), let format = Format(name: scope.reader.text(node))
    else { return }
    draft.add(FormatKeyword.self, UInt32(format.rawValue))
  }

  static func accepts(_ step: Step, _ instance: Instance, _ machine: inout Machine) -> Bool {
    let format = Format(rawValue: UInt8(truncatingIfNeeded: step.first)) ?? .none
    if format == .dateInt {
      guard instance.node.isNumber else { return true }
      return acceptsDateInteger(WrittenNumber(machine.content(instance.node)))
    }
    return instance.node.isString ? format.accepts(machine.content(instance.node)) : true
  }

  private static func acceptsDateInteger(_ written: WrittenNumber) -> Bool {
    let number = written.number
    guard number.kind == .small, !number.isNegative, number.exponent >= 0, number.exponent < 8 else { return !written.isIntegral }
    let (value, overflows) = number.mantissa.multipliedReportingOverflow(by: ExactNumber.power(Int(number.exponent)))
    return !overflows && CalendarDate(integer: value) != nil
  }

  static func explain(_ step: Step, _ instance: Instance, _ explainer: inout Explainer) {
    explainer.explainFormat(Format(rawValue: UInt8(truncatingIfNeeded: step.first)) ?? .none, instance.id)
  }
}

extension Machine {
  /// The asserted format of a subschema.
  func format(of id: SchemaID) -> Format {
    step(of: FormatKeyword.self, in: id).flatMap { Format(rawValue: UInt8(truncatingIfNeeded: $0.first)) } ?? .none
  }
}

extension Explainer {
  /// A value that is not of its format.
  fileprivate mutating func explainFormat(_ format: Format, _ value: NodeID) {
    let node = reader.node(value)
    let content = reader.content(value)
    let rule = format.isOfTime ? SchemaRules.dateInvalid : SchemaRules.format
    let shown = node.kind == .string ? Wording.quoted(reader.text(value)) : Wording.shortened(reader.text(value))
    guard format == .date || format == .dateInt else {
      return add(rule, node.range, "\(shown) is not a \(format.words)".withArticle, help: "write a \(format.words)".withArticle)
    }
    let form = format == .date ? "YYYY-MM-DD" : "YYYYMMDD"
    guard let parts = DateAdvice.parts(of: content) else {
      let digits = format == .dateInt ? "; a date is the eight digits YYYYMMDD" : "; a date is written YYYY-MM-DD"
      return add(rule, node.range, "\(shown) is not a date\(digits)", help: "write the date as \(form)")
    }
    if format == .date, let date = DateAdvice.date(in: content) {
      let text = ScalarText.yaml(for: date.iso, style: node.style, inFlow: isInFlow)
      return add(
        rule, node.range, "\(shown) is not written as a date (YYYY-MM-DD)", label: "write \(date.iso)",
        help: "write the date as \(form)",
        fixes: [Fix("write it as \(date.iso)", [TextEdit(node.range, text)], isSafe: true)])
    }
    let problem = DateAdvice.problem(year: parts.year, month: parts.month, day: parts.day)
    add(rule, node.range, "\(shown) is not a real date: \(problem)", label: problem, help: "write a real date as \(form)")
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
