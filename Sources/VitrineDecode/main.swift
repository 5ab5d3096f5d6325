// The program that decodes pictures, and nothing else: it reads one, writes another, and ends.

import Glibc

signal(SIGPIPE, SIG_DFL)
exit(DecodeProgram.run(Array(CommandLine.arguments.dropFirst())))
