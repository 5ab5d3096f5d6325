// The command line program: it starts, runs one command, and ends.

import Glibc
import VitrineCLI

signal(SIGPIPE, SIG_IGN)
exit(VitrineProgram.run(Array(CommandLine.arguments.dropFirst()), in: Session.ofProcess()))
