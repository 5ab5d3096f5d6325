// What `vitrine` alone says: what to do next, and the commands of every day. Never more than a screen.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineSource

extension VitrineProgram {
  /// The commands of every day, in the order in which a newcomer wants them.
  private static let daily = [
    "check", "list", "find", "show", "new", "set", "edit", "mv", "rm", "undo", "watch", "export", "import",
  ]

  /// The first page, for somebody who stands where the session does.
  static func firstPage(_ session: Session) -> String {
    program.overview(daily: daily, next: next(session), style: helpStyle(session))
  }

  /// How help is set for a session.
  static func helpStyle(_ session: Session) -> HelpStyle {
    HelpStyle(width: min(session.terminalWidth ?? 80, 100), isBold: session.usesColor)
  }

  /// Prints help: through the pager of a terminal, unless the line says `--no-pager`.
  static func printHelp(_ text: String, _ words: [String], _ session: Session) {
    let isPaged = !words.prefix { $0 != "--" }.contains { GlobalOptions.noPager.declaration.names.contains($0) }
    if isPaged, let pager = session.pager, pager(text) { return }
    session.print(text)
  }

  private static func next(_ session: Session) -> [(command: String, meaning: String)] {
    guard RootSearch.root(above: Path.real(session.folder)) != nil else {
      return [
        ("vitrine init", "there is no catalogue here: makes one of this folder"),
        ("vitrine -C DIR check", "checks the catalogue in another folder"),
      ]
    }
    let kinds = session.kindNames()
    var next = [("vitrine check", "reports what is wrong in this catalogue, and what to do")]
    if let kind = kinds.first {
      next.append(("vitrine \(kind.plural)", "lists its \(kind.plural)"))
      next.append(("vitrine new \(kind.name)", "opens an empty \(kind.name) in your editor"))
    }
    return next
  }
}
