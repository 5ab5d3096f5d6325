// `vitrine colors`: the palette, by groups, with how many records use each colour.

import VitrineApplication
import VitrineCommandLine
import VitrineFormats
import VitrineModel

/// Shows the palettes of the catalogue's kinds.
enum ColorsCommand: CommandFile {
  private static let format = SharedOptions.rowFormat
  private static let words = Positional.any(
    "COLOR", completes: .asked("color"), "a group, a colour's name or another word for it; all when left out")

  static let command = Command<Session>(
    name: "colors", aliases: ["colours"], summary: "show the palette", group: "Catalogue", service: .wanted, options: [format],
    positionals: [words],
    manual: Manual(
      examples: [
        ("vitrine colors", "shows all colours in their groups"),
        ("vitrine colors blues", "shows one group"),
        ("vitrine colors cream 'sky blue'", "shows two colours, by whatever they are called"),
        ("vitrine colors --format json", "gives names, hex values and groups to a program"),
      ],
      description: [
        "Blocks have the exact colour where COLORTERM is truecolor or 24bit, else the nearest of 256."
      ],
      exitStatuses: ExitStatus.ordinary.map { ($0, $0.summary) }, environment: [("COLORTERM", "what colours the terminal has")],
      seeAlso: ["list", "property"])
  ) { session, arguments in
    let open = try session.openCatalogue()
    let palettes = Palette.all(of: open)
    guard !palettes.isEmpty else {
      throw CommandError("no kind of this catalogue has colours; 'vitrine schema list' lists kinds")
    }
    let form = arguments[format] ?? Table.standardFormat
    for (position, palette) in palettes.enumerated() {
      let colors = try palette.colors(named: arguments[words])
      let table = palette.table(colors, withGroups: form.name == Table.standardFormat.name && session.look.isTerminal)
      if position > 0 { session.print("\n") }
      session.withSink { form.write(table, look: session.look, to: &$0) }
    }
    return .well
  }
}
