// Schemas that want more than there is: each was found by the fuzzer.

import Testing
import VitrineCatalog
import VitrineModel
import VitrineSource
import VitrineTesting

@Suite("Hostile schemas")
struct HostileSchemaTests {
  @Test("a kind that refers to itself again and again has fields enough, and not without end")
  func recursive() throws {
    let names = (0..<14).map { "part\($0)" }
    let kind = try kind("properties:\n  title: {type: string}\n" + names.map { "  \($0): {$ref: '#'}\n" }.joined())
    let paths = kind.fields.map(\.path)
    #expect(paths.contains(FieldPath(dotted: "title")) && paths.contains(FieldPath(dotted: "part13.title")))
    #expect(kind.fields.count <= 500)
  }

  @Test("a kind that refers to itself once is looked into eight times")
  func chain() throws {
    let kind = try kind("properties:\n  next: {$ref: '#'}\n")
    #expect(kind.fields.map(\.path.names.count) == Array(1...8))
  }

  @Test("a kind made of very many parts is read in time")
  func parts() throws {
    let branches = (0..<3_000).map { "  - {properties: {a\($0): {type: string}}}\n" }.joined()
    let kind = try kind("properties: {title: {type: string}}\nallOf:\n" + branches)
    #expect(kind.fields.count > 200)
  }

  private func kind(_ schema: String) throws -> Kind {
    var store = SchemaStore()
    store.add(Array(schema.utf8), path: "schemas/part.schema.yaml")
    let kind = store.kind(named: "part")
    return try #require(kind)
  }
}
