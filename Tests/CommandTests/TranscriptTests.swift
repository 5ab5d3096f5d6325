// The command line as a person uses it: every command of every page, with its output, its errors and its exit status.

import FoundationEssentials
import Synchronization
import Testing
import VitrineTesting

/// The pages, and the answers they are given when they are written anew.
enum Transcripts {
  /// Where the pages stand.
  static let folder = TestData.checkout + "/Tests/CommandTests/transcripts"

  /// All pages but the one about them; those that `VITRINE_PAGES` names (`rm,mv`), where it is given.
  static let pages: [TranscriptPage] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let wanted = ProcessInfo.processInfo.environment["VITRINE_PAGES"]?.split(separator: ",").map { String($0) + ".md" }
    return names.filter { $0.hasSuffix(".md") && $0 != "README.md" && wanted?.contains($0) != false }.sorted().map { name in
      let bytes = FileManager.default.contents(atPath: folder + "/" + name) ?? Data()
      return TranscriptPage(name: name, text: String(decoding: bytes, as: UTF8.self))
    }
  }()

  /// Whether the pages shall be written anew: `VITRINE_TRANSCRIPTS=write`.
  static let areWritten = ProcessInfo.processInfo.environment["VITRINE_TRANSCRIPTS"] == "write"

  private static let answers = Mutex<[String: [TranscriptBlock]]>([:])

  /// Writes a page with what has become known of it.
  static func write(_ blocks: [TranscriptBlock], to name: String) throws {
    guard let page = pages.first(where: { $0.name == name }) else { return }
    try answers.withLock { answers in
      answers[name, default: []] += blocks
      var lines = page.text.lines.map(String.init)
      for block in (answers[name] ?? []).sorted(by: { $0.lines.lowerBound > $1.lines.lowerBound }) {
        lines.replaceSubrange(block.lines, with: block.text.isEmpty ? [] : [String(block.text.dropLast())])
      }
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: folder + "/" + name))
    }
  }
}

@Suite("Transcripts of the command line")
struct TranscriptTests {
  @Test("the pages can be read")
  func pages() {
    #expect(Transcripts.pages.count >= 1)
    #expect(Transcripts.pages.flatMap(\.faults) == [])
    #expect(FileManager.default.isExecutableFile(atPath: Programs.vitrine), "there is no program at \(Programs.vitrine)")
  }

  @Test("every command does what its page says", arguments: Transcripts.pages.flatMap(\.sections))
  func section(_ section: TranscriptSection) throws {
    let real = try section.carriedOut()
    guard !Transcripts.areWritten else { return try Transcripts.write(real, to: section.page) }
    for (expected, real) in zip(section.blocks, real) {
      let difference = expected.difference(to: real, in: section.page)
      #expect(difference.isEmpty, "\(section.testDescription)\n\(difference)")
    }
  }
}
