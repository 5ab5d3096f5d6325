// The long-lived program: it keeps a catalogue live and answers for it. Here its faces meet: nothing else links the command line and the daemon.

import Glibc
import VitrineApplication
import VitrineCLI
import VitrineCatalog
import VitrineDaemon
import VitrineLanguageServer
import VitrineLive

let words = Array(CommandLine.arguments.dropFirst())
let status: Int32
if VitrineProgram.watches(words) {
  // `vitrine watch`, where no daemon runs, and `vitrine lsp`.
  var session = Session.ofProcess()
  let clock = session.wallClock
  session.watchSource = { try LiveWatchSource(root: $0, clock: clock) }
  let environment = session.environment
  session.languageServer = { clock in
    try LanguageServerProcess.run(clock: clock, reference: ReferencePages(environment: environment))
  }
  status = VitrineProgram.run(words, in: session)
} else {
  let served = ServedCommands.ofProcess(zone: getenv("TZ").map { String(cString: $0) })
  let commands = DaemonProcess.Commands { request, state in
    served.reply(to: request, on: state.catalogue, root: state.catalogue.root, lastGood: state.lastGood)
  } plan: { request, state in
    served.plan(request, on: state.catalogue, root: state.catalogue.root)
  }
  status = DaemonProgram.run(words, commands)
}
// Its threads end with the process, without waiting for each other.
_exit(status)
