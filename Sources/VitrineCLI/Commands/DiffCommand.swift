// `vitrine diff`: what is different between two versions of a catalogue, as records and fields.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineModel
import VitrineSource

/// Compares versions of a catalogue in git.
enum DiffCommand: CommandFile {
  private static let format = SharedOptions.format(default: DifferenceForm.human)
  private static let staged = SharedOptions.staged
  private static let words = Positional.any(
    "REV[..REV] QUERY", completes: .query, "the commits to compare, HEAD and the files unless given, and which records")

  static let command = Command<Session>(
    name: "diff", summary: "tell what is different from a commit: records, fields, photos, findings", group: "Git",
    options: [format, staged, SharedOptions.exitStatus], positionals: [words],
    manual: Manual(
      examples: [
        ("vitrine diff", "what is different from the last commit"),
        ("vitrine diff main", "what is different from another branch"),
        ("vitrine diff v1..v2 games", "what became of the games between two commits"),
        ("vitrine diff main...HEAD --format markdown", "what this branch changed, for a pull request"),
        ("vitrine diff --staged", "what the next commit would change"),
      ],
      description: [
        "Records are compared by their fields, not by lines: a record that was only formatted has no fields that are different. Files that were renamed are found by what is in them. Photos that came, went or have other bytes are named, and the findings that came and went. Files that a sparse checkout leaves out of the folder are as the index has them.",
        "The first word names commits where git knows them: REV compares it with the files, REV..REV two commits, REV...REV the second with what both have in common. All other words are a query, as for 'vitrine list'; a record is shown where it meets the query before or after.",
      ],
      exitStatuses: [
        (.well, "the difference was written; there may be none"), (.findings, "with --exit-status: there is no difference"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
      ],
      seeAlso: ["history", "check", "git-merge"])
  ) { session, arguments in
    let versioned = try VersionedCatalogue(session.context)
    let request = try DifferenceRequest(arguments[words], staged: arguments[staged], in: versioned)
    let clock = try session.stoppableClock()
    var options = CatalogueLoader.Options()
    options.offset = clock.offset
    let difference = try request.difference(in: versioned, options: options, now: clock.moment) { options in
      try session.load(options: options)
    }
    session.withSink { difference.write(arguments[format], look: session.look, to: &$0) }
    if difference.isEmpty { session.note("nothing is different") }
    return difference.isEmpty && arguments[SharedOptions.exitStatus] ? .findings : .well
  }
}
