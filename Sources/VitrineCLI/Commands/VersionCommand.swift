// `vitrine version`: which version this is, and what it is made of. Decision 0053 says why in this form.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineSource

/// Prints the version, and the licences of all that is linked.
enum VersionCommand: CommandFile {
  private static let licences = Option.flag(
    "licences", "print which libraries are linked, their licences, and why they may be together")

  static let command = Command<Session>(
    name: "version", summary: "print the version, or the licences of all that is linked", group: "Help", options: [licences],
    manual: Manual(
      examples: [
        ("vitrine version", "prints the version, as --version does"),
        ("vitrine version --licences", "prints every library with its licence and its place"),
      ],
      description: [
        "The licences are written in Debian's machine-readable form (copyright-format 1.0). The package that 'contrib/deb' makes has the same text with the versions of the libraries in it."
      ],
      exitStatuses: [(.well, ExitStatus.well.summary)])
  ) { session, arguments in
    if arguments[licences] {
      session.print(Stock.file(named: "licences/copyright") ?? [])
    } else {
      session.print("vitrine \(Version.number)\n")
    }
    return .well
  }
}
