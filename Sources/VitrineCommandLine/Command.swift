// A command as its file declares it.

/// A command of the program, or a command of a command.
///
/// `Context` is what the program hands to every command: the streams, the folder, the clock.
///
/// Shape: a command is one file, such as
/// ```swift
/// enum CheckCommand {
///   static let format = Option.choice("format", short: "f", "FORMAT", default: ReportFormat.human, "write the report so")
///   static let paths = Positional.any("PATH", completes: .file, "the files and folders to check; all by default")
///
///   static let command = Command<Session>(
///     name: "check", summary: "check records against their schemas and each other",
///     options: [format], positionals: [paths],
///     manual: Manual(
///       examples: [("vitrine check", "checks the whole catalogue")],
///       exitStatuses: [(.well, "no finding of error severity"), (.findings, "at least one")])
///   ) { session, arguments in
///     let report = try session.report(on: arguments[paths])
///     try session.write(report, as: arguments[format])
///     return report.hasErrors ? .findings : .well
///   }
/// }
/// ```
/// All lists are taken unevaluated, so that a tree of many commands costs nothing until one of them is chosen.
package struct Command<Context>: Sendable {
  /// What runs it.
  package typealias Run = @Sendable (Context, Arguments) throws -> ExitStatus

  /// The word that calls it.
  package let name: String
  /// Other words that call it.
  package let aliases: [String]
  /// What it does: an order in lower case, no full stop.
  package let summary: String
  /// The heading it stands under in the program's help; or "".
  package let group: String
  /// True where help, manual and completions leave it out.
  package let isHidden: Bool
  /// Whether a service may answer in its place.
  package let service: ServiceUse
  /// What runs it; nil for a command that only holds others.
  package let run: Run?

  private let makeOptions: @Sendable () -> [any DeclaredOption]
  private let makePositionals: @Sendable () -> [any DeclaredPositional]
  private let makeFormerSpellings: @Sendable () -> [FormerSpelling]
  private let makeManual: @Sendable () -> Manual
  private let makeCommands: @Sendable () -> [Command]

  /// Declares a command.
  package init(
    name: String, aliases: [String] = [], summary: String, group: String = "", isHidden: Bool = false,
    service: ServiceUse = .never,
    options: @autoclosure @escaping @Sendable () -> [any DeclaredOption] = [],
    formerly: @autoclosure @escaping @Sendable () -> [FormerSpelling] = [],
    positionals: @autoclosure @escaping @Sendable () -> [any DeclaredPositional] = [],
    commands: @autoclosure @escaping @Sendable () -> [Command] = [],
    manual: @autoclosure @escaping @Sendable () -> Manual = Manual(),
    run: Run? = nil
  ) {
    self.name = name
    self.aliases = aliases
    self.summary = summary
    self.group = group
    self.isHidden = isHidden
    self.service = service
    self.run = run
    makeOptions = options
    makeFormerSpellings = formerly
    makePositionals = positionals
    makeCommands = commands
    makeManual = manual
  }

  /// Its own options, made anew at each call.
  package var options: [OptionDeclaration] { makeOptions().map(\.declaration) }
  /// The names that its options no longer have, made anew at each call.
  package var formerSpellings: [FormerSpelling] { makeFormerSpellings() }
  /// Its positional arguments, made anew at each call.
  package var positionals: [PositionalDeclaration] { makePositionals().map(\.declaration) }
  /// The commands it holds, made anew at each call.
  package var commands: [Command] { makeCommands() }
  /// The words about it, made anew at each call.
  package var manual: Manual { makeManual() }

  /// True where `word` calls it.
  func isCalled(_ word: String) -> Bool { name == word || aliases.contains(word) }
}
