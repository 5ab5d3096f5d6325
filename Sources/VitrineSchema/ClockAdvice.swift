// What is wrong with a time of day, and which time was meant.

import VitrineSource
import VitrineSyntax

/// Advice on times of day, and on moments.
enum ClockAdvice {
  /// Why a text is no time of day, or, with a day, no moment: what is missing of it, or what there is not. Nil for what is nothing of the sort.
  static func problem(_ text: UnsafeBufferPointer<UInt8>, hasDay: Bool) -> String? {
    guard hasDay else { return problem(ofTime: text) }
    if let month = DateAdvice.impossibleMonth(in: text) { return "there is no month \(month)" }
    if let missing = DateAdvice.missing(in: text) { return "the \(missing) is missing" }
    guard text.count >= 10, text[4] == 0x2D, text[7] == 0x2D,
      let parts = DateAdvice.parts(of: UnsafeBufferPointer(rebasing: text[..<10]))
    else { return nil }
    guard CalendarDate(year: parts.year, month: parts.month, day: parts.day) != nil else {
      return DateAdvice.problem(year: parts.year, month: parts.month, day: parts.day)
    }
    if text.count == 10 { return "the time of day is missing" }
    guard text.count > 11, text[10] | 0x20 == 0x74 || text[10] == 0x20 else { return nil }
    return problem(ofTime: UnsafeBufferPointer(rebasing: text[11...]))
  }

  private static func problem(ofTime text: UnsafeBufferPointer<UInt8>) -> String? {
    guard text.count >= 5, text[2] == 0x3A, let hour = digits(text, 0, 2), let minute = digits(text, 3, 2) else { return nil }
    if hour > 23 { return "there is no hour \(hour)" }
    if minute > 59 { return "there is no minute \(minute)" }
    guard text.count >= 8, text[5] == 0x3A, let second = digits(text, 6, 2), second > 59 else { return nil }
    return "there is no second \(second)"
  }

  /// The time that is written with a point or an h between its numbers, as `HH:MM`; nil for anything else.
  static func time(in text: UnsafeBufferPointer<UInt8>) -> String? {
    guard text.count == 4 || text.count == 5 else { return nil }
    let mark = text.count - 3
    guard text[mark] == 0x2E || text[mark] | 0x20 == 0x68, let hour = digits(text, 0, mark),
      let minute = digits(text, mark + 1, 2),
      hour < 24, minute < 60
    else { return nil }
    return CalendarDate.padded(hour, 2) + ":" + CalendarDate.padded(minute, 2)
  }
}

extension Explainer {
  /// A time of day that is written in another way; false where it is none.
  mutating func explainTime(_ form: DateForm, _ value: NodeID) -> Bool {
    let node = reader.node(value)
    guard form.mayLackOffset, let time = ClockAdvice.time(in: reader.content(value)) else { return false }
    // Of a number nobody knows whether its point parts hours and minutes.
    let isText = node.kind == .string
    let shown = isText ? Wording.quoted(reader.text(value)) : Wording.shortened(reader.text(value))
    let fix = Fix(
      "write \(time)",
      [TextEdit(node.range, ScalarText.yaml(for: time, style: isText ? node.style : .singleQuoted, inFlow: true))],
      isSafe: isText)
    add(
      SchemaRules.dateInvalid, node.range, "\(shown) is not written as a \(Format.time.words(form))", label: fix.title,
      help: "write a \(Format.time.words(form))", fixes: [fix])
    return true
  }
}
