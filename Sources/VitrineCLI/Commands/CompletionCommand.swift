// `vitrine completion`: what a shell needs to complete command lines.

import VitrineCommandLine

/// Prints a completion script.
enum CompletionCommand: CommandFile {
  private static let shell = Positional.choice("SHELL", among: Shell.self, "the shell to write for")

  static let command = Command<Session>(
    name: "completion", summary: "print a completion script for a shell", group: "Help", positionals: [shell],
    manual: Manual(examples: [
      ("source <(vitrine completion bash)", "completes in this bash"),
      ("vitrine completion zsh > ~/.zfunc/_vitrine", "completes in zsh, where ~/.zfunc is in $fpath"),
      ("vitrine completion fish > ~/.config/fish/completions/vitrine.fish", "completes in fish"),
    ])
  ) { session, arguments in
    session.print(VitrineProgram.program.completion(for: arguments[shell]))
    return .well
  }
}
