// The command line program: it starts, runs one command, and ends. Decision 0005 says why.

import Glibc
import VitrineCLI

// Whoever reads no more, and a file that may not grow (ulimit -f), are errors of write(2), not ends of the program.
signal(SIGPIPE, SIG_IGN)
signal(SIGXFSZ, SIG_IGN)
exit(VitrineProgram.run(Array(CommandLine.arguments.dropFirst()), in: Session.ofProcess()))
