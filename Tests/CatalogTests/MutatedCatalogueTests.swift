// Catalogues that somebody has spoilt: whatever became of the files, the report is sound, and the same every time.

import FoundationEssentials
import Testing
import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineSource
import VitrineTesting

@Suite("Mutated catalogues")
struct MutatedCatalogueTests {
  @Test("the report is sound, and the same twice", arguments: 1...8 as ClosedRange<UInt64>)
  func sound(_ seed: UInt64) throws {
    var mutator = Mutator(random: SplitMix(state: seed))
    let folder = try mutator.catalogue(from: TestData.checkout + (seed % 2 == 0 ? "/examples/broken" : "/examples/collection"))
    let loaded = try CatalogueLoader.load(root: folder.path)
    let findings = loaded.snapshot.findings
    #expect(try CatalogueLoader.load(root: folder.path).snapshot.findings == findings)
    #expect(!findings.isEmpty)
    for (left, right) in zip(findings, findings.dropFirst()) {
      #expect(!Finding.reportOrder(right, left), "\(right.path) \(right.message) stands too late")
    }
    var tables: [String: LineTable?] = [:]
    for finding in findings {
      #expect(!finding.help.isEmpty && !finding.message.isEmpty && !finding.path.isEmpty)
      try check(finding.range, finding.span, finding.path.string, of: finding, loaded, &tables)
      for place in finding.related { try check(place.range, place.span, place.path.string, of: finding, loaded, &tables) }
      for edit in finding.fixes.flatMap(\.edits) {
        #expect(Int(edit.range.end) <= loaded.text(at: finding.path)?.count ?? 0, "\(finding.path) \(finding.message): a fix")
      }
    }
    // The edits of all safe fixes fit together.
    for edit in SafeFixes(findings, reading: { loaded.text(at: $0) }).plan.edits {
      #expect(edit.result(on: loaded.text(at: edit.path)) != nil, "\(edit.path): the edits do not fit")
    }
  }

  private func check(
    _ range: ByteRange, _ span: Span, _ path: String, of finding: Finding, _ loaded: LoadedCatalogue,
    _ tables: inout [String: LineTable?]
  ) throws {
    let text = loaded.text(at: Path(path))
    #expect(Int(range.end) <= text?.count ?? 0, "\(path) \(finding.rule.slug): \(finding.message): the place")
    let known = tables[path]
    let table = known ?? text.map { LineTable($0) }
    if known == nil { tables[path] = .some(table) }
    #expect(span == table?.span(of: range) ?? .start, "\(path) \(finding.rule.slug): \(finding.message): the span")
  }
}

/// Spoils files as people, programs and disks do.
private struct Mutator {
  var random: SplitMix

  /// A copy of a catalogue with most of its records, schemas and photos spoilt.
  mutating func catalogue(from source: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder(copyOf: source)
    let files = try FileManager.default.subpathsOfDirectory(atPath: source).filter { path in
      // A link is left alone: who writes to it writes elsewhere.
      let isLink = (try? FileManager.default.destinationOfSymbolicLink(atPath: source + "/" + path)) != nil
      return !isLink && [".yaml", ".jpg", ".png"].contains { path.hasSuffix($0) }
    }.sorted()
    for path in files where path != "vitrine.yaml" && random.below(5) > 0 {
      var bytes = try folder.read(path)
      for _ in 0...random.below(3) { spoil(&bytes) }
      try folder.write(bytes, to: path)
      if random.below(8) == 0 { try move(path, folder) }
    }
    if random.below(2) == 0 {
      var manifest = try folder.read("vitrine.yaml")
      spoil(&manifest)
      try folder.write(manifest, to: "vitrine.yaml")
    }
    return folder
  }

  /// Spoils a text in one way.
  private mutating func spoil(_ bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return bytes = Array("a: &b [*b]\n".utf8) }
    let place = random.below(bytes.count)
    switch random.below(11) {
    case 0: bytes[place] ^= UInt8(1 << random.below(8))
    case 1: bytes[place] = UInt8(random.below(256))
    case 2: bytes.remove(at: place)
    case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.below(40)))
    case 4: bytes.insert(contentsOf: Self.pieces[random.below(Self.pieces.count)].utf8, at: place)
    case 5: bytes = Array(bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
    case 6: bytes = [0xEF, 0xBB, 0xBF] + bytes
    default: spoilLines(&bytes)
    }
  }

  private mutating func spoilLines(_ bytes: inout [UInt8]) {
    var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
    let line = random.below(lines.count)
    switch random.below(5) {
    case 0: lines.swapAt(line, random.below(lines.count))
    case 1: lines.remove(at: line)
    case 2: lines.insert(lines[line], at: random.below(lines.count))
    case 3: lines[line].append(contentsOf: Self.pieces[random.below(Self.pieces.count)].utf8)
    default: lines[line].insert(contentsOf: [0x09, 0x20, 0x20, 0x2D].prefix(random.below(4) + 1), at: 0)
    }
    bytes = Array(lines.joined(separator: [0x0A]))
  }

  /// What is put into a text or at the end of a line.
  private static let pieces = [
    "\n", "\r", "\t", " ", ": ", "- ", "#", " # vitrine: ignore type", " # vitrine: ignore nothing,V101 for a reason", "\"", "'",
    "|\n",
    "&a ", "*a", "!!str ", "{", "}", "[", "]", "? ", "---\n", "%YAML 1.2\n", "<<<<<<< ours\n", "null", "2026-02-30", "1e400",
    "\u{0}",
    "\u{FEFF}", "\u{2028}", "e\u{301}", "😀", "../../etc/passwd", "photo.jpg", "<<: *a\n", "\u{85}",
  ]

  /// Gives a file another name, or copies it.
  private mutating func move(_ path: String, _ folder: TemporaryFolder) throws {
    let stem = String(path.dropLast(5))
    let names = [
      stem + " (conflicted copy 2026-11-20).yaml", path.uppercased(), stem + "-2.yml", "other/\(random.below(9)).yaml", stem,
    ]
    let bytes = try folder.read(path)
    if random.below(2) == 0 { try FileManager.default.removeItem(atPath: folder.path + "/" + path) }
    try folder.write(bytes, to: names[random.below(names.count)])
  }
}
