// What forms say of values that are wrong: all of it at once, each fault once, and at the input whose value it is.

import Foundation
import Testing
import VitrineTesting

/// Messages of forms, as a browser without a script gets them.
@Suite struct FormMessageTests {
  private let page: RunningPage

  /// A catalogue with references, and with lists of maps of several types.
  static let files: [String: String] = {
    var files = RunningPage.files
    files["vitrine.yaml"] =
      "vitrine: 1\ntitle: Kits\ncollections:\n  - {kind: thing, files: \"things/**/*.yaml\"}\n  - {kind: kit, files: \"kits/**/*.yaml\"}\n"
    files["schemas/kit.schema.yaml"] = """
      $schema: https://json-schema.org/draft/2020-12/schema
      title: Kit
      type: object
      required: [name, made]
      additionalProperties: false
      properties:
        name: {title: Name, type: string, minLength: 1, x-vitrine: {trimmed: true}}
        made: {title: Made, type: string, format: date}
        weight: {title: Weight, type: number, maximum: 10}
        things: {title: Things, type: array, uniqueItems: true, items: {type: string, x-vitrine: {reference: thing}}}
        genres: {title: Genres, type: array, uniqueItems: true, items: {type: string, x-vitrine: {vocabulary: folded}}}
        maker: {title: Maker, type: string, x-vitrine: {vocabulary: folded}}
        steps:
          title: Steps
          type: array
          items:
            type: object
            required: [text]
            additionalProperties: false
            properties:
              text: {title: Text, type: string, minLength: 1, maxLength: 40}
              day: {title: Day, type: string, format: date}
              minutes: {title: Minutes, type: number, maximum: 60}
              with: {title: With, type: string, x-vitrine: {reference: thing}}
      x-vitrine: {plural: kits, display: name, search: [name], sort: [name], columns: [name, made]}
      """
    files["kits/red.yaml"] = """
      name: Red
      made: 2026-01-02
      things: [two, one]
      genres: [RPG]
      steps:
        - {text: Cut, minutes: 5}
        - {text: Glue, day: 2026-01-03, with: two}

      """
    return files
  }()

  init() throws { page = try RunningPage(Self.files) }

  /// What is said in an element of a form, by the name of its input.
  private func said(_ name: String, in text: String) -> String {
    let id = name.replacing("/", with: "%2F")
    guard let start = text.range(of: "id=\"i-\(id)-msg\">") else { return "" }
    let rest = text[start.upperBound...]
    return String(rest[..<(rest.range(of: "</div>")?.lowerBound ?? rest.endIndex)])
  }

  /// The names of the inputs that are marked as wrong.
  private func marked(in text: String) -> [String] {
    text.matches(of: /<(?:input|textarea|select) class="[^"]*" id="[^"]*" name="([^"]*)"[^>]*aria-invalid/).map {
      String($0.output.1)
    }
  }

  @Test(
    "a value that cannot be read, and what the rules say of the other fields, are reported together, when saved and while typing",
    arguments: ["", "&check=1"])
  func together(check: String) throws {
    let before = try page.text("kits/red.yaml")
    let typed = ["name": "", "made": "someday", "weight": "12"]
    let reply = try page.post("/kits/red?edit" + check, try page.form("/kits/red?edit", typing: typed))
    #expect(reply.status == (check.isEmpty ? 422 : 200))
    #expect(said("name", in: reply.text).contains("&#39;name&#39; is missing"))
    #expect(said("made", in: reply.text).contains("&#39;someday&#39; is no day"))
    #expect(said("weight", in: reply.text).contains("12"))
    // Each fault once, though the rules have a word for it, too.
    for name in typed.keys { #expect(said(name, in: reply.text).matches(of: /class="msg"/).count == 1, "\(name)") }
    #expect(try page.text("kits/red.yaml") == before)
  }

  @Test("of a new record all faults are reported together, and what cannot be read is not missing as well")
  func new() throws {
    let reply = try page.post("/new/kit", try page.form("/new/kit", typing: ["made": "someday", "weight": "heavy"]))
    #expect(reply.status == 422)
    #expect(said("name", in: reply.text).contains("&#39;name&#39; is missing"))
    #expect(said("made", in: reply.text).contains("no day") && !said("made", in: reply.text).contains("missing"))
    #expect(said("weight", in: reply.text).contains("not a number"))
    #expect(reply.text.contains("3 things to look at"))
    #expect(try page.get("/kits").text.matches(of: /id="r-kits/).count == 1)
  }

  @Test("what is wrong in a list of maps stands at the very input, which alone is marked")
  func members() throws {
    let typed = ["steps/1/day": "someday", "steps/0/minutes": "90", "steps/2/minutes": "7", "steps/1/with": "nobody"]
    let reply = try page.post("/kits/red?edit", try page.form("/kits/red?edit", typing: typed))
    #expect(reply.status == 422)
    #expect(marked(in: reply.text).sorted() == ["steps/0/minutes", "steps/1/day", "steps/1/with", "steps/2/text"])
    #expect(said("steps/1/day", in: reply.text).contains("no day"))
    #expect(said("steps/0/minutes", in: reply.text).contains("90"))
    #expect(said("steps/1/with", in: reply.text).contains("nobody"))
    #expect(said("steps/2/text", in: reply.text).contains("&#39;text&#39; is missing"))
    #expect(said("steps", in: reply.text) == "")
    // The list at the top leads to them.
    #expect(reply.text.contains("href=\"#in-steps%2F1%2Fday\">Steps 2, Day: "))
  }

  @Test("what is wrong on the disk stands at its input before anybody types")
  func present() throws {
    let wrong = "name: Blue\nmade: 2026-01-02\nsteps:\n  - {text: Cut}\n  - {text: Glue, minutes: 90}\n"
    try page.folder.write(wrong, to: "kits/blue.yaml")
    let text = try page.get("/kits/blue?edit").text
    #expect(marked(in: text) == ["steps/1/minutes"] && said("steps/1/minutes", in: text).contains("90"))
  }

  @Test("while typing, messages find their input though an item before it is empty by now")
  func numbers() throws {
    var fields = try page.form("/kits/red?edit", typing: ["steps/1/day": "someday", "steps/0/text": "", "steps/0/minutes": ""])
    let part = try page.post("/kits/red?edit&check=1", fields).text
    #expect(said("steps/1/day", in: part).contains("no day") && part.contains("id=\"in-steps%2F1%2Fday\""))
    fields.removeAll { $0.0 == "steps/1/day" }
    #expect(try page.post("/kits/red?edit", fields + [("steps/1/day", "2026-02-03")]).status == 303)
    #expect(try page.text("kits/red.yaml").hasSuffix("steps:\n  - {text: Glue, day: 2026-02-03, with: two}\n"))
  }

  @Test("the button of a message puts the right word into the member of a list of maps")
  func fix() throws {
    let typed = ["steps/1/with": "twoo", "fix": "steps/1/with=two"]
    let fixed = try page.post("/kits/red?edit", try page.form("/kits/red?edit", typing: typed))
    #expect(fixed.text.contains("name=\"steps/1/with\" value=\"two\""))
  }
}
