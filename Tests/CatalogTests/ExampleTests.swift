// The catalogues that ship with the program.

import FoundationEssentials
import Glibc
import Testing
import VitrineCatalog
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource
import VitrineTesting

@Suite("The examples")
struct ExampleTests {
  private static let collection = TestData.checkout + "/examples/collection"
  private static let broken = TestData.checkout + "/examples/broken"

  @Test("the collection is clean (G2.1)")
  func clean() throws {
    let catalogue = try CatalogueLoader.load(root: Self.collection)
    #expect(catalogue.snapshot.findings.map { "\($0.path.string):\($0.span.start.line) \($0.rule.slug): \($0.message)" } == [])
    #expect(catalogue.snapshot.catalogue.records.count > 75)
    #expect(Set(catalogue.snapshot.catalogue.kinds.map(\.name)).count >= 8)
    #expect(catalogue.snapshot.catalogue.photos.count >= 20)
  }

  @Test("the broken catalogue has exactly the findings it promises")
  func promised() throws {
    let found = try CatalogueLoader.load(root: Self.broken).snapshot.findings.map {
      "\($0.path.string)\t\($0.span.start.line)\t\($0.rule.slug)"
    }
    let expected = try String(contentsOfFile: Self.broken + "/EXPECTED.tsv", encoding: .utf8).split(separator: "\n").map(
      String.init
    )
    .filter { !$0.hasPrefix("#") && !$0.hasPrefix("path\t") }
    var left = found
    var missing: [String] = []
    for line in expected { if let index = left.firstIndex(of: line) { left.remove(at: index) } else { missing.append(line) } }
    #expect(missing == [])
    #expect(left == [])
  }

  @Test("every rule fires in the broken catalogue, but for those its README names")
  func complete() throws {
    let fired = Set(try CatalogueLoader.load(root: Self.broken).snapshot.findings.map(\.rule.slug))
    let readme = try String(contentsOfFile: Self.broken + "/README.md", encoding: .utf8)
    // What an import finds is about its source, not about a catalogue.
    let imports = Set(ImportRules.all.map(\.slug))
    let silent = RuleBook.all.map(\.slug).filter { !fired.contains($0) && !imports.contains($0) }
    for slug in silent { #expect(readme.contains("`\(slug)`"), "\(slug) does not fire in examples/broken") }
    #expect(silent.count <= 10)
  }

  @Test("the same catalogue gives the same report, however the work is shared out")
  func stable() throws {
    let first = try CatalogueLoader.load(root: Self.broken).snapshot.findings
    for _ in 0..<5 { #expect(try CatalogueLoader.load(root: Self.broken).snapshot.findings == first) }
  }

  @Test("another validator agrees: schemas and examples pass check-jsonschema", .needs(.program("check-jsonschema")))
  func otherValidator() throws {
    let program = try #require(Need.path(of: "check-jsonschema"))
    let schemas = try Self.files(TestData.checkout + "/schemas") { $0.hasSuffix(".yaml") }
    #expect(try Self.run(program, ["--check-metaschema"] + schemas) == 0)
    let catalogue = try CatalogueLoader.load(root: Self.collection).snapshot.catalogue
    for (index, kind) in catalogue.kinds.enumerated() {
      let files = catalogue.records.filter { $0.kind == index }.map { Self.collection + "/" + $0.path.string }
      #expect(
        try Self.run(program, ["--schemafile", TestData.checkout + "/" + kind.schemaPath.string] + files) == 0, "\(kind.name)")
    }
    let manifest = TestData.checkout + "/schemas/manifest.schema.yaml"
    #expect(try Self.run(program, ["--schemafile", manifest, Self.collection + "/vitrine.yaml"]) == 0)
  }

  @Test("what 'schema add' copies of a kind is all that another validator needs", .needs(.program("check-jsonschema")))
  func copies() throws {
    let program = try #require(Need.path(of: "check-jsonschema"))
    let catalogue = try CatalogueLoader.load(root: Self.collection).snapshot.catalogue
    for (index, kind) in catalogue.kinds.enumerated() {
      let folder = try TemporaryFolder()
      var store = SchemaStore()
      for path in store.documents(of: kind.schemaPath) {
        try folder.write(try #require(Stock.file(named: path)), to: path.string)
      }
      let files = catalogue.records.filter { $0.kind == index }.map { Self.collection + "/" + $0.path.string }
      #expect(try Self.run(program, ["--schemafile", folder.path + "/" + kind.schemaPath.string] + files) == 0, "\(kind.name)")
    }
  }

  private static func files(_ folder: String, _ isWanted: (String) -> Bool) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter(isWanted).sorted().map { folder + "/" + $0 }
  }

  /// The exit status of a program; its output goes with the test's. Source: posix_spawn(3).
  private static func run(_ program: String, _ arguments: [String]) throws -> Int32 {
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var process = pid_t()
    guard posix_spawn(&process, program, nil, nil, &words, environ) == 0 else { throw TemporaryFolderError(number: errno) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : -1
  }
}
