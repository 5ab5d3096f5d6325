// Random edits of real texts: the result reads as it should, all else stays, and undoing gives the same bytes.

import FoundationEssentials
import Testing
import VitrineEditing
import VitrineSource
import VitrineSyntax
import VitrineTesting

/// What came of many edits.
struct EditCounts {
  var files = 0
  var edits = 0
  var nothing = 0
  var unreadable = 0
  var refusals: [EditRefusal.Reason: Int] = [:]
  var faults: [String] = []
  var unwritable: [String] = []

  var summary: String {
    let reasons = refusals.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
    return
      "\(files) texts, \(edits) edits, \(nothing) without effect, \(unreadable) texts that do not parse; refused: \(reasons.joined(separator: ", "))"
  }
}

@Suite("Random edits")
struct RandomEditTests {
  /// Makes one change, and checks all that must be true afterwards. Gives the text after it.
  static func check(_ change: ValueChange, _ bytes: [UInt8], _ whole: DataValue, _ counts: inout EditCounts) -> [UInt8]? {
    func fault(_ what: String, _ after: [UInt8]) {
      let texts = [bytes, after].map { String(decoding: $0, as: UTF8.self).debugDescription }
      counts.faults.append("\(what)\n  \(change)\n  before \(texts[0])\n  after  \(texts[1])")
    }
    let edits: [TextEdit]
    do throws(EditRefusal) {
      edits = try TreeEditor.edits([change], in: bytes)
    } catch {
      counts.refusals[error.reason, default: 0] += 1
      if error.reason == .unwritable {
        counts.unwritable.append("\(change)\n  \(String(decoding: bytes, as: UTF8.self).debugDescription)")
      }
      return nil
    }
    if edits.isEmpty { counts.nothing += 1 } else { counts.edits += 1 }
    var position = 0
    for edit in edits {
      if Int(edit.range.start) < position || Int(edit.range.end) > bytes.count { fault("edits overlap or lie outside", bytes) }
      position = Int(edit.range.end)
    }
    let after = edits.applied(to: bytes)
    let parsed = YAML.parse(after)
    let found = parsed.tree.withReader { reader in parsed.tree.roots.first.map { reader.dataValue($0) } ?? .null }
    guard let wanted = whole.changed(by: change) else {
      fault("made, but makes no sense", after)
      return nil
    }
    if !parsed.isComplete { fault("does not parse", after) }
    if found.sorted != wanted.allNormalized.sorted { fault("reads otherwise", after) }
    if inverse(of: edits, bytes).applied(to: after) != bytes { fault("cannot be undone", after) }
    return after
  }

  /// The edits that take others back.
  static func inverse(of edits: [TextEdit], _ bytes: [UInt8]) -> [TextEdit] {
    var shift = 0
    return edits.map { edit in
      let start = Int(edit.range.start) + shift
      shift += edit.replacement.count - edit.range.count
      return TextEdit(ByteRange(start, start + edit.replacement.count), Array(bytes[edit.range.indices]))
    }
  }

  /// Random edits of one text, each on the text as it was, some on the result of others.
  static func run(_ bytes: [UInt8], rounds: Int, _ maker: inout RandomChange, _ counts: inout EditCounts) {
    counts.files += 1
    guard YAML.parse(bytes).isComplete else {
      counts.unreadable += 1
      return
    }
    var text = bytes
    for _ in 0..<rounds {
      let tree = YAML.parse(text).tree
      let whole = tree.withReader { reader in tree.roots.first.map { reader.dataValue($0) } ?? .null }
      guard let after = check(maker.change(of: whole), text, whole, &counts) else { continue }
      text = maker.random.below(3) == 0 && after.count < 100_000 ? after : bytes
    }
  }

  /// How many times more edits are made than in a usual run.
  static let factor = ProcessInfo.processInfo.environment["VITRINE_EDIT_ROUNDS"].flatMap { Int($0) } ?? 1

  @Test(
    "of every YAML file of the test data, as it is and with other line ends, come to what was wanted and can be undone",
    arguments: YAMLTexts.allCases)
  func realFiles(_ texts: YAMLTexts) throws {
    var counts = EditCounts()
    let seed: UInt64 = 20_261_121
    var maker = RandomChange(random: SplitMix(state: seed))
    let files = try texts.files(for: "random edits: \(texts)")
    guard !files.isEmpty else { return }
    for (_, bytes) in files where bytes.count < 60_000 {
      let rounds = Self.factor * (bytes.count < 2_000 ? 9 : bytes.count < 10_000 ? 4 : 2)
      for form in TextForm.allCases { Self.run(form.of(bytes), rounds: rounds, &maker, &counts) }
    }
    print("random edits, seed \(seed), \(texts): \(counts.summary)")
    #expect(counts.faults.count == 0, "\(counts.faults.prefix(12).joined(separator: "\n\n"))")
    // What PyYAML is tested with are the rare forms of the language.
    let rare = texts == .pyyaml ? 100 : 1_000
    #expect(counts.unwritable.count * rare <= counts.edits, "\(counts.unwritable.prefix(8).joined(separator: "\n\n"))")
    #expect(counts.edits > 100)
  }

  @Test("of texts with bytes changed at random come to what was wanted or are refused", arguments: 0..<4)
  func changedTexts(seed: UInt64) throws {
    var counts = EditCounts()
    var maker = RandomChange(random: SplitMix(state: seed &+ 77))
    var texts = [Array(HostileStringTests.record.utf8)]
    texts += try YAMLTexts.small(for: "random edits of changed texts of the YAML test suite")
    let alphabet = Array("\n\n\n   :-#,[]{}'\"&*!|>%@?\t\\aé~0.\r\u{85}\u{2028}".utf8)
    for _ in 0..<1_500 * Self.factor {
      var text = texts[maker.random.below(3) == 0 ? 0 : maker.random.below(texts.count)]
      guard !text.isEmpty, text.count < 2_000 else { continue }
      for _ in 0..<1 + maker.random.below(4) {
        let place = maker.random.below(text.count)
        switch maker.random.below(3) {
        case 0: text[place] = alphabet[maker.random.below(alphabet.count)]
        case 1: text.insert(alphabet[maker.random.below(alphabet.count)], at: place)
        default: if text.count > 1 { text.remove(at: place) }
        }
      }
      Self.run(text, rounds: 3, &maker, &counts)
    }
    print("random edits of changed texts, seed \(seed): \(counts.summary)")
    #expect(counts.faults.count == 0, "\(counts.faults.prefix(5).joined(separator: "\n\n"))")
    #expect(counts.edits > 500)
    #expect(counts.unwritable.count * 100 < counts.edits, "\(counts.unwritable.prefix(8).joined(separator: "\n\n"))")
  }
}

/// Forms that a text may have besides its own.
enum TextForm: CaseIterable {
  case own, windows, withoutFinalBreak, withMark

  func of(_ bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .own: return bytes
    case .windows:
      return Array(
        bytes.filter { $0 != 0x0D }.split(separator: 0x0A, omittingEmptySubsequences: false).joined(separator: [0x0D, 0x0A]))
    case .withoutFinalBreak:
      var bytes = bytes
      while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
      return bytes
    case .withMark: return bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes : [0xEF, 0xBB, 0xBF] + bytes
    }
  }
}
