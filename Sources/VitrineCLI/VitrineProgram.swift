// The program: words to a command, a command to an exit status.

import Glibc
import VitrineApplication
import VitrineCatalog
import VitrineChanges
package import VitrineCommandLine
import VitrineFormats
import VitrineJournal
import VitrineModel
import VitrineQuery
import VitrineSource
import VitrineSystem
import VitrineText

/// The whole program.
package enum VitrineProgram {
  /// The program as it is declared.
  package static let program = Program<Session>(
    name: "vitrine", version: Version.number, date: Version.date,
    summary: "keep a collection as plain files, checked at every save",
    shorthand: Shorthand(completes: "plural", command: "list"),
    manual: Manual(
      examples: [
        ("vitrine init", "makes a catalogue of this folder"),
        ("vitrine check", "checks all of it"),
        ("vitrine games", "lists the records of a kind, by its plural"),
        ("vitrine explain duplicate-key", "says what a rule is about"),
      ],
      description: [
        "vitrine keeps games, miniatures, recipes, memories, clothes, photographs, or whatever you define, as one YAML file each, with photos beside it. The files are the only truth: edit them with anything, keep them in git, and ask vitrine for the truth about them."
      ],
      exitStatuses: ExitStatus.allCases.map { ($0, $0.summary) },
      environment: [
        ("NO_COLOR", "if set and not empty, no colours unless --color=always"),
        ("COLORTERM", "if truecolor or 24bit, colours are shown exactly, else as the nearest of 256"),
        ("LANGUAGE", "the languages of answers, in the order in which they are preferred, where the locale is one"),
        ("LC_ALL", "the locale, whose language answers are given in; else LC_MESSAGES, else LANG"),
        ("PAGER", "shows long help on a terminal; 'less -FRX' where it is not set, nothing where it is empty"),
        ("COLUMNS", "the width of tables and help, where the terminal does not say"),
        ("VITRINE_NO_DAEMON", "if set and not empty, no daemon is asked, as with --no-daemon"),
        ("XDG_RUNTIME_DIR", "where daemons have their sockets, in vitrine/; in /tmp/vitrine-UID without it"),
        ("VITRINE_NOW", "the moment taken for now, such as 2026-11-21T12:00:00+03:00: for tests and scripts"),
      ],
      files: [
        ("vitrine.yaml", "makes a folder a catalogue and says which files are records of which kind"),
        ("schemas/KIND.schema.yaml", "a kind of your own, or your version of a stock one"),
        (".vitrineignore", "what is no part of the catalogue, written like .gitignore"),
      ]),
    commands: Commands.all.map { $0.command })

  /// Whether words are those of a command that a program which watches runs itself: `vitrine watch`, `vitrine lsp`.
  package static func watches(_ words: [String]) -> Bool {
    words.first == WatchCommand.command.name || words.first == LspCommand.command.name
  }

  /// Runs the program on the words after its name and gives the exit status.
  package static func run(_ words: [String], in base: Session) -> Int32 {
    runServed(words, in: base) ?? ExitStatus.inputOutput.rawValue
  }

  /// The same; nil where the session has a catalogue at hand and the words ask for something that needs more than that. Something may have been
  /// written then.
  static func runServed(_ words: [String], in base: Session) -> Int32? {
    // A word that may be a kind's name or plural is for the service to understand: it knows the kinds.
    if base.asksServices, case .some(let directory) = program.shorthandDirectory(words) {
      let session = base.with(Session.Globals(directory: directory, color: .auto, isQuiet: false))
      if let status = session.askService(words) { return status }
      // It would answer nothing else to the same words spelt out.
      var alone = base
      alone.asksServices = false
      return status(of: words, in: alone)
    }
    return status(of: words, in: base)
  }

  private static func status(of words: [String], in base: Session) -> Int32? {
    if words.isEmpty {
      base.print(firstPage(base))
      return ExitStatus.well.rawValue
    }
    do throws(UsageError) {
      let request = try program.request(
        words, suggest: { NearestWord.nearest(to: $0, in: $1) },
        expandable: {
          base.with(Session.Globals(directory: $0, color: .auto, isQuiet: false)).kindNamesOrStock().flatMap {
            [$0.plural, $0.name]
          }
        },
        expand: { word, directory in
          kind(word, base.with(Session.Globals(directory: directory, color: .auto, isQuiet: false)))
        })
      switch request {
      case .version:
        base.print(program.versionText)
        return ExitStatus.well.rawValue
      case .help(let path):
        printHelp(program.help(at: path, style: helpStyle(base)), words, base)
        return ExitStatus.well.rawValue
      case .run(let invocation):
        var session = base.with(
          Session.Globals(
            directory: invocation.arguments[GlobalOptions.directory], color: invocation.arguments[GlobalOptions.color],
            isQuiet: invocation.arguments[GlobalOptions.quiet], language: invocation.arguments[GlobalOptions.language]))
        session.words = words
        if case .planned = invocation.command.service { session.plansAgain = session.live == nil }
        let service = invocation.command.service
        let files = service.plannedFiles(invocation.arguments)
        if session.live != nil {
          guard session.planned == nil ? service.isPossible(invocation.arguments) : files != nil else { return nil }
        }
        if session.asksServices, !invocation.arguments[GlobalOptions.local], service.isWanted(invocation.arguments),
          let status = session.askService(words)
        {
          return status
        }
        if session.asksServices, !invocation.arguments[GlobalOptions.local], let files,
          let planned = session.askPlan(words, files: files)
        {
          return status(in: session) {
            try plannedAnew(session) {
              try session.finish(planned)
            } again: {
              try run(invocation, in: $0)
            }
          }?.rawValue
        }
        return status(in: session) {
          try plannedAnew(session) {
            try run(invocation, in: session)
          } again: {
            try run(invocation, in: $0)
          }
        }?.rawValue
      }
    } catch {
      let failure = error.path.count == 1 ? unreadableManifest(words, base) : nil
      if let failure {
        base.tell("vitrine: \(failure)")
        return ExitStatus.inputOutput.rawValue
      }
      base.tellLines(error.text)
      if error.path.count == 1 { warnOfBrokenManifest(words, base) }
      return error.status.rawValue
    }
  }

  /// Why the manifest cannot be read, where a word may be no command only because nothing tells the kinds; nil where it can.
  private static func unreadableManifest(_ words: [String], _ base: Session) -> FileError? {
    guard let directory = program.shorthandDirectory(words) else { return nil }
    let session = base.with(Session.Globals(directory: directory, color: .auto, isQuiet: false))
    guard let root = RootSearch.root(above: Path.real(session.folder)) else { return nil }
    return KindNames.unreadableManifest(in: root)
  }

  /// Says so where a word may be no command only because the manifest does not show its kind.
  private static func warnOfBrokenManifest(_ words: [String], _ base: Session) {
    guard let directory = program.shorthandDirectory(words) else { return }
    let session = base.with(Session.Globals(directory: directory, color: .auto, isQuiet: false))
    guard let root = RootSearch.root(above: Path.real(session.folder)), !KindNames.areAllKnown(in: root) else { return }
    base.tell(
      "vitrine: '\(session.pathFromHere(Manifest.fileName))' has errors, so that kinds may be unknown here; 'vitrine check' shows them"
    )
  }

  /// Does what changes files; where others changed these since they were read, once more from the words, until the time to wait is over.
  private static func plannedAnew(
    _ session: Session, _ first: () throws -> ExitStatus?, again: (Session) throws -> ExitStatus?
  ) throws -> ExitStatus? {
    do {
      return try first()
    } catch let stale as StalePlan {
      let place = PlanQueue(root: stale.root, timeout: stale.wait * 1_000)
      let start = session.clock()
      defer { withExtendedLifetime(place) {} }
      while true {
        var session = session
        // The last time it is for the one who writes to say what is in the way.
        session.plansAgain = session.clock() - start < Double(stale.wait)
        do { return try again(session) } catch is StalePlan { continue }
      }
    }
  }

  /// Runs a command; where its query asks for a field that no schema declares, though the kind allows it, once more with what the records themselves have.
  private static func run(_ invocation: Invocation<Session>, in session: Session) throws -> ExitStatus {
    do {
      return try invocation.run(in: session)
    } catch let error as QueryError {
      guard let name = error.undeclared, !name.kinds.isEmpty else { throw error }
      // A service has columns for what schemas declare.
      if session.live != nil { throw NotServed() }
      var again = session
      again.undeclared = try session.load(isQuiet: true).undeclaredFields()
      guard again.undeclared.keys.contains(where: { name.kinds.contains($0) }) else { throw error }
      return try invocation.run(in: again)
    }
  }

  /// The words that a kind's name or plural stands for: `game` and `games` are `list game`. Where there is no catalogue, `list` is the one to
  /// say so.
  private static func kind(_ word: String, _ session: Session) -> [String]? {
    let kinds = session.kindNamesOrStock()
    return (kinds.first { $0.plural == word } ?? kinds.first { $0.name == word }).map { ["list", $0.name] }
  }

  /// The status that work ends with; what it throws is reported.
  private static func status(in session: Session, _ work: () throws -> ExitStatus?) -> ExitStatus? {
    do {
      return try work()
    } catch is NotServed {
      return nil
    } catch let error as CommandError {
      session.tell("vitrine: \(error.message)")
      return error.status
    } catch let error as RequestError {
      session.tell("vitrine: \(error.message)")
      return CommandError(error).status
    } catch let error as JournalFailure {
      session.tell("vitrine: \(error)")
      return error.isConflict ? .conflict : .inputOutput
    } catch let error as PlanRefusal {
      var refusal = error
      refusal.path = error.path.map { Path(session.pathFromHere($0)) }
      session.tell("vitrine: \(refusal)")
      return error.path == nil ? .usage : .findings
    } catch let error as QueryError {
      session.tellLines("vitrine: " + QueryErrorText.text(error))
      return .usage
    } catch let error as FileError {
      session.tell("vitrine: \(error)")
      return error.isConflict ? .conflict : .inputOutput
    } catch {
      session.tell("vitrine: \(error)")
      return .inputOutput
    }
  }
}
