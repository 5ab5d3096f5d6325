// `vitrine inspect`: a file as vitrine reads it.

import VitrineCommandLine
import VitrineFormats
import VitrineSource
import VitrineSyntax

/// Shows the tree of a YAML or JSON file, or converts it to JSON.
enum InspectCommand: CommandFile {
  /// How the tree is shown.
  private enum Form: String, OptionChoice {
    case tree, json

    var summary: String {
      switch self {
      case .tree: "every node with its place, kind and style"
      case .json: "the values as JSON"
      }
    }
  }

  private static let format = Option.choice("format", short: "f", "FORMAT", default: Form.tree, "show it so")
  private static let compact = Option.flag("compact", "with --format json: one line a document")
  private static let file = Positional.one("FILE", completes: .file, "the file; '-' reads standard input")

  static let command = Command<Session>(
    name: "inspect", summary: "show a YAML or JSON file as vitrine reads it", group: "Files", options: [format, compact],
    positionals: [file],
    manual: Manual(
      examples: [
        ("vitrine inspect games/hades.yaml", "shows every value with its place, type and style"),
        ("vitrine inspect --format json games/hades.yaml", "converts YAML to JSON"),
      ],
      description: [
        "YAML is read by the rules of YAML 1.2: 'no' is a word, '010' is ten. A stream of several documents is shown one after the other. What is wrong is told on standard error."
      ],
      exitStatuses: [
        (.well, "the file was read"), (.findings, "it is not valid, or a key stands twice in a map"),
        (.inputOutput, ExitStatus.inputOutput.summary),
      ])
  ) { session, arguments in
    let name = arguments[file]
    let bytes = try session.read(name)
    let isJSON = name.hasSuffix(".json")
    let parsed = isJSON ? JSON.parse(bytes) : YAML.parse(bytes, for: .stream)
    switch arguments[format] {
    case .tree: session.print(TreeDump.text(of: parsed.tree))
    case .json: if parsed.isComplete { session.print(try json(of: parsed.tree, isCompact: arguments[compact])) }
    }
    let findings = SourceText(path: name, bytes: bytes).located(parsed.findings)
    session.complain(findings, text: bytes)
    return findings.contains { $0.severity == .error } ? .findings : .well
  }

  /// A tree as JSON.
  ///
  /// Errors: the text would be too large.
  static func json(of tree: Tree, isCompact: Bool) throws -> [UInt8] {
    do throws(TreeJSON.TooLarge) {
      return try TreeJSON.text(of: tree, layout: isCompact ? .compact : .indented)
    } catch {
      throw CommandError(error.message, .findings)
    }
  }
}
