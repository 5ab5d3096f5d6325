// The same transcripts once more, answered by a service: the same bytes.

import Testing
import VitrineTesting

@Suite("Transcripts of the command line, through a service")
struct ServedTranscriptTests {
  /// Pages on which no command reads a catalogue, or a person has to be at a terminal.
  private static let others = ["completion.md", "explain.md", "find.md", "inspect.md", "inspect-photo.md", "validate.md"]

  /// Sections that are about what only a program of its own can do: with fewer rights than the service has, without any socket, and where no service runs.
  private static let ownSections = [
    "What may not be read (M9.2, M12.1)", "A library that may not be read (M6.2)", "Never the network (M7.5, M7.3, C-NFR8, C-A5)",
    "Watching without what watches",
  ]

  private static let sections = Transcripts.pages.filter { !others.contains($0.name) }.flatMap(\.sections).filter {
    !ownSections.contains($0.heading)
  }

  @Test("every command says through a service what its page says", arguments: sections)
  func section(_ section: TranscriptSection) throws {
    guard !Transcripts.areWritten else { return }
    var served: ServedFolder?
    let real = try section.carriedOut { folder in
      let known = try served ?? ServedFolder(folder)
      served = known
      try known.serve()
      return known.variables
    }
    served?.stop()
    for (expected, real) in zip(section.blocks, real) {
      let difference = expected.difference(to: real, in: section.page)
      #expect(difference.isEmpty, "\(section.testDescription)\n\(difference)")
    }
  }
}
