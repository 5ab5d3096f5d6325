// The program `vitrined`: words to a command of the long-lived side, a command to an exit status.

import VitrineApplication
import VitrineCommandLine
import VitrineText

/// The whole program.
package enum DaemonProgram {
  /// The program as it is declared. `vitrine` starts it; few people do.
  static let program = Program<DaemonProcess>(
    name: "vitrined", version: Version.number, date: Version.date,
    summary: "keep a catalogue's report and index true while its files change",
    manual: Manual(
      examples: [("vitrined run --root ~/collection", "keeps that catalogue live, and answers for it")],
      description: ["'vitrine daemon start' starts this program, and 'vitrine daemon' is how to speak to it."]),
    commands: [RunCommand.command, LinkCommand.command])

  /// Runs the program on the words after its name and gives the exit status. `commands` answer what `vitrine` asks its daemon.
  package static func run(_ words: [String], _ commands: DaemonProcess.Commands) -> Int32 {
    status(of: words, in: DaemonProcess(commands)).rawValue
  }

  private static func status(of words: [String], in session: DaemonProcess) -> ExitStatus {
    do {
      let request = try program.request(
        words, suggest: { NearestWord.nearest(to: $0, in: $1) }, expandable: { _ in [] }, expand: { _, _ in nil })
      switch request {
      case .version: session.print(program.versionText)
      case .help(let path):
        session.print(program.help(at: path, style: HelpStyle(width: 80, isBold: false)))
      case .run(let invocation): return try invocation.run(in: session)
      }
      return .well
    } catch let error as UsageError {
      session.tellLines(error.text)
      return error.status
    } catch let error as RequestError {
      session.tell("vitrined: \(error.message)")
      return error.reason == .invalid ? .usage : .inputOutput
    } catch {
      session.tell("vitrined: \(error)")
      return .inputOutput
    }
  }
}
