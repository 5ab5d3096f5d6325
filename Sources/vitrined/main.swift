// The long-lived program: it keeps a catalogue live and answers for it. Here its faces meet: nothing else links the command line and the daemon.

import Glibc
import VitrineApplication
import VitrineCLI
import VitrineCatalog
import VitrineClient
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
  session.languageServer = { clock, asksServices in
    let services = ServiceLink(environment: environment) { root in
      EditorSocket.connect(to: ServicePlace(root: root, environment: environment))
    }
    return try LanguageServerProcess.run(
      clock: clock, reference: ReferencePages(environment: environment), services: asksServices ? services : nil)
  }
  status = VitrineProgram.run(words, in: session)
} else {
  let zone = getenv("TZ").map { String(cString: $0) }
  let served = ServedCommands.ofProcess(zone: zone)
  let commands = DaemonProcess.Commands { request, state in
    served.reply(to: request, on: state.catalogue, root: state.catalogue.root, lastGood: state.lastGood)
  } plan: { request, state in
    served.plan(request, on: state.catalogue, root: state.catalogue.root)
  } editor: { connection, catalogue in
    LanguageServerProcess.serve(connection, host: CatalogueHost(catalogue), clock: .system, zone: zone)
  }
  status = DaemonProgram.run(words, commands)
}
// Its threads end with the process, without waiting for each other.
_exit(status)
