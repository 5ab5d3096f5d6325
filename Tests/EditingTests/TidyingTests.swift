// Texts tidied: what they say stays, comments stay, a second time changes nothing, and undoing gives the same bytes.

import Testing
import VitrineEditing
import VitrineSource
import VitrineSyntax
import VitrineTesting

@Suite("Tidying") struct TidyingTests {
  private static let order = ["title", "release", "notes", "properties", "status"]

  private func tidied(_ text: String, _ options: Tidying..., order: [String] = order) throws -> String {
    let bytes = Array(text.utf8)
    let result = try TextTidier.edits(Set(options), in: bytes) { _ in order }
    return String(decoding: result.edits.applied(to: bytes), as: UTF8.self)
  }

  @Test("puts keys into the order that is given, others after them as they stood; comments go with what they belong to")
  func keys() throws {
    let text = """
      # The whole file
      status: wishlist   # for now
      other: 1
      # when it came out
      release: 2020
        # and that was late
      title: Hades

      # one more thing
      extra: {b: 1, title: x, a: 2}
      # the end
      """
    #expect(
      try tidied(text, .keys) == """
        # The whole file
        title: Hades
        # when it came out
        release: 2020
          # and that was late
        status: wishlist   # for now
        other: 1

        # one more thing
        extra: {title: x, b: 1, a: 2}
        # the end
        """)
  }

  @Test("of maps in lists begins behind the dash as before, and a last line without a line break gets one where it moves")
  func itemsOfLists() throws {
    #expect(
      try tidied("- status: a\n  # about it\n  title: b\n- title: c", .keys)
        == "- # about it\n  title: b\n  status: a\n- title: c")
    #expect(try tidied("status: a\ntitle: b", .keys) == "title: b\nstatus: a")
    #expect(try tidied("status: |\n  a\ntitle: b", .keys) == "title: b\nstatus: |\n  a\n")
    #expect(
      try tidied("status:\n  release: 1\n  title: 2\ntitle: b", .keys) == "title: b\nstatus:\n  title: 2\n  release: 1")
  }

  @Test("leaves a text alone in which entries cannot be moved, and says why")
  func refusals() {
    #expect(throws: EditRefusal.self) { try tidied("status: &a 1\ntitle: *a\n", .keys) }
    #expect(throws: EditRefusal.self) { try tidied("{status: 1, # now\ntitle: 2}\n", .keys) }
    #expect(throws: EditRefusal.self) { try tidied("title: |\n  a", .finalNewline) }
    #expect(throws: EditRefusal.self) { try tidied("title: [", .trailingSpaces) }
  }

  @Test("takes blanks from the ends of lines, but not those of a text") func trailingSpaces() throws {
    let text = "title: a  \n# note\t\nnotes: |  \n  one  \n    \n  two\n \nproperties: \"x  \n  y\\  \n  z\" \nstatus: \n"
    #expect(
      try tidied(text, .trailingSpaces)
        == "title: a\n# note\nnotes: |\n  one  \n    \n  two\n\nproperties: \"x\n  y\\  \n  z\"\nstatus:\n")
  }

  @Test("ends lines as asked for") func lineEnds() throws {
    #expect(try tidied("title: a\r\nnotes: |\r\n  b\r\n", .lineFeeds) == "title: a\nnotes: |\n  b\n")
    #expect(try tidied("title: a\nnotes: b", .carriageReturns, .finalNewline) == "title: a\r\nnotes: b\r\n")
    #expect(try tidied("", .finalNewline) == "")
  }

  // MARK: real texts

  /// What came of many texts.
  private struct Counts {
    var texts = 0
    var changed = 0
    var refused: [String: Int] = [:]
    var faults: [String] = []
  }

  private static func check(_ options: Set<Tidying>, _ bytes: [UInt8], _ counts: inout Counts) {
    guard case let before = YAML.parse(bytes), before.isComplete else { return }
    counts.texts += 1
    // An order that moves nearly everything: by the bytes of the keys, backwards.
    let keyOrder = reversed(before)
    let edits: [TextEdit]
    do throws(EditRefusal) {
      edits = try TextTidier.edits(options, in: bytes, keyOrder: keyOrder).edits
    } catch {
      counts.refused[error.message.hasPrefix("in the order") ? "alias" : error.message, default: 0] += 1
      return
    }
    guard !edits.isEmpty else { return }
    counts.changed += 1
    let after = edits.applied(to: bytes)
    func fault(_ what: String) {
      let texts = [bytes, after].map { String(decoding: $0, as: UTF8.self).debugDescription }
      counts.faults.append("\(what) \(options)\n  before \(texts[0])\n  after  \(texts[1])")
    }
    let parsed = YAML.parse(after)
    func value(_ text: ParsedText) -> DataValue {
      text.tree.withReader { reader in
        // A key that is a list or a map is told by its bytes, which may be others.
        let hasBigKey = reader.nodes.indices.contains { id in
          reader.writtenEntries(NodeID(id)).contains { reader.resolved($0.key).isCollection }
        }
        return hasBigKey ? .null : text.tree.roots.first.map { reader.dataValue($0) } ?? .null
      }
    }
    if !parsed.isComplete || value(before).sorted != value(parsed).sorted { fault("reads otherwise") }
    if comments(before) != comments(parsed) { fault("other comments") }
    if RandomEditTests.inverse(of: edits, bytes).applied(to: after) != bytes { fault("cannot be undone") }
    if (try? TextTidier.edits(options, in: after, keyOrder: keyOrder).edits) != [] { fault("changes again") }
    guard options == [.keys] else { return }
    // Nothing but the order of pieces changes: the same bytes, but for blanks and line breaks.
    func ink(_ bytes: [UInt8]) -> [UInt8] { bytes.filter { $0 > 0x20 }.sorted() }
    if ink(bytes) != ink(after) { fault("other characters") }
  }

  /// All keys of a text, backwards, whatever map they are of.
  private static func reversed(_ text: ParsedText) -> TreeEditor.KeyOrder {
    var keys: Set<String> = []
    text.tree.withReader { reader in
      for (id, node) in reader.nodes.enumerated() where node.kind == .mapping {
        for entry in reader.writtenEntries(NodeID(id)) { keys.insert(reader.text(entry.key)) }
      }
    }
    let order = keys.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
    return { _ in order }
  }

  /// The comments of a text, sorted, without blanks at their ends: what stands behind a `#` outside of all scalars.
  private static func comments(_ text: ParsedText) -> [String] {
    text.tree.withReader { reader in
      var isText = [Bool](repeating: false, count: reader.bytes.count + 1)
      for node in reader.nodes where node.isScalar {
        let start = node.style == .literal || node.style == .folded ? lineEnd(Int(node.start), reader.bytes) : Int(node.start)
        for index in start..<max(start, Int(node.end)) { isText[index] = true }
      }
      var found: [String] = []
      var index = 0
      while index < reader.bytes.count {
        guard reader.bytes[index] == UInt8(ascii: "#"), !isText[index], index == 0 || reader.bytes[index - 1] <= 0x20 else {
          index += 1
          continue
        }
        let end = lineEnd(index, reader.bytes)
        let comment = String(decoding: reader.bytes[index..<end], as: UTF8.self)
        found.append(String(comment.reversed().drop { $0 == " " || $0 == "\t" }.reversed()))
        index = end
      }
      return found.sorted()
    }
  }

  private static func lineEnd(_ start: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
  }

  @Test(
    "of every YAML file of the test data changes nothing that it says, and a second time nothing",
    arguments: YAMLTexts.usual)
  func realFiles(_ texts: YAMLTexts) throws {
    var counts = Counts()
    let all: [Set<Tidying>] = [
      [.keys], [.trailingSpaces], [.finalNewline], [.lineFeeds], [.carriageReturns],
      [.keys, .trailingSpaces, .finalNewline, .lineFeeds],
    ]
    let files = try texts.files(for: "tidying: \(texts)")
    guard !files.isEmpty else { return }
    for (_, bytes) in files where bytes.count < 60_000 {
      for form in TextForm.allCases where form == .own || bytes.count < 5_000 {
        for options in all { Self.check(options, form.of(bytes), &counts) }
      }
    }
    let refused = counts.refused.values.reduce(0, +)
    print("tidied \(texts): \(counts.texts) texts, \(counts.changed) changed, refused \(counts.refused)")
    #expect(counts.faults.isEmpty, "\(counts.faults.count): \(counts.faults.prefix(5).joined(separator: "\n\n"))")
    #expect(counts.changed > 100)
    #expect(refused * 10 < counts.texts)
  }

  @Test("of texts with bytes changed at random changes nothing that they say") func changedTexts() throws {
    var counts = Counts()
    var random = SplitMix(state: 20_261_122)
    let texts = try YAMLTexts.small(for: "tidying changed texts of the YAML test suite")
    let alphabet = Array("\n\n\n   :-#,[]{}'\"&*!|>%@?\t\\aé~0.\r\u{85}\u{2028}".utf8)
    for _ in 0..<6_000 * RandomEditTests.factor {
      var text = texts[random.below(texts.count)]
      guard !text.isEmpty, text.count < 2_000 else { continue }
      for _ in 0..<1 + random.below(4) {
        let place = random.below(text.count)
        if random.below(2) == 0 {
          text[place] = alphabet[random.below(alphabet.count)]
        } else {
          text.insert(alphabet[random.below(alphabet.count)], at: place)
        }
      }
      Self.check([Tidying.allCases[random.below(5)]], text, &counts)
    }
    print("tidied changed texts: \(counts.texts) texts, \(counts.changed) changed, refused \(counts.refused)")
    #expect(counts.faults.isEmpty, "\(counts.faults.count): \(counts.faults.prefix(5).joined(separator: "\n\n"))")
    #expect(counts.changed > 300)
  }
}
