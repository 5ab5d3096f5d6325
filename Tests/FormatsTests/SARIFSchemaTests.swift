// SARIF as the standard has it: our reports are valid, and damaged ones are not.

import FoundationEssentials
import Testing
import VitrineFormats
import VitrineSchema
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite struct SARIFSchemaTests {
  @Test("the schema of SARIF is itself a schema of draft 2020-12")
  func schema() throws {
    var library = SchemaLibrary()
    let address = "https://json-schema.org/draft/2020-12/"
    let names = ["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"]
    for name in ["schema"] + names.map({ "meta/" + $0 }) {
      let path = TestData.checkout + "/Sources/CStock/metaschemas/draft2020-12/" + name + ".json"
      library.add(uri: address + name, tree: JSON.parse([UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))).tree)
    }
    #expect(library.compile(uri: address + "schema").schema != nil)
    library.add(uri: SARIFSchema.uri, tree: try SARIFSchema.tree())
    #expect(library.validateSchema(uri: SARIFSchema.uri).map(\.finding.message) == [])
    #expect(library.compile(uri: SARIFSchema.uri).findings.map(\.finding.message) == [])
  }

  @Test("the sample report, an empty one, and one with every sort of fix and related place are valid SARIF")
  func valid() throws {
    for report in [Samples.report, report([]), Self.awkward] {
      let faults = try SARIFSchema.faults(text("sarif", report))
      #expect(faults == [])
    }
  }

  @Test("fixes that differ only in what SARIF does not show are written once")
  func distinctFixes() throws {
    let sarif = text("sarif", Self.awkward)
    #expect(sarif.split(separator: "\"artifactChanges\"", omittingEmptySubsequences: false).count - 1 == 3)
  }

  @Test("damaged SARIF is not valid", arguments: Damage.all)
  func damaged(_ damage: Damage) throws {
    var sarif = text("sarif", Self.awkward)
    sarif.replaceSubrange(try #require(sarif.firstRange(of: damage.text), "nothing to damage"), with: damage.replacement)
    let faults = try SARIFSchema.faults(sarif)
    #expect(faults == [damage.fault])
  }

  /// A report of one finding with two related places and fixes of text, of bytes, twice the same and without edits.
  private static var awkward: Report {
    let rule = Rule("V112", "enum", .error, "a value that is not in the list", help: "use {0} [or](1) a value of the list")
    var finding = Finding(rule, at: ByteRange(3, 5), pointer: "/a", "no '{0}' here", label: "[b](c)", note: "note")
    let edit = TextEdit(ByteRange(3, 5), "x")
    finding.fixes = [
      Fix("mend", [edit], isSafe: true), Fix("mend", [edit], isSafe: false), Fix("mend", [], isSafe: true),
      Fix("mend", [edit, TextEdit(ByteRange(6, 6), [0xFF])], isSafe: true),
      Fix("drop", [TextEdit(ByteRange(0, 6), "")], isSafe: false),
    ]
    finding.related = [RelatedPlace(path: "", ByteRange(0, 1), "here"), RelatedPlace(path: "b c.yaml", ByteRange(0, 1), "there")]
    let bytes = Array("a: bc\n".utf8)
    return Report(
      findings: SourceText(path: "a.yaml", bytes: bytes).located([finding]), counts: .init(records: 1, photos: 0, files: 1),
      version: "1", texts: { $0 == "a.yaml" ? bytes : nil })
  }
}

/// One way of spoiling SARIF: the first occurrence of a text, what to put there, and the fault that this makes.
struct Damage: Sendable, CustomTestStringConvertible {
  /// What stands in whole SARIF.
  let text: String
  /// What to put there.
  let replacement: String
  /// The one fault found then, as `SARIFSchema.faults` says it.
  let fault: String

  /// The damage as a change.
  var testDescription: String { "\(text) -> \(replacement)" }

  /// Damage that puts `replacement` in the place of `text`.
  init(_ text: String, _ replacement: String, _ fault: String) {
    (self.text, self.replacement, self.fault) = (text, replacement, fault)
  }

  /// The table.
  static let all: [Damage] = [
    // Members that must be there.
    Damage(#""version": "2.1.0","#, "", " required"),
    Damage(#""driver""#, #""properties""#, "/runs/0/tool required"),
    Damage(#""name": "vitrine","#, "", "/runs/0/tool/driver required"),
    Damage(#""id": "V112","#, "", "/runs/0/tool/driver/rules/0 required"),
    Damage(#""executionSuccessful": true"#, "", "/runs/0/invocations/0 required"),
    Damage(
      #""deletedRegion":{"startLine":1,"startColumn":4,"endLine":1,"endColumn":6},"#, "",
      "/runs/0/results/0/fixes/0/artifactChanges/0/replacements/0 required"),
    Damage(
      #""artifactLocation":{"uri":"a.yaml","uriBaseId":"%SRCROOT%"},"region""#, #""region""#,
      "/runs/0/results/0/locations/0/physicalLocation required"),
    Damage(#"{"text":"mend"}"#, "{}", "/runs/0/results/0/fixes/0/description required"),
    Damage(
      #""startLine":1,"startColumn":4,"endLine":1,"endColumn":6,"byteOffset":3,"#, "",
      "/runs/0/results/0/locations/0/physicalLocation/region required"),
    // Members misspelled, or of another object.
    Damage(#""runs""#, #""Runs""#, "/Runs unknown-field"),
    Damage(#""ruleId""#, #""ruleID""#, "/runs/0/results/0/ruleID unknown-field"),
    Damage(#""columnKind""#, #""columnKinds""#, "/runs/0/columnKinds unknown-field"),
    Damage(
      #""startLine":1,"#, #""startLine":1,"line":1,"#, "/runs/0/results/0/locations/0/physicalLocation/region/line unknown-field"),
    // Values that are not of the list, the range, the type or the form.
    Damage(#""version": "2.1.0""#, #""version": "2.0.0""#, "/version enum"),
    Damage(#""utf16CodeUnits""#, #""utf8CodeUnits""#, "/runs/0/columnKind enum"),
    Damage(#""level":"error""#, #""level":"info""#, "/runs/0/results/0/level enum"),
    Damage(#""startLine":1"#, #""startLine":0"#, "/runs/0/results/0/locations/0/physicalLocation/region/startLine range"),
    Damage(#""startColumn":4"#, #""startColumn":0"#, "/runs/0/results/0/locations/0/physicalLocation/region/startColumn range"),
    Damage(#""byteLength":2"#, #""byteLength":-1"#, "/runs/0/results/0/locations/0/physicalLocation/region/byteLength range"),
    Damage(#""byteOffset":3"#, #""byteOffset":"3""#, "/runs/0/results/0/locations/0/physicalLocation/region/byteOffset type"),
    Damage(#""ruleIndex":0"#, #""ruleIndex":-2"#, "/runs/0/results/0/ruleIndex range"),
    Damage(
      #""uri":"b%20c.yaml""#, #""uri":"b c.yaml""#,
      "/runs/0/results/0/relatedLocations/1/physicalLocation/artifactLocation/uri format"),
    Damage(#""$schema": "https:"#, #""$schema": ""#, "/$schema format"),
    Damage(#""vitrine/v1":"#, #""a":1,"vitrine/v1":"#, "/runs/0/results/0/partialFingerprints/a type"),
    Damage(#""message":{"text":"here"}"#, #""message":"here""#, "/runs/0/results/0/relatedLocations/0/message type"),
    // Lists that hold too little, or the same twice.
    Damage(
      #""replacements":[{"deletedRegion":{"startLine":1,"startColumn":4,"endLine":1,"endColumn":6},"insertedContent":{"text":"x"}}]"#,
      #""replacements":[]"#, "/runs/0/results/0/fixes/0/artifactChanges/0/replacements item-count"),
    Damage(
      #"{"fullyQualifiedName":"/a"}"#, #"{"fullyQualifiedName":"/a"},{"fullyQualifiedName":"/a"}"#,
      "/runs/0/results/0/locations/0/logicalLocations/1 not-unique"),
  ]
}
