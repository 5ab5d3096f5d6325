// `vitrine doctor`: what the program finds around it.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine

/// Says what is read, from where, and what would keep the program from working.
enum DoctorCommand: CommandFile {
  static let command = Command<Session>(
    name: "doctor", summary: "say what vitrine reads and what is in its way", group: "Help",
    manual: Manual(
      examples: [("vitrine doctor", "describes this catalogue and this machine")],
      description: [
        "vitrine reads the catalogue's folder and, when photos are picked, the folders under 'libraries:' in vitrine.yaml. It writes only when a command says so. It never uses the network. Lines marked 'asks' are the texts under 'permissions:', which people read before they are asked."
      ],
      exitStatuses: [(.well, "nothing is in the way"), (.findings, "something is; each line marked 'problem' says what to do")])
  ) { session, _ in
    var examination = Examination(session.context)
    examination.lookAtCatalogue { try session.load(options: CatalogueLoader.Options(indexes: true)) }
    examination.lookAtDaemon()
    examination.lookAtSystem()
    for (label, text) in examination.lines {
      session.print(label + String(repeating: " ", count: max(1, 11 - label.utf8.count)) + text + "\n")
    }
    return examination.problems == 0 ? .well : .findings
  }
}
