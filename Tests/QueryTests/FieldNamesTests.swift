// Names of fields: the shortest way to write each, and schemas that make it hard.

import Testing
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineQuery

@Suite("Names of fields")
struct FieldNamesTests {
  /// Kinds of schemas given as text, by name.
  static func layouts(_ schemas: [(name: String, text: String)]) throws -> [TableLayout] {
    var store = SchemaStore()
    for (name, text) in schemas { store.add(Array(text.utf8), path: "schemas/\(name).schema.yaml") }
    var layouts: [TableLayout] = []
    for (name, _) in schemas {
      let kind = store.kind(named: name)
      layouts.append(TableLayout(kind: try #require(kind)))
    }
    return layouts
  }

  /// A schema with the given lines of properties and annotations.
  static func schema(_ properties: String, _ annotation: String = "display: title") -> String {
    """
    $schema: https://json-schema.org/draft/2020-12/schema
    title: Thing
    type: object
    properties:
      title: {type: string}
    \(properties.split(separator: "\n").map { "  " + $0 }.joined(separator: "\n"))
    x-vitrine: {\(annotation)}
    """
  }

  private static func bound(_ text: String, _ layouts: [TableLayout]) -> String {
    do throws(QueryError) {
      let binder = QueryBinder(layouts: layouts, views: [:], now: Stocked.now)
      return try binder.bind(try QueryParser.parse(text)).explanation(layouts)
    } catch {
      return Stocked.text(of: error)
    }
  }

  @Test("the shortest way to write a field means that field, in every stock kind, and it has a title")
  func shortest() {
    let names = FieldNames(Stocked.layouts)
    for (index, layout) in Stocked.layouts.enumerated() {
      let all = names.names(forKind: index)
      #expect(all.count == layout.columns.count)
      for name in all {
        #expect(names.way(to: name.text, kind: index) == BoundPath.Way(column: name.column), "\(layout.kind.name): \(name.text)")
        #expect(!name.title.isEmpty)
      }
      #expect(Set(all.map(\.text)).count == all.count)
    }
  }

  @Test("short ways are short, and use the word for one value")
  func examples() {
    let names = FieldNames(Stocked.layouts)
    func short(_ kind: String, _ path: String) -> String? {
      let index = Stocked.index(kind)
      let column = Stocked.layouts[index].columnIndices[path]
      return names.names(forKind: index).first { $0.column == column }?.text
    }
    #expect(short("game", "properties.platforms.system") == "system")
    #expect(short("game", "properties.developers") == "developer")
    #expect(short("game", "photos.taken") == "taken")
    #expect(short("game", "photo.taken") == "photo.taken")
    #expect(short("game", "finding.rule") == "rule")
    #expect(short("miniature", "parent") == "project")
    #expect(short("miniature", "progress_status") == "progress")
    #expect(short("miniature", "history.status") == "status")
    #expect(short("shot", "exposure.white_balance.kelvin") == "kelvin")
    #expect(short("shot", "location.name") == "name")
  }

  @Test("a field that is called like a word of the grammar is written by its path, or not by that word alone")
  func reserved() throws {
    let layouts = try Self.layouts([
      (
        "thing",
        Self.schema("sort: {type: string}\nbox:\n  type: object\n  properties: {limit: {type: integer}, kind: {type: string}}")
      )
    ])
    let names = FieldNames(layouts).names(forKind: 0).map(\.text)
    #expect(names.contains("box.limit") && names.contains("box.kind") && names.contains("sort"))
    #expect(Self.bound("box.kind:a", layouts) == "thing: box.kind contains 'a'")
    #expect(Self.bound("kind:thing", layouts) == "thing: all")
  }

  @Test("of several fields the one with the fewest names is meant; of as many none is, and the error lists them")
  func ambiguous() throws {
    let part = "type: object, properties: {name: {type: string}, size: {type: number}}"
    let layouts = try Self.layouts([
      ("thing", Self.schema("front: {\(part)}\nback: {\(part)}\nside: {type: object, properties: {edge: {\(part)}}}"))
    ])
    #expect(
      Self.bound("name:a", layouts)
        == "error: 'name' may be several fields of thing; write more of the path: 'front.name', 'back.name'\n⟨name⟩:a")
    #expect(Self.bound("edge.name:a", layouts) == "thing: side.edge.name contains 'a'")
    #expect(Self.bound("sort:size", layouts).hasPrefix("error: 'size' may be several fields of thing"))
    #expect(Self.bound("side:{name:a}", layouts) == "thing: side {side.edge.name contains 'a'}")
  }

  @Test("the word for one value may have blanks; then it has hyphens in queries")
  func singularWithBlanks() throws {
    let layouts = try Self.layouts([
      ("thing", Self.schema("spare_parts: {type: array, items: {type: string}, x-vitrine: {singular: spare part}}"))
    ])
    #expect(Self.bound("spare-part:wheel", layouts) == "thing: spare_parts contains 'wheel'")
  }

  @Test("four references are followed, and no more; circles of references end")
  func depth() throws {
    let layouts = try Self.layouts([
      (
        "thing",
        Self.schema("next: {type: string, x-vitrine: {reference: thing}}\nother: {type: string, x-vitrine: {reference: nothing}}")
      )
    ])
    let next = { (count: Int) in String(repeating: "next.", count: count) }
    #expect(Self.bound(next(4) + "title:a", layouts).hasSuffix("thing with title contains 'a'))))"))
    #expect(Self.bound(next(5) + "title:a", layouts).hasPrefix("error: "))
    #expect(Self.bound(next(500) + "title:a", layouts).hasPrefix("error: "))
    #expect(
      Self.bound("other.title:a", layouts)
        == "error: 'other' of thing leads to no kind of this catalogue; ask for 'other' itself\n⟨other.title⟩:a")
    #expect(Self.bound("other:a", layouts) == "thing: other names no record and contains 'a'")
    #expect(Self.bound("is:unused", layouts) == "thing: not used-by is there")
    #expect(Self.bound("used-by.used-by.title:a", layouts).hasPrefix("thing: used-by → (thing with used-by → "))
  }

  @Test("a path that could lead to any of very many kinds is refused, and soon")
  func excessive() throws {
    let names = (0..<40).map { "k\($0)" }
    let fields = names.map { "to\($0): {type: string, x-vitrine: {reference: \($0)}}" }.joined(separator: "\n")
    let layouts = try Self.layouts(names.map { ($0, Self.schema(fields)) })
    #expect(Self.bound("used-by.used-by.used-by.used-by.title:a", layouts).hasPrefix("error: 'used-by.used-by"))
    #expect(Self.bound("kind:k1 used-by.title:a", layouts).hasPrefix("k1: used-by → (k0 with title contains 'a'; k1 with"))
    #expect(Self.bound("kind:k1 used-by.titel:a", layouts).hasPrefix("error: unknown field 'titel'; did you mean 'title'?"))
  }

  @Test("without a kind there is nothing to ask of, and nothing goes wrong")
  func noKinds() throws {
    #expect(Self.bound("title:a sort:title", []) == "nothing: no kind can have a match\nsort: title")
    #expect(Self.bound("", []) == "nothing: no kind can have a match")
    #expect(Self.bound("kind:a", []).hasPrefix("error: unknown kind 'a'"))
  }

  @Test("kinds that nothing names and that have no search fields are searched by the last part of their paths")
  func wordsInPaths() throws {
    let schema = "type: object\nproperties: {size: {type: integer}, note: {type: string}}\nx-vitrine: {plural: things}\n"
    let layouts = try Self.layouts([("thing", schema)])
    #expect(Self.bound("Az-9", layouts) == "thing: path matches /[aA][zZ]-9[^/]*$/")
    #expect(Self.bound("é", layouts) == "thing: path contains 'e'")
  }
}
