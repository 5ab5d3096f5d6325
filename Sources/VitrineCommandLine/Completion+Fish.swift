// The completion script for fish: a walk over the line, and one `complete` for everything declared.

extension CompletionTree {
  /// The script.
  func fish() -> String {
    var script = Script()
    let name = "_" + functionName(program)
    script.add("# Completion of \(program) for fish; made by '\(program) completion fish'.\n")

    script.add("# Prints the command that the word $argv[2] calls within the command $argv[1].\nfunction \(name)_command")
    script.add("  switch \"$argv[1] $argv[2]\"")
    for node in nodes {
      for command in node.commands {
        let patterns = ([command.name] + command.aliases).map { fishQuoted("\(node.path) \($0)") }
        script.add("    case \(patterns.joined(separator: " "))")
        script.add("      echo \(fishQuoted("\(node.path) \(command.name)"))")
      }
    }
    script.add("    case '*'\n      return 1\n  end\nend\n")

    script.add("# True where the next word is the value of the option $argv[2] of the command $argv[1].\nfunction \(name)_takes")
    script.add("  switch \"$argv[1] $argv[2]\"")
    for node in nodes {
      for option in node.options where option.needsValue {
        script.add("    case \(option.names.map { fishQuoted("\(node.path) \($0)") }.joined(separator: " "))\n      return 0")
      }
    }
    for option in global where option.needsValue {
      script.add("    case \(option.names.map { fishQuoted("* \($0)") }.joined(separator: " "))\n      return 0")
    }
    script.add("  end\n  return 1\nend\n")

    script.add(fishWalk(name))
    script.add("complete -c \(program) -e\ncomplete -c \(program) -f")
    for node in nodes { addNode(node, name, to: &script) }
    for option in global { addOption(option, condition: "", name, to: &script) }
    return script.text
  }

  private func addNode(_ node: CompletionNode, _ name: String, to script: inout Script) {
    let at = fishQuoted("\(name)_at \(fishQuoted(node.path))")
    script.add("")
    if !node.commands.isEmpty {
      let first = fishQuoted("\(name)_at \(fishQuoted(node.path)) 1")
      for command in node.commands {
        script.add("complete -c \(program) -n \(first) -a \(fishQuoted(command.name)) -d \(fishQuoted(command.summary))")
      }
      if let shorthand, node.path == program {
        script.add("complete -c \(program) -n \(first) -a \(fishQuoted("(\(name)_ask \(shorthand.completes))"))")
      }
    }
    for option in node.options { addOption(option, condition: " -n \(at)", name, to: &script) }
    for (place, positional) in node.places {
      let path = node.path + (positional.isAfterDashes ? " --" : "")
      let places = positional.most > 1 ? "\(place) more" : "\(place)"
      let condition = fishQuoted("\(name)_at \(fishQuoted(path)) \(places)")
      switch positional.value.completes {
      case .anything: continue
      case .file: script.add("complete -c \(program) -n \(condition) -F")
      case .directory, .asked:
        script.add("complete -c \(program) -n \(condition) -a \(candidates(positional.value.completes, name))")
      case .words(let choices):
        for choice in choices {
          let summary = choice.summary.isEmpty ? "" : " -d \(fishQuoted(choice.summary))"
          script.add("complete -c \(program) -n \(condition) -a \(fishQuoted(choice.name))\(summary)")
        }
      }
    }
  }

  private func addOption(_ option: OptionDeclaration, condition: String, _ name: String, to script: inout Script) {
    var line = "complete -c \(program)\(condition) -l \(option.long)"
    if let short = option.short { line += " -s \(short)" }
    if let value = option.value {
      switch value.completes {
      case .file: line += option.needsValue ? " -r -F" : " -F"
      case .anything: line += option.needsValue ? " -x" : " -f"
      case .directory, .words, .asked: line += (option.needsValue ? " -x" : " -f") + " -a \(candidates(value.completes, name))"
      }
    }
    script.add(line + " -d \(fishQuoted(option.summary))")
    if option.isNegatable {
      script.add("complete -c \(program)\(condition) -l no-\(option.long) -d \(fishQuoted("the opposite of --" + option.long))")
    }
  }

  private func candidates(_ kind: ValueKind, _ name: String) -> String {
    switch kind {
    case .anything, .file: "''"
    case .directory: "'(__fish_complete_directories)'"
    case .words(let choices):
      fishQuoted(
        choices.map { choice in
          choice.summary.isEmpty ? choice.name : "\(choice.name)\\t\(fishQuoted(choice.summary))"
        }.joined(separator: " "))
    case .asked(let word): fishQuoted("(\(name)_ask \(word))")
    }
  }

  private func fishWalk(_ name: String) -> String {
    let other =
      shorthandPath.map { path in
        "\n          if test \"$path\" = \(fishQuoted(program))\n            set path \(fishQuoted(path))\n          end"
      } ?? ""
    return #"""
      # Walks over the words before the cursor. Sets \#(name)_path to the command, _count and _after to how many arguments it has before
      # and after '--' (-1 without one), _directory to the folder of -C. The last walk is kept, as every condition below needs it.
      function \#(name)_walk
        set -l line (commandline -cp)
        if set -q \#(name)_line; and test "$\#(name)_line" = "$line"
          return
        end
        set -l path \#(program)
        set -l count 0
        set -l after -1
        set -l directory
        set -l option ''
        set -l words (commandline -opc)
        for word in $words[2..-1]
          if test -n "$option"
            if contains -- $option -C --directory
              set directory $word
            end
            set option ''
            continue
          end
          if test $after -ge 0
            set after (math $after + 1)
            continue
          end
          switch $word
            case --
              set after 0
            case '--directory=*'
              set directory (string replace -- '--directory=' '' $word)
            case '--*=*' -
            case '--*'
              if \#(name)_takes $path $word
                set option $word
              end
            case '-*'
              # A bundle ends at the first letter that takes a value.
              set -l rest (string sub -s 2 -- $word)
              while test -n "$rest"
                set -l letter -(string sub -l 1 -- $rest)
                set rest (string sub -s 2 -- $rest)
                if \#(name)_takes $path $letter
                  if test -z "$rest"
                    set option $letter
                  else if test $letter = -C
                    set directory $rest
                  end
                  break
                end
              end
            case '*'
              set -l next
              if test $count -eq 0; and set next (\#(name)_command $path $word)
                set path $next
              else
                set count (math $count + 1)\#(other)
              end
          end
        end
        set -g \#(name)_line $line
        set -g \#(name)_path $path
        set -g \#(name)_count $count
        set -g \#(name)_after $after
        set -g \#(name)_directory $directory
      end

      # True where the command is $argv[1] and, if given, the argument to write is at the place $argv[2], or 'more' also at a later one.
      # A command with ' --' at its end counts the places after '--'.
      function \#(name)_at
        \#(name)_walk
        set -l count $\#(name)_count
        set -l path $\#(name)_path
        if test $\#(name)_after -ge 0
          if string match -q -- '* --' $argv[1]
            set path "$path --"
            set count $\#(name)_after
          else
            set count (math $count + $\#(name)_after)
          end
        end
        test "$path" = "$argv[1]"; or return 1
        set -q argv[2]; or return 0
        test (math $count + 1) -eq $argv[2]; and return 0
        set -q argv[3]; and test (math $count + 1) -gt $argv[2]
      end

      # Prints what the program itself knows of the kind $argv[1].
      function \#(name)_ask
        \#(name)_walk
        set -l at
        if set -q \#(name)_directory[1]
          set at -C (string replace -r -- '^~/' $HOME/ $\#(name)_directory)
        end
        set -l value (commandline -ct | string replace -r -- '^--[^=]*=' '')
        set -lx COMP_LINE (commandline -cp)
        command \#(program) $at complete $argv[1] -- "$value" 2>/dev/null
      end

      """#
  }
}

/// `text` as one word of fish.
func fishQuoted(_ text: String) -> String {
  var result = "'"
  for character in text {
    if character == "'" || character == "\\" { result += "\\" }
    result.append(character)
  }
  return result + "'"
}
