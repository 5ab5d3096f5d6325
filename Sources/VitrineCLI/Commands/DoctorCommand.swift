// `vitrine doctor`: what the program finds around it.

import Glibc
import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineText

/// Tells what is read, from where, and what would keep the program from working.
enum DoctorCommand: CommandFile {
  static let command = Command<Session>(
    name: "doctor", summary: "say what vitrine reads and what is in its way", group: "Help",
    manual: Manual(
      examples: [("vitrine doctor", "tells about this catalogue and this machine")],
      description: [
        "vitrine reads the catalogue's folder and, when photos are picked, the folders under 'libraries:' in vitrine.yaml. It writes only what a command says. It never uses the network. Lines marked 'asks' are the texts under 'permissions:', which people read before they are asked."
      ],
      exitStatuses: [(.well, "nothing is in the way"), (.findings, "something is; each line marked 'problem' says what to do")])
  ) { session, _ in
    var visit = DoctorVisit(session)
    visit.lookAtCatalogue()
    visit.lookAtLibraries()
    visit.lookAtPermissions()
    visit.lookAtSystem()
    return visit.problems == 0 ? .well : .findings
  }
}

/// One round of looking.
private struct DoctorVisit {
  private let session: Session
  private var catalogue: LoadedCatalogue?
  /// How many problems were told.
  private(set) var problems = 0

  init(_ session: Session) {
    self.session = session
    say("version", Version.number)
  }

  mutating func lookAtCatalogue() {
    do {
      let catalogue = try session.load(options: CatalogueLoader.Options(indexes: true))
      self.catalogue = catalogue
      say("catalogue", catalogue.root)
      say("records", "\(catalogue.recordCount) of \(catalogue.kinds.count) kinds, with \(catalogue.photoCount) photos")
      for (place, kind) in catalogue.kinds.enumerated() {
        let own = catalogue.schemas.isOwn(kind.schemaPath)
        say(
          "kind",
          "\(kind.name): \(catalogue.index?.tables[place].liveCount ?? 0) records, schema \(own ? "from \(kind.schemaPath)" : "in the program")"
        )
      }
      let errors = catalogue.findings.count(of: .error)
      say("check", errors == 0 ? "no errors" : "\(errors) \(errors == 1 ? "error" : "errors"); 'vitrine check' tells more")
      if access(catalogue.root, W_OK) != 0 { problem("the catalogue's folder cannot be written; commands that edit will fail") }
    } catch let error as CommandError {
      problem(error.message)
    } catch {
      problem("\(error)")
    }
  }

  mutating func lookAtLibraries() {
    guard let catalogue else { return }
    for library in catalogue.manifest.libraries {
      let path = expanded(library.path, catalogue.root)
      if Path.exists(path), !Path.isFolder(path) {
        problem("library '\(library.path)' is not a folder; name a folder under 'libraries:' in \(Manifest.fileName)")
      } else if access(path, R_OK | X_OK) == 0 {
        say("library", "\(library.path) is read when photos are picked from it")
      } else if Path.exists(path) {
        problem(
          "library '\(library.path)' cannot be read; 'chmod u+rx \(path)' or 'setfacl -m u:$USER:rx \(path)' would allow it")
      } else {
        problem("library '\(library.path)' is not there; create it, or take it out of \(Manifest.fileName)")
      }
    }
  }

  /// What people read before they are asked, word for word.
  func lookAtPermissions() {
    for permission in catalogue?.manifest.permissions ?? [] {
      for (language, text) in permission.words {
        let language = language.map { " (\($0))" } ?? ""
        say("asks", TerminalText.visible("\(permission.name)\(language): \(text)"))
      }
    }
  }

  mutating func lookAtSystem() {
    say("cores", "\(sysconf(Int32(_SC_NPROCESSORS_ONLN)))")
    say("network", "never used")
  }

  /// `~/` is the home folder; a relative path starts at the catalogue.
  private func expanded(_ path: String, _ root: String) -> String {
    if path == "~" || path.hasPrefix("~/") { return (session.environment("HOME") ?? "") + path.dropFirst() }
    return Path.absolute(path, from: root)
  }

  private func say(_ label: String, _ text: String) {
    session.print(label + String(repeating: " ", count: max(1, 11 - label.utf8.count)) + text + "\n")
  }

  private mutating func problem(_ text: String) {
    problems += 1
    say("problem", text)
  }
}
