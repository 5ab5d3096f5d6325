// `vitrine.yaml`, as it is read.

import Testing
import VitrineModel
import VitrineSource
import VitrineSyntax

@Suite("The manifest")
struct ManifestTests {
  private func read(_ text: String) -> (manifest: Manifest, findings: [Finding]) {
    Manifest.read(YAML.parse(Array(text.utf8)).tree)
  }

  @Test("decides a file's kind by the first collection that matches")
  func collections() throws {
    let manifest = read(
      "vitrine: 1\ncollections:\n  - {kind: a, files: \"m/**/project.yaml\"}\n  - {kind: b, files: \"m/**/*.yaml\"}\n"
    ).manifest
    func claimed(_ path: String) -> Int? {
      var path = path
      return path.withUTF8 { manifest.collection(claiming: $0) }
    }
    #expect(claimed("m/x/project.yaml") == 0)
    #expect(claimed("m/project.yaml") == 0)
    #expect(claimed("m/x/y.yaml") == 1)
    #expect(claimed("n/y.yaml") == nil)
  }

  @Test("reads `off` as off, and the other levels as severities")
  func levels() {
    let rules = read("vitrine: 1\nrules: {near-duplicate: off, V402: error, enum: loud}\n").manifest.rules
    #expect(rules.map(\.rule) == ["near-duplicate", "V402"])
    #expect(rules.map(\.severity) == [nil, .error])
  }

  @Test("says which kind the page begins with, and where it is named; nothing but a name is one")
  func home() throws {
    let home = try #require(read("vitrine: 1\nhome: memory\n").manifest.homeKind)
    #expect(home.name == "memory" && home.range == ByteRange(17, 23))
    for text in ["vitrine: 1\n", "home: [memory]\n", "home: 1\n", "home:\n"] {
      #expect(read(text).manifest.homeKind == nil, "\(text)")
    }
  }

  @Test("says where a pattern is none, and that a layout is too new")
  func faults() {
    let findings = read("vitrine: 2\ncollections: [{kind: a, files: \"x/[/*.yaml\"}]\n").findings
    #expect(findings.map(\.rule.slug) == ["manifest-invalid", "manifest-invalid"])
    #expect(findings.map(\.pointer) == ["/vitrine", "/collections/0/files"])
  }

  @Test(
    "reads anything without a word",
    arguments: [
      "", "[]", "vitrine: []\ncollections: 3\nrules: x\nlibraries: {}\npermissions: 1",
      "collections: [1, {kind: 2}, {kind: a, files: []}]",
    ])
  func anything(_ text: String) { #expect(read(text).findings.isEmpty) }
}
