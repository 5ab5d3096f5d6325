// `vitrine inspect`: a file as vitrine reads it.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineSource
import VitrineSyntax

/// Shows the tree of a YAML or JSON file, or converts it to JSON; or what a photo says of itself.
enum InspectCommand: CommandFile {
  /// How the tree is shown.
  private enum Form: String, OptionChoice {
    case tree, json

    var summary: String {
      switch self {
      case .tree: "every node with its place, kind and style; of a photo, a line for each thing known"
      case .json: "the values as JSON"
      }
    }
  }

  private static let format = SharedOptions.format(default: Form.tree)
  private static let compact = Option.flag("compact", "with --format json: one line a document")
  private static let file = Positional.one("FILE", completes: .file, "the file; '-' reads standard input")

  static let command = Command<Session>(
    name: "inspect", summary: "show a YAML or JSON file, or a photo, as vitrine reads it", group: "Files",
    options: [format, compact],
    positionals: [file],
    manual: Manual(
      examples: [
        ("vitrine inspect games/hades.yaml", "shows every value with its place, type and style"),
        ("vitrine inspect --format json games/hades.yaml", "converts YAML to JSON"),
        ("vitrine inspect wardrobe/navy-blazer.jpg", "shows the photo's format and size, when and with what it was taken"),
      ],
      description: [
        "YAML is read by the rules of YAML 1.2: 'no' is a word, '010' is ten. A stream of several documents is shown one after the other. What is wrong is reported on standard error.",
        "The format of a photo is recognised by its bytes. The values are those of photo.taken, photo.camera and so on in queries: the width and height as stored, the orientation that EXIF gives or HEIC's own rotation, and the time from EXIF, or else from the file's name.",
      ],
      exitStatuses: [
        (.well, "the file was read"),
        (.findings, "it is not valid, or a key stands twice in a map, or the photo is no image or is cut short"),
        (.inputOutput, ExitStatus.inputOutput.summary),
      ])
  ) { session, arguments in
    let name = arguments[file]
    let (bytes, photo) = try session.readTextOrPhoto(name)
    if let photo { return show(photo, name, session, arguments) }
    let isJSON = name.hasSuffix(".json")
    let parsed = isJSON ? JSON.parse(bytes) : YAML.parse(bytes, for: .stream)
    switch arguments[format] {
    case .tree: session.print(TreeDump.text(of: parsed.tree))
    case .json: if parsed.isComplete { session.print(try json(of: parsed.tree, isCompact: arguments[compact])) }
    }
    let findings = SourceText(path: Path(name), bytes: bytes).located(parsed.findings)
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

  private static func show(_ photo: ReadPhoto, _ name: String, _ session: Session, _ arguments: Arguments) -> ExitStatus {
    let page = PhotoPage(photo, name: name)
    switch arguments[format] {
    case .tree: session.print(page.text)
    case .json: session.print(page.json(isCompact: arguments[compact]))
    }
    for fault in page.faults { session.tell("vitrine: \(name): \(fault)") }
    return page.isSpoilt ? .findings : .well
  }
}
