// `vitrine fmt`: records tidied as far as is asked for.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineCommandLine
import VitrineEditing
import VitrineSource

/// Tidies the text of records.
enum FmtCommand: CommandFile {
  private enum LineEnding: String, OptionChoice {
    case lf, crlf
    var summary: String {
      switch self {
      case .lf: "a line feed, as everywhere but on Windows"
      case .crlf: "a carriage return and a line feed"
      }
    }
  }

  private static let keys = Option.flag("keys", "put keys into the order of the kind's schema, in maps within records, too")
  private static let trailing = Option.flag("trailing-spaces", "take away blanks at the ends of lines")
  private static let final = Option.flag("final-newline", "end the last line with a line break")
  private static let endings = Option.choice("line-endings", "HOW", among: LineEnding.self, "end all lines so")
  private static let records = Positional.any(
    "QUERY|RECORD|FILE", completes: .selection,
    "\(RecordResolver.selection); all when left out; or the catalogue's own texts by their paths: vitrine.yaml, what is in schemas/ and views/"
  )

  static let command = Command<Session>(
    name: "fmt", summary: "tidy the text of records, only as far as is asked for", group: "Changes",
    service: .planned { _ in [] }, options: [keys, trailing, final, endings] + ChangeOptions.ofQueries, positionals: [records],
    manual: Manual(
      examples: [
        ("vitrine fmt --keys hades", "puts the keys of a record into the order of its schema"),
        ("vitrine fmt --trailing-spaces --final-newline", "tidies the lines of all records"),
        ("vitrine fmt --keys games --dry-run", "shows what that would change"),
        ("vitrine fmt --line-endings lf path:from-windows", "ends lines with LF"),
        ("vitrine fmt --trailing-spaces vitrine.yaml schemas/*.yaml", "tidies the lines of the catalogue's own texts"),
      ],
      description: [
        "vitrine has no preferred form: 'fmt' does only what its options say, and needs at least one. The values of a record stay the same to the last character; each result is read again before it is written.",
        "The manifest, schemas, vocabularies and views are only tidied where they are named by their paths, and have no order of keys.",
        "With --keys, keys that the schema does not name come after the others, in the order they have, and a merge key ('<<') comes first. A comment moves with its entry: after a value, above a key, or below it and indented deeper. Comments at the top of a file stay there, and so do those at its end. Blank lines stay where they are.",
        "Blanks within texts of several lines ('|', '>') are a part of them and stay. Where entries cannot be moved, since an alias would come before its anchor, or a comment stands among entries in braces, the file is left as it is, with a message.",
      ],
      exitStatuses: [
        (.well, "done, or nothing was to change"), (.findings, "some files cannot be tidied; they are left as they are"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
        (.conflict, ExitStatus.conflict.summary), (.interrupted, "the answer to the question was not 'yes'"),
      ], seeAlso: ["check", "set", "undo"])
  ) { session, arguments in
    var options: Set<Tidying> = []
    if arguments[keys] { options.insert(.keys) }
    if arguments[trailing] { options.insert(.trailingSpaces) }
    if arguments[final] { options.insert(.finalNewline) }
    switch arguments[endings] {
    case .lf: options.insert(.lineFeeds)
    case .crlf: options.insert(.carriageReturns)
    case nil: break
    }
    guard !options.isEmpty else {
      throw CommandError("say what is to be tidied: --keys, --trailing-spaces, --final-newline or --line-endings")
    }
    let open = try session.openCatalogue()
    let (texts, words) = ownTexts(arguments[records], in: open, session)
    var paths: [Path] = []
    if !words.isEmpty || texts.isEmpty {
      let selection = try session.selection(words, in: open)
      try session.accept(unread: selection.unread, arguments)
      paths = selection.paths
    }
    guard !paths.isEmpty || !texts.isEmpty else { return .findings }
    try session.refuseServing(parts: paths.count + texts.count)
    let outcome = FormatPlanner.plan(options, records: paths, texts: texts, in: open.catalogue)
    for refusal in outcome.refusals { session.tell("vitrine: \(refusal); the file is left as it is") }
    try session.carryOut(outcome.plan, root: open.catalogue.root, arguments: arguments)
    return outcome.refusals.isEmpty ? .well : .findings
  }

  /// The catalogue's own texts among the words, by their paths in it, each once; and the other words.
  private static func ownTexts(
    _ words: [String], in open: OpenCatalogue, _ session: Session
  ) -> (texts: [Path], words: [String]) {
    let root = Path.real(open.catalogue.root)
    var (texts, others): ([Path], [String]) = ([], [])
    for word in words {
      let absolute = Path.absolute(word, from: session.folder)
      guard let path = Path.relative(absolute, to: root).map({ Path($0) }), open.catalogue.isOwnText(path),
        Path.isReadableFile(absolute)
      else {
        others.append(word)
        continue
      }
      if !texts.contains(path) { texts.append(path) }
    }
    return (texts, others)
  }
}
