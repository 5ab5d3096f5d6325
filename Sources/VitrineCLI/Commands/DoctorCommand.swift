// `vitrine doctor`: what the program finds around it.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineJournal

/// Says what is read, from where, and what would keep the program from working.
enum DoctorCommand: CommandFile {
  private static let fix = SharedOptions.fix
  private static let sessions = Option.flag("sessions", "say instead how many sessions with a camera ended as they should")

  static let command = Command<Session>(
    name: "doctor", summary: "say what vitrine reads and what is in its way", group: "Help",
    options: [fix, sessions],
    manual: Manual(
      examples: [
        ("vitrine doctor", "describes this catalogue and this machine"),
        ("vitrine doctor --fix", "also removes temporary files of changes that were interrupted"),
        ("vitrine doctor --sessions", "counts the sessions of the page's camera, and those by cable"),
      ],
      description: [
        "vitrine reads the catalogue's folder and, when photos are picked, the folders under 'libraries:' in vitrine.yaml. It writes only when a command says so. A new text is written beside its place first, as '.vitrine-NUMBER-STEP.tmp'; where a folder was moved away in the middle of a change, such files may stay in it until the next change, or --fix, removes them. It never uses the network. Lines marked 'asks' are the texts under 'permissions:', which people read before they are asked.",
        "--sessions counts what stands in the state folder: a line when a session with a camera begins, and one when it ends. One that nobody ended within twelve hours, or whose program is gone, was cut short. Nothing of it is in the catalogue, and nothing is sent.",
      ],
      exitStatuses: [(.well, "nothing is in the way"), (.findings, "something is; each line marked 'problem' says what to do")],
      files: [("$XDG_STATE_HOME/vitrine/sessions", "sessions with cameras; in ~/.local/state where the variable is not set")])
  ) { session, arguments in
    if arguments[sessions] {
      let count =
        SessionLog(environment: session.environment)?.count(at: session.wallClock.now() / 1_000_000_000) ?? SessionLog.Count()
      session.print(
        "\(counted(count.begun, "session")) with a camera: \(count.share / 10).\(count.share % 10) % of those that are over ended as they should, "
          + "\(count.broken) cut short, \(count.open) open\n")
      return .well
    }
    var examination = Examination(session.context)
    examination.lookAtCatalogue { try session.load(options: CatalogueLoader.Options(indexes: true)) }
    examination.lookAtStagedFiles(
      arguments[fix] ? { root in try session.changing(root) { writer in try writer.removeAllStaged() } } : nil)
    examination.lookAtDaemon()
    examination.lookAtDecoders()
    examination.lookAtSystem()
    for (label, text) in examination.lines {
      session.print(label + String(repeating: " ", count: max(1, 11 - label.utf8.count)) + text + "\n")
    }
    return examination.problems == 0 ? .well : .findings
  }
}
