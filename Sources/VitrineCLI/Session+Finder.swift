// The finder on a person's terminal.

import VitrineApplication
import VitrineCatalog
import VitrineCommandLine
import VitrineFormats
import VitrineSource
import VitrineSystem
import VitrineTerminal

extension Session {
  /// Lets a person find records; `words` are a kind, if the first is one, and a first query.
  ///
  /// Errors: no terminal, no catalogue.
  func find(_ words: [String]) throws -> FinderLoop.Outcome {
    let terminal: Terminal
    do throws(TerminalError) {
      // Before anything is read: keys that are typed meanwhile are not lost, and a missing terminal is reported at once.
      try Terminal.check(name: environment("TERM"))
    } catch {
      throw CommandError("\(error); 'vitrine list' prints records", .inputOutput)
    }
    let finder = try CatalogueFinder(self, words: words)
    let source = try finder.source(self)
    do throws(TerminalError) {
      terminal = try Terminal(name: environment("TERM"), size: standardSize)
    } catch {
      throw CommandError("\(error); 'vitrine list' prints records", .inputOutput)
    }
    let world = FinderLoop.World(
      hasColors: usesColorsOnTerminal, clock: clock, editor: { [self] in editorWords($0.map { Path($0) }) },
      reload: { do { return try finder.source(silent) } catch { return nil } })
    return FinderLoop(source, query: finder.query, on: terminal, in: world).run()
  }

  /// Opens records in the editor on this terminal, by their paths in the catalogue.
  ///
  /// Errors: the editor cannot be started, or failed.
  func edit(_ paths: [Path]) throws -> ExitStatus {
    let words = editorWords(paths)
    switch TerminalProgram.run(words) {
    case .failure(let failure):
      throw CommandError("cannot run '\(editor)': \(ErrorNumber.words(failure.number).reason)", .inputOutput)
    case .success(0): return .well
    case .success(let status): throw CommandError("'\(editor)' ended with status \(status)", .inputOutput)
    }
  }

  /// How a person would write a path of the catalogue where they stand.
  func pathFromHere(_ path: Path) -> String { pathBase.written(path.string) }

  /// The same session with nothing told: what is on the screen stays.
  private var silent: Session {
    var session = self
    session.errorOutput = { _ in }
    session.endsWithCommand = false
    return session
  }

  /// The editor, with its options.
  var editor: String {
    ["VISUAL", "EDITOR"].lazy.compactMap { environment($0) }.first { !$0.isEmpty } ?? "vi"
  }

  /// The shell takes the editor's words apart, since `EDITOR` may hold options.
  private func editorWords(_ paths: [Path]) -> [String] { editorWords(files: paths.map(pathFromHere)) }

  /// The same for files anywhere.
  func editorWords(files: [String]) -> [String] { ["/bin/sh", "-c", editor + " \"$@\"", editor] + files }

  /// The size of a terminal that does not tell its own.
  private var standardSize: TerminalSize {
    TerminalSize(rows: environment("LINES").flatMap { Int($0) } ?? 24, columns: environment("COLUMNS").flatMap { Int($0) } ?? 80)
  }

  /// Colours are for the terminal that the finder is on, whatever standard output is.
  private var usesColorsOnTerminal: Bool {
    switch options.color {
    case .always: true
    case .never: false
    case .auto: (environment("NO_COLOR") ?? "").isEmpty
    }
  }
}
