// `vitrine recover`: a change that was interrupted, ended.

import VitrineCommandLine
import VitrineJournal

/// Ends a change that was interrupted.
enum RecoverCommand: CommandFile {
  static let command = Command<Session>(
    name: "recover", summary: "end a change that was interrupted", group: "Changes",
    manual: Manual(
      examples: [("vitrine recover", "completes or takes back what kill -9 or a power cut left half done")],
      description: [
        "A change of many files is made whole or not at all. Where the program that made it was killed, or the power failed, every command that reads or writes the catalogue ends it first: completed where all of it was on the disk, else taken back. This command does nothing but that, for a catalogue in which reading may not write, or where it failed before."
      ],
      exitStatuses: [
        (.well, "it is ended, or nothing was interrupted"), (.usage, ExitStatus.usage.summary),
        (.inputOutput, "it cannot be ended now; nothing was lost"),
      ],
      files: [(".vitrine/journal/", "what it takes to complete a change, or to take it back")],
      seeAlso: ["log", "undo", "doctor"])
  ) { session, _ in
    guard session.live == nil else { throw NotServed() }
    let root = try session.root()
    let wasInterrupted = try Journal(root: root).isUnsettled()
    try session.changing(root) { _ in }
    if !wasInterrupted { session.note("nothing was interrupted") }
    return .well
  }
}
