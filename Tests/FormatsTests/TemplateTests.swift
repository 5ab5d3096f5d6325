// Templates: what is read, what is written, what is refused.

import Testing
import VitrineFormats
import VitrineQuery
import VitrineSource

@Suite struct TemplateTests {
  /// A row's text for a template, in which every field has this value.
  private func check(_ template: String, _ cell: Cell, _ expected: String) throws {
    let template = try Template(template)
    let table = Table(
      columns: template.fields.map { .init($0.dotted) }, rows: [.init(template.fields.map { _ in cell })])
    var sink = ByteSink()
    template.write(table, .plain, to: &sink)
    #expect(String(decoding: sink.bytes, as: UTF8.self) == expected)
  }

  private let day = Cell.shown("1995-03-11", written: .number("19950311"))
  private let moment = Cell.shown("2026-11-20 18:15", written: .text("2026-11-20T18:15:00+03:00"))
  private let list = Cell.list([.text("RPG"), .text("Adventure")])

  @Test("fields stand for values as they are written, and each row ends with a line feed")
  func plain() throws {
    try check("{title} ({release:date})", day, "19950311 (1995-03-11)\n")
    try check("{a}", .null, "\n")
    try check("", .text("x"), "\n")
    try check("{genres}", list, "RPG; Adventure\n")
    try check("ōkami {a}", .text("大神"), "ōkami 大神\n")
  }

  @Test("braces are written twice, and a line feed, a tab and NUL have escapes; who ends rows with one gets no other")
  func escapes() throws {
    try check("{{{a}}}", .text("x"), "{x}\n")
    try check(#"{a}\t{a}\\"#, .text("x"), "x\tx\\\n")
    try check(#"{a}\0"#, .text("x"), "x\0")
    try check(#"{a}\n"#, .text("x"), "x\n")
  }

  @Test("a field is asked for once, however often it stands there")
  func fields() throws {
    let template = try Template("{platforms.count} {release:year} {release:month} {platforms}")
    #expect(template.fields.map(\.dotted) == ["platforms.count", "release", "platforms"])
    #expect(template.fields[0].counts)
  }

  @Test(
    "days and moments have forms",
    arguments: [
      ("date", "1995-03-11", "2026-11-20"), ("year", "1995", "2026"), ("month", "03", "11"), ("day", "11", "20"),
      ("time", "", "18:15"),
    ])
  func times(form: String, ofDay: String, ofMoment: String) throws {
    try check("{a:\(form)}", day, ofDay + "\n")
    try check("{a:\(form)}", moment, ofMoment + "\n")
    try check("{a:\(form)}", .text("soon"), "\n")
  }

  @Test("other forms")
  func forms() throws {
    try check("{a:upper} {a:lower}", .text("Ōkami ẞ"), "ŌKAMI ẞ ōkami ß\n")
    try check("{a:number}", .shown("1/250 s", written: .text("1/250")), "0.004\n")
    try check("{a:number}", .shown("50 mm", written: .number("50")), "50\n")
    try check("{a:number}", .text("many"), "\n")
    try check("{a:json}", list, "[\"RPG\",\"Adventure\"]\n")
    try check("{a:json}", .null, "null\n")
    try check("{a:count} {b:count}", list, "2 2\n")
    try check("{a:join=, }", list, "RPG, Adventure\n")
    try check(#"{a:join=\n}"#, list, "RPG\nAdventure\n")
    try check(#"{a:join=\n}"#, .list([.text("a\nb"), .text("c")]), "a␊b\nc\n")
    try check("{a}", .text("a\nb\u{1B}[31m"), "a␊b␛[31m\n")
    try check(#"{a}\0"#, .text("a\nb\u{1B}[31m"), "a\nb\u{1B}[31m\0")
    try check("{a:upper:join=/}", list, "RPG/ADVENTURE\n")
    try check("{a:year}", .list([day, moment]), "1995; 2026\n")
  }

  @Test("widths count cells, and cut only where a point says so")
  func widths() throws {
    try check("[{a:6}] [{a:>6}] [{a:^6}] [{a:<6}]", .text("大神"), "[大神  ] [  大神] [ 大神 ] [大神  ]\n")
    try check("[{a:2}] [{a:.3}] [{a:6.3}] [{a:>6.3}]", .text("Hades"), "[Hades] [Ha…] [Ha…   ] [   Ha…]\n")
  }

  @Test(
    "what is wrong is said at its place",
    arguments: [
      ("{title", 0, 1, "'{' is not closed"), ("a}", 1, 2, "'}' without a '{' before it"),
      ("{}", 1, 1, "expected the name of a field"),
      ("{a..b}", 1, 5, "expected the name of a field"), ("{a:yeer}", 3, 7, "unknown form 'yeer'"),
      (#"{a}\x"#, 3, 5, "unknown escape"),
      ("{a}\\", 3, 4, "a backslash at the end"), ("{a:}", 3, 3, "unknown form ''"), ("{a:99999}", 3, 8, "unknown form '99999'"),
    ])
  func faults(text: String, start: Int, end: Int, message: String) {
    #expect {
      try Template(text)
    } throws: { error in
      guard let error = error as? QueryError else { return false }
      return error.message == message && Int(error.range.start) == start && Int(error.range.end) == end
    }
  }

  @Test("the nearest form is suggested")
  func suggestion() {
    let error = #expect(throws: QueryError.self) { try Template("{release:yeer}") }
    #expect(error?.suggestion == "did you mean 'year'?")
  }
}
