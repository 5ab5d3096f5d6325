// `vitrine man`: the manual pages, for `contrib/install`.

import VitrineCommandLine

/// Prints manual pages in roff.
enum ManCommand: CommandFile {
  private static let list = Option.flag("list", "print the names of the commands that have a page")
  private static let name = Positional.optional("COMMAND", "the command; the whole program by default")

  static let command = Command<Session>(
    name: "man", summary: "print a manual page in roff", isHidden: true, options: [list], positionals: [name],
    manual: Manual(examples: [("vitrine man check | man -l -", "reads the page of a command")])
  ) { session, arguments in
    let pages = VitrineProgram.program.manualPages()
    if arguments[list] {
      for page in pages.dropFirst() { session.print(page.file.dropFirst("vitrine-".count).dropLast(2) + "\n") }
      return .well
    }
    let file = arguments[name].map { "vitrine-\($0).1" } ?? "vitrine.1"
    guard let page = pages.first(where: { $0.file == file }) else {
      throw CommandError(
        "there is no manual page for '\(arguments[name] ?? "")'; 'vitrine man --list' names those that are there")
    }
    session.print(page.text)
    return .well
  }
}
