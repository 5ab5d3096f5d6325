// The completion script for the Z shell: one function a command, each handing its declarations to `_arguments`.
//
// Source: zshcompsys(1), `_arguments` and `_describe`.

extension CompletionTree {
  /// The script, for a file `_vitrine` in `$fpath` or for `source` after `compinit`.
  func zsh() -> String {
    var script = Script()
    let name = functionName(program)
    script.add("#compdef \(program)\n# Completion of \(program) for zsh; made by '\(program) completion zsh'.\n")
    for option in global { addChoices(of: option.value, zshFunction(program) + "-" + option.long, to: &script) }
    for node in nodes { addNode(node, to: &script) }
    script.add(zshAsk(name))
    script.add("\(name)() {\n  local -a global\n  global=(")
    for option in global { addOption(option, zshFunction(program), to: &script) }
    script.add(
      """
        )
        \(zshFunction(program)) "$@"
      }

      if [[ $funcstack[1] == \(name) ]]; then
        \(name) "$@"
      else
        compdef \(name) \(program)
      fi
      """)
    return script.text
  }

  private func addNode(_ node: CompletionNode, to script: inout Script) {
    let function = zshFunction(node.path)
    for option in node.options { addChoices(of: option.value, "\(function)-\(option.long)", to: &script) }
    for positional in node.positionals { addChoices(of: positional.value, "\(function)-\(positional.name)", to: &script) }
    let hasBoth = node.positionals.contains(where: \.isAfterDashes)
    if hasBoth { addDashes(of: node, function, to: &script) }

    let takesQuery = node.positionals.contains { $0.isQuery && !$0.isAfterDashes }
    // `_arguments` would take a negated term for an option.
    let negated =
      takesQuery ? "  if [[ $PREFIX == -[A-Za-z_]*:* ]]; then\n    \(functionName(program))-ask query\n    return\n  fi\n" : ""
    script.add(
      "\(function)() {\n\(negated)  local curcontext=\"$curcontext\" context state line\n  typeset -A opt_args\n  local ret=1\n  _arguments -C -s -S\(node.commands.isEmpty ? "" : " -A '-*'") \\"
    )
    for option in node.options { addOption(option, function, end: " \\", to: &script) }
    if !node.commands.isEmpty {
      script.add("    \"$global[@]\" '1: :\(function)-commands' '*:: :->rest' && ret=0")
      addDispatch(of: node, to: &script)
    } else if hasBoth {
      script.add("    \"$global[@]\" '*: :\(function)-words' && ret=0")
    } else {
      // An argument that may be left out before others of the same sort needs no line of its own.
      let places = node.places.filter { place, positional in
        !(positional.least == 0
          && node.places.contains { $0.place > place && $0.positional.value.completes == positional.value.completes })
      }
      for (place, positional) in places {
        let number = positional.most > 1 ? "*" : "\(place)" + (positional.least == 0 ? ":" : "")
        let action = action(positional.value, "\(function)-\(positional.name)")
        script.add("    \(shellQuoted("\(number):\(positional.name):\(action)")) \\")
      }
      script.add("    \"$global[@]\" && ret=0")
    }
    script.add("  return ret\n}\n")
  }

  private func addDispatch(of node: CompletionNode, to script: inout Script) {
    let function = zshFunction(node.path)
    script.add("  if [[ $state == rest ]]; then\n    case $words[1] in")
    for command in node.commands {
      let patterns = ([command.name] + command.aliases).map { shellQuoted($0) }.joined(separator: " | ")
      script.add("      \(patterns)) \(zshFunction("\(node.path) \(command.name)")) && ret=0 ;;")
    }
    if let shorthandPath, node.path == program { script.add("      *) \(zshFunction(shorthandPath)) && ret=0 ;;") }
    script.add("    esac\n  fi\n  return ret\n}\n\n\(function)-commands() {\n  local -a commands\n  commands=(")
    for command in node.commands { script.add("    \(described(command.name, command.summary))") }
    script.add("  )\n  local ret=1\n  _describe -t commands command commands && ret=0")
    if let shorthand, node.path == program { script.add("  \(functionName(program))-ask \(shorthand.completes) && ret=0") }
  }

  /// Which argument is meant where some stand after `--` only the line says.
  private func addDashes(of node: CompletionNode, _ function: String, to script: inout Script) {
    func actions(_ isAfterDashes: Bool) -> String {
      let positional = node.positionals.last { $0.isAfterDashes == isAfterDashes }
      guard let positional else { return "    return 1" }
      let action = action(positional.value, "\(function)-\(positional.name)")
      return "    " + (action == " " ? "return 1" : action)
    }
    script.add(
      "\(function)-words() {\n  if (( ${words[(i)--]} < CURRENT )); then\n\(actions(true))\n  else\n\(actions(false))\n  fi\n}\n")
  }

  private func addOption(_ option: OptionDeclaration, _ function: String, end: String = "", to script: inout Script) {
    var value = ""
    var (shortEnd, longEnd) = ("", "")
    if let form = option.value {
      (shortEnd, longEnd) = option.needsValue ? ("+", "=") : ("-", "=-")
      value = "\(option.needsValue ? ":" : "::")\(form.name):\(action(form, "\(function)-\(option.long)"))"
    }
    let others = option.isRepeatable ? "*" : option.names.count > 1 ? "(\(option.names.joined(separator: " ")))" : ""
    var names = ["--\(option.long)\(longEnd)"]
    if let short = option.short { names.append("-\(short)\(shortEnd)") }
    for name in names { script.add("    \(shellQuoted("\(others)\(name)[\(bracketed(option.summary))]\(value)"))\(end)") }
    if option.isNegatable {
      script.add("    \(shellQuoted("\(others)--no-\(option.long)[the opposite of --\(option.long)]"))\(end)")
    }
  }

  private func addChoices(of value: ValueForm?, _ function: String, to script: inout Script) {
    guard let value, case .words(let choices) = value.completes else { return }
    script.add("\(function)() {\n  local -a choices\n  choices=(")
    for choice in choices { script.add("    \(described(choice.name, choice.summary))") }
    script.add("  )\n  _describe -t words \(value.name) choices\n}\n")
  }

  private func action(_ value: ValueForm, _ choices: String) -> String {
    switch value.completes {
    case .anything: " "
    case .file: "_files"
    case .directory: "_files -/"
    case .words: " \(choices)"
    case .asked(let name): " \(functionName(program))-ask \(name)"
    }
  }

  private func zshFunction(_ path: String) -> String {
    let words = path.split(separator: " ").dropFirst()
    return functionName(program) + (words.isEmpty ? "-root" : words.map { "_" + functionName(String($0)) }.joined())
  }

  private func zshAsk(_ name: String) -> String {
    #"""
    # Adds what the program itself knows of the kind $1.
    \#(name)-ask() {
      local tab=$'\t' found candidate directory='' i
      local -a at typed whole begun
      typed=("${(@Q)${(z)LBUFFER}}")
      for ((i = 2; i < $#typed; i++)); do
        case $typed[i] in
          --) break ;;
          -C | -[a-zA-Z]C | --directory) directory=$typed[i+1] ;;
          --directory=*) directory=${typed[i]#*=} ;;
          -C*) directory=${typed[i]#-C} ;;
        esac
      done
      [[ $directory == '~/'* ]] && directory=$HOME/${directory#'~/'}
      [[ -n $directory ]] && at=(-C "$directory")
      for found in "${(@f)$(COMP_LINE=$LBUFFER command \#(program) $at complete $1 -- "${(Q)PREFIX}" 2>/dev/null)}"; do
        candidate=${found%%$tab*}
        [[ -n $candidate ]] || continue
        # A colon ends the candidate for _describe.
        typed=("${${candidate//\\/\\\\}//:/\\:}")
        [[ $found == *$tab* ]] && typed[1]+=:${found#*$tab}
        if [[ $candidate == *[:=/] ]]; then begun+=("$typed[1]"); else whole+=("$typed[1]"); fi
      done
      _describe -t $1 $1 whole -- begun -S ''
    }

    """#
  }
}

private func described(_ name: String, _ summary: String) -> String {
  let escaped = name.split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
  return shellQuoted(summary.isEmpty ? escaped : "\(escaped):\(summary)")
}

private func bracketed(_ summary: String) -> String {
  var result = ""
  for character in summary {
    if "[]\\:".contains(character) { result += "\\" }
    result.append(character)
  }
  return result
}
