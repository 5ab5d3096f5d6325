// Fields of forms that are typed as YAML: lists of maps in which there are more, lists of lists.

import Testing
import VitrineTesting

/// Values with a structure that a form has no inputs for.
@Suite struct FormStructureTests {
  private static let before = "title: One\nparts:\n  - label: old\n    subs:\n      - name: x\n"
  private let page: RunningPage

  init() throws {
    page = try RunningPage([
      "vitrine.yaml": "vitrine: 1\ncollections:\n  - {kind: thing, files: \"things/**/*.yaml\"}\n",
      "schemas/thing.schema.yaml": """
      $schema: https://json-schema.org/draft/2020-12/schema
      title: Thing
      type: object
      required: [title]
      additionalProperties: false
      properties:
        title: {title: Title, type: string}
        one:
          title: One of two
          oneOf:
            - {type: object, required: [a], additionalProperties: false, properties: {a: {type: string}}}
            - {type: object, required: [b], additionalProperties: false, properties: {b: {type: string}}}
        either:
          title: Either
          anyOf: [{type: integer}, {type: string, enum: [low, high]}, {type: array, items: {type: string}}]
        grid: {title: Grid, type: array, items: {type: array, items: {type: integer}}}
        parts:
          title: Parts
          type: array
          items:
            type: object
            required: [label]
            additionalProperties: false
            properties:
              label: {type: string}
              subs: {type: array, items: {type: object, properties: {name: {type: string}}}}
      x-vitrine: {plural: things, display: title}
      """,
      "things/one.yaml": Self.before,
    ])
  }

  @Test("YAML in block style is read as YAML where a list holds lists; text of several lines is refused, and nothing is lost")
  func blocks() throws {
    let refused = try page.post("/things/one?edit", try page.form("/things/one?edit", typing: ["parts": "first\nsecond"]))
    #expect(refused.status == 422)
    #expect(refused.text.contains("Several lines of text are no list of maps") || refused.text.contains("several lines of text"))
    #expect(try page.text("things/one.yaml") == Self.before)
    let typed = ["parts": "- label: a\n  subs:\n    - name: z\n- label: b", "grid": "- [1]\n- [2, 3]"]
    let saved = try page.post("/things/one?edit", try page.form("/things/one?edit", typing: typed))
    #expect(saved.status == 303, "\(saved.text)")
    let text = try page.text("things/one.yaml")
    #expect(text.contains("label: a") && text.contains("name: z") && text.contains("label: b"), "\(text)")
    #expect(text.contains("[1]") && text.contains("[2, 3]") && !text.contains("|"), "\(text)")
  }

  @Test("a field that is one of several maps, or a list or a number, is edited as it is shown")
  func alternatives() throws {
    try page.folder.write("title: Two\none: {a: hello}\neither: 3\n", to: "things/two.yaml")
    let form = try page.form("/things/two?edit")
    #expect(form.contains { $0 == ("one", "{\"a\": \"hello\"}") } && form.contains { $0 == ("either", "3") })
    let wrong = try page.post("/things/two?edit", try page.form("/things/two?edit", typing: ["one": "{\"c\": \"hello\"}"]))
    #expect(wrong.status == 422 && !wrong.text.contains("found the text"), "\(wrong.text)")
    let typed = ["one": "{\"a\": \"hello2\"}", "either": "[x, z]"]
    let saved = try page.post("/things/two?edit", try page.form("/things/two?edit", typing: typed))
    #expect(saved.status == 303, "\(saved.text)")
    let text = try page.text("things/two.yaml")
    #expect(
      text.contains("a: hello2") && text.contains("[x, z]") && !text.contains("hello\n") && !text.contains("{\""), "\(text)")
  }
}
