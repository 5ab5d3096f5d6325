// What a command is handed: the streams, the folder, the environment, the clock. Tests hand it others.

import Glibc
package import VitrineApplication
package import VitrineCatalog
package import VitrineCommandLine
package import VitrineFormats
package import VitrineModel
package import VitrineSource
package import VitrineSystem
import VitrineText

/// One run of the program.
package struct Session: Sendable {
  /// The absolute path of the working folder.
  package let workingFolder: String
  /// The value of an environment variable; nil where it is not set.
  package let environment: @Sendable (String) -> String?
  /// Writes to standard output.
  package let output: @Sendable (UnsafeRawBufferPointer) -> Void
  /// Writes to standard error.
  package var errorOutput: @Sendable (UnsafeRawBufferPointer) -> Void
  /// Whether standard output is a terminal, and how wide; nil for a pipe or a file. Units: cells.
  package let terminalWidth: Int?
  /// How wide the terminal is that standard error leads to; nil for a pipe or a file. Units: cells.
  package var errorWidth: Int?
  /// A clock that only goes forward. Units: seconds.
  package var clock: @Sendable () -> Double
  /// The time of day and the zone.
  package let wallClock: WallClock
  /// The global options of this run.
  package var options: Globals
  /// True where the program ends with the command: what was read is left to the system then, which gives it back faster than we can.
  package var endsWithCommand = false
  /// True where reading commands are answered by a service, if one runs for the catalogue.
  package var asksServices = false
  /// The catalogue as a service knows it, in place of reading one; nil where the program reads for itself.
  package var live: LiveCatalogueView?
  /// What keeps the change that a service plans for another process; nil where none is wanted.
  package var planned: PlannedChanges?
  /// The texts of files that came with a request to a service, by their names.
  package var givenFiles: [String: String] = [:]
  /// The fields that records have and no schema declares, by the names of kinds; read where a query asks for one.
  package var undeclared: [String: [Kind.Field]] = [:]
  /// What this run warned of already, also before a command is run a second time.
  package let warnings = RunWarnings()
  /// True where a command can be run once more from its words alone, should others have changed its files since they were read.
  package var plansAgain = false
  /// The words of the command line, without the program's name: what the journal keeps of it.
  package var words: [String] = []
  /// Asks the person at the terminal a question and gives the line they type, nil at the end of input; nil itself where there is no terminal.
  package var ask: (@Sendable (_ question: String) -> String?)?
  /// The system calls that change files of a catalogue; tests make them fail.
  package var writeCalls = WriteCalls.system
  /// Shows a text a screen at a time, and says whether it did; nil where output is no terminal.
  package var pager: (@Sendable (String) -> Bool)?
  /// Watches the catalogue in a folder in this very process; nil in a program that cannot.
  package var watchSource: (@Sendable (_ root: String) throws -> any WatchSource)?
  /// Serves an editor on the streams of this very process, and gives what it ends with; nil in a program that cannot.
  package var languageServer: (@Sendable (_ clock: WallClock, _ asksServices: Bool) throws -> Int32)?

  /// The global options.
  package struct Globals: Sendable {
    /// `-C`: the folder to work in.
    package var directory: String?
    /// `--color`.
    package var color: ColorChoice
    /// `--quiet`.
    package var isQuiet: Bool
    /// `--lang`: a tag, or a locale.
    package var language: String?
  }

  /// A catalogue that is at hand.
  package struct LiveCatalogueView: Sendable {
    /// Its root: absolute, without links.
    package let root: String
    /// The catalogue, with its columns.
    package let catalogue: LoadedCatalogue
    /// The records whose files cannot be understood now, and which the columns hold as they last were; in byte order of the paths.
    package let lastGood: [Path]

    /// A catalogue at hand.
    package init(root: String, catalogue: LoadedCatalogue, lastGood: [Path]) {
      self.root = root
      self.catalogue = catalogue
      self.lastGood = lastGood
    }
  }

  /// Whether output may have colours.
  var usesColor: Bool {
    switch options.color {
    case .always: true
    case .never: false
    case .auto: terminalWidth != nil && (environment("NO_COLOR") ?? "").isEmpty && environment("TERM") != "dumb"
    }
  }

  /// How output is formatted: paths of the catalogue are written from where the person stands.
  package var look: Look {
    var look = Look(color: usesColor, width: terminalWidth)
    look.pathBase = pathBase
    look.hasExactColors = ["truecolor", "24bit"].contains(environment("COLORTERM"))
    look.isASCII = !isUTF8 || environment("TERM") == "dumb"
    return look
  }

  /// From where paths of the catalogue are written: the working folder, whatever `-C` says.
  package var pathBase: PathBase {
    guard let root = live?.root ?? RootSearch.root(above: Path.real(folder)) else { return .root }
    return PathBase(root: Path.real(root), folder: Path.real(workingFolder))
  }

  /// Whether the terminal speaks UTF-8. Source: locale(7), the order of the variables.
  private var isUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment($0) }.first { !$0.isEmpty } ?? ""
    let coding = locale.lowercased()
    return coding.hasSuffix("utf-8") || coding.hasSuffix("utf8") || coding.contains("utf-8@") || coding.contains("utf8@")
  }

  /// The folder that relative paths start from: `-C`, or the working folder. Absolute, without `.` and `..`.
  package var folder: String { options.directory.map { Path.absolute($0, from: workingFolder) } ?? workingFolder }
}

extension Session {
  /// Where the person stands who gave the command.
  package var context: RequestContext {
    RequestContext(workingFolder: workingFolder, folder: folder, environment: environment)
  }

  /// The clock on the wall: the one that `VITRINE_NOW` stops, or that of the session.
  ///
  /// Errors: `VITRINE_NOW` is no moment with an offset.
  func stoppableClock() throws(RequestError) -> WallClock { try wallClock.stopped(by: environment) }

  /// Prints a text, which ends with its own line feed.
  package func print(_ text: String) {
    var text = text
    text.withUTF8 { output(UnsafeRawBufferPointer($0)) }
  }

  /// Prints bytes.
  package func print(_ bytes: [UInt8]) {
    bytes.withUnsafeBytes { output($0) }
  }

  /// Prints what stands in a file as it is; on a terminal, with control characters made visible.
  package func printFile(_ bytes: [UInt8]) {
    if look.isTerminal { print(TerminalText.visible(bytes, keepingLines: true)) } else { print(bytes) }
  }

  /// Tells something on standard error, in one line; control characters are made visible.
  package func tell(_ text: String) {
    var line = TerminalText.visible(text) + "\n"
    line.withUTF8 { errorOutput(UnsafeRawBufferPointer($0)) }
  }

  /// Tells something on standard error once in a run.
  func warn(_ text: String) {
    if warnings.isFirst(text) { tell(text) }
  }

  /// Tells something on standard error, unless `--quiet` was given.
  package func note(_ text: String) {
    if !options.isQuiet { tell(text) }
  }

  /// Tells remarks on standard error.
  func say(_ remarks: [Remark]) {
    for remark in remarks {
      switch remark {
      case .always(let text): tell(text)
      case .unlessQuiet(let text): note(text)
      }
    }
  }

  /// Runs `body` with a sink that leads to standard output.
  package func withSink(_ body: (inout ByteSink) -> Void) {
    let output = self.output
    var sink = ByteSink { output($0) }
    body(&sink)
    sink.finish()
  }
}

/// A command's own failure, told in one line.
package struct CommandError: Error, Sendable {
  /// What is wrong and what to do, lower case.
  package let message: String
  /// What the process ends with.
  package let status: ExitStatus

  /// A request's failure as a command's.
  package init(_ error: RequestError) {
    message = error.message
    status =
      switch error.reason {
      case .invalid: .usage
      case .unavailable: .inputOutput
      case .findings: .findings
      case .conflict: .conflict
      case .cancelled: .interrupted
      }
  }

  /// A failure with a message and a status.
  package init(_ message: String, _ status: ExitStatus = .usage) {
    self.message = message
    self.status = status
  }
}
