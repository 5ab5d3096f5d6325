// Lists and maps that are typed as YAML, in block style and in flow style.

import Testing
import VitrineChanges
import VitrineSource

@Suite("Values that are typed as YAML") struct BlockValueTests {
  private static let path: Path = "albums/a/one.yaml"
  private static let song = """
    title: Song
    type: object
    required: [title]
    x-vitrine: {plural: songs, display: title}
    properties:
      title: {type: string}
      credits: {type: object, properties: {label: {type: string}, writers: {type: array, items: {type: string}}}}
      one:
        oneOf:
          - {type: object, required: [a], properties: {a: {type: string}}}
          - {type: object, required: [b], properties: {b: {type: string}}}
      either: {anyOf: [{type: integer}, {type: string, enum: [low, high]}, {type: array, items: {type: string}}]}
      memo: {anyOf: [{type: string}, {type: array}]}
      kinds: {type: array, items: {anyOf: [{type: integer}, {type: object}]}}
      length: {type: string, oneOf: [{pattern: "^a"}, {pattern: "^b"}]}
      grid: {type: array, items: {type: array, items: {type: integer}}}
      parts:
        type: array
        items:
          type: object
          required: [label]
          properties:
            label: {type: string}
            subs: {type: array, items: {type: object, properties: {name: {type: string}}}}
    """

  /// The text of a record after a change, or what refused it.
  private func changed(_ name: String, _ value: String, _ operation: FieldAssignment.Operation = .set) throws -> String {
    let catalogue = try FakeCatalogue([Self.path: "title: One\n"], song: Self.song)
    do throws(PlanRefusal) {
      let assignment = FieldAssignment([name], operation, value)
      let plan = try SetPlanner.plan([assignment], records: [Self.path], in: catalogue, at: FakeCatalogue.moment)
      return catalogue.text(of: Self.path, after: plan) ?? "title: One\n"
    } catch {
      return error.message
    }
  }

  @Test(
    "block style means what flow style means (GS4)",
    arguments: [
      ("parts", "- label: a\n- label: b", "[{label: a}, {label: b}]"),
      ("parts", "- label: a\n  subs:\n    - name: x\n    - name: y", "[{label: a, subs: [{name: x}, {name: y}]}]"),
      ("parts", "- label: a", "[{label: a}]"), ("parts", "label: a\nsubs: [{name: x}]", "[{label: a, subs: [{name: x}]}]"),
      ("parts", "label: 12", "[{label: 12}]"), ("parts", "- a\n- b\n", "[{label: a}, {label: b}]"),
      ("credits", "label: Blue\nwriters:\n  - Ann", "{label: Blue, writers: [Ann]}"),
      ("credits", "label: Blue", "{label: Blue}"), ("grid", "- [1]\n- [2]", "[[1], [2]]"),
      ("grid", "- - 1\n  - 2\n- - 3", "[[1, 2], [3]]"), ("grid", "\n[[1],\n [2]]", "[[1], [2]]"),
    ])
  func blocks(name: String, block: String, flow: String) throws {
    let (text, wanted) = (try changed(name, block), try changed(name, flow))
    #expect(text == wanted)
    #expect(text.hasPrefix("title: One\n\(name):"))
    if name != "credits" { #expect(try changed(name, block, .add) == text) }
  }

  @Test(
    "a line without such structure is the text of the member that has to be there",
    arguments: [("Prime: black", "Prime: black"), ("- black", "- black"), ("one, two", "one, two"), ("black\n", "black\n")])
  func lines(typed: String, label: String) throws {
    let escaped = label.replacing("\n", with: "\\n")
    let wanted = try changed("parts", "[{label: \"\(escaped)\"}]")
    #expect(try changed("parts", typed) == wanted)
  }

  @Test(
    "several lines that are no such YAML are refused, and never the text of a member",
    arguments: [
      ("parts", "black\nblue", "several lines of text are no list of maps, as 'parts' is; write '- {label: …}' for each item"),
      (
        "parts", "Prime: black\nBase: blue",
        "several lines of text are no list of maps, as 'parts' is; write '- {label: …}' for each item"
      ),
      ("parts", "- labl: a\n- label: b", "'parts' has no member 'labl'; did you mean 'label'?"),
      ("credits", "Blue\nAnn", "several lines of text are no map, as 'credits' is; write '{label: …, writers: …}'"),
      ("grid", "- 1\n- 2", "several lines of text are no list of lists, as 'grid' is; write '- […]' for each item"),
    ])
  func refusals(name: String, typed: String, message: String) throws {
    #expect(try changed(name, typed) == message)
  }

  @Test(
    "a field that may be a list or a map beside other values takes YAML that is one",
    arguments: [
      ("one", "{a: hello}", "{a: hello}"), ("one", "{\"a\": \"hello\"}", "{a: hello}"), ("one", "a: hello", "{a: hello}"),
      ("either", "[low, high]", "[low, high]"), ("either", "- low\n- high", "[low, high]"), ("either", "3", "3"),
      ("either", "low", "low"), ("memo", "[low, high]", "[low, high]"), ("kinds", "[1, {a: 2}]", "[1, {a: 2}]"),
      ("kinds", "- 1\n- a: 2", "[1, {a: 2}]"),
    ])
  func shapes(name: String, typed: String, written: String) throws {
    let (text, wanted) = (try changed(name, typed), try changed(name, written))
    #expect(text == wanted)
    // A text would be in quotes.
    #expect(!text.contains("'") && !text.contains("\""), "\(text)")
  }

  @Test(
    "what may be a text of any words stays one where it is no list in brackets",
    arguments: [("memo", "[draft] low"), ("memo", "low: high"), ("memo", "- low"), ("memo", "{a: 1}"), ("length", "[a]")])
  func texts(name: String, typed: String) throws {
    let text = try changed(name, typed)
    #expect(text.replacing("\"", with: "'") == "title: One\n\(name): '\(typed)'\n")
  }

  @Test("a list whose YAML is broken says what is wrong with it") func broken() throws {
    #expect(try changed("parts", "- label: \"a\n- label: b").hasPrefix("the value of 'parts' is no YAML: "))
  }
}
