// `vitrine history`: what became of a record, commit by commit.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFiles
import VitrineFormats
import VitrineModel
import VitrineSource
import VitrineSystem

/// Tells the history of a record.
enum HistoryCommand: CommandFile {
  private static let format = SharedOptions.format(default: DifferenceForm.human)
  private static let record = Positional.one("RECORD", completes: .record, RecordResolver.forms)
  private static let field = Positional.optional("FIELD", completes: .field, "only the changes of this field")

  static let command = Command<Session>(
    name: "history", summary: "tell what became of a record, commit by commit", group: "Git",
    options: [format, SharedOptions.exitStatus], positionals: [record, field],
    manual: Manual(
      examples: [
        ("vitrine history hades", "every commit that changed the record, with the fields"),
        ("vitrine history hades status", "when its status changed, and who changed it"),
        ("vitrine history games/gone.yaml", "what became of a record that is not there any more, by its path"),
      ],
      description: [
        "The newest change stands first; what is not committed comes before it. Renames are followed. A commit that changed nothing but the form of the file says so.",
        RecordResolver.manual,
      ],
      exitStatuses: [
        (.well, "the history was written"), (.findings, "with --exit-status: there is none"),
        (.usage, ExitStatus.usage.summary), (.inputOutput, ExitStatus.inputOutput.summary),
      ],
      seeAlso: ["diff", "log"])
  ) { session, arguments in
    let versioned = try VersionedCatalogue(session.context)
    let sparse = try versioned.sparseFiles()
    let path = try path(of: arguments[record], session, versioned, sparse)
    var current: [UInt8]?
    do throws(FileError) { current = try session.read(versioned.root + "/" + path.string) } catch {
      guard error.isGone else { throw error }
      current = sparse?.text(at: path)
    }
    let history = try RecordHistory(ofRecordAt: path, field: arguments[field], current: current, in: versioned)
    session.withSink {
      history.write(arguments[format], isOfField: arguments[field] != nil, look: session.look, to: &$0)
    }
    guard history.steps.isEmpty else { return .well }
    session.note(arguments[field].map { "nothing is known of '\($0)' of '\(path.shown)'" } ?? "git does not know '\(path.shown)'")
    return arguments[SharedOptions.exitStatus] ? .findings : .well
  }

  /// The path of the record that a word means: also one that is gone, by the path of its file.
  private static func path(of word: String, _ session: Session, _ versioned: VersionedCatalogue, _ sparse: SparseFiles?) throws
    -> Path
  {
    let absolute = Path.absolute(word, from: Path.real(session.folder))
    if Path(word).isRecordFile, !Path.exists(absolute) {
      for start in [absolute, Path.absolute(word, from: versioned.root)] {
        if let relative = Path.relative(start, to: versioned.root), !relative.isEmpty { return Path(relative) }
      }
    }
    return try RecordResolver(try session.openCatalogue(isQuiet: true, sparse: sparse), standingIn: session.folder).path(of: word)
  }
}
