// The long-lived program: it keeps a catalogue live and answers for it.

import Glibc
import VitrineDaemon

// Its threads end with the process, without waiting for each other.
_exit(DaemonProgram.run(Array(CommandLine.arguments.dropFirst())))
