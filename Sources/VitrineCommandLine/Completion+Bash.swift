// The completion script for Bash: tables made of the declarations, and a walk over the line that is the same for every program.

extension CompletionTree {
  /// The script.
  func bash() -> String {
    var script = Script()
    let name = functionName(program)
    script.add("# Completion of \(program) for Bash; made by '\(program) completion bash'.")
    script.add("# Lists of words are meant to be split, and a tilde that was typed is still one here.")
    script.add("# shellcheck shell=bash disable=SC2086,SC2088\n")

    script.add(
      "# Sets path to the command that the word $2 calls within the command $1.\n\(name)_command() {\n  case \"$1 $2\" in")
    for node in nodes {
      for command in node.commands {
        let patterns = ([command.name] + command.aliases).map { shellQuoted("\(node.path) \($0)") }
        script.add("    \(patterns.joined(separator: " | "))) path=\(shellQuoted("\(node.path) \(command.name)")) ;;")
      }
    }
    script.add("    *) return 1 ;;\n  esac\n}\n")

    script.add(
      "# Sets action to what the value of the option $2 of the command $1 is, and attached to 1 if it only stands after '='.")
    script.add("\(name)_option() {\n  action='' attached=''\n  case \"$1 $2\" in")
    for node in nodes { for option in node.options { addValue(of: option, shellQuoted(node.path + " "), to: &script) } }
    for option in global { addValue(of: option, "*' '", to: &script) }
    script.add("    *) return 1 ;;\n  esac\n}\n")

    script.add("# Sets action to what the argument at the place $2 of the command $1 is; '$1 --' counts the places after '--'.")
    script.add("\(name)_argument() {\n  action=''\n  case \"$1 $2\" in")
    for node in nodes {
      for (place, positional) in node.places {
        let path = node.path + (positional.isAfterDashes ? " -- " : " ")
        let pattern = positional.most > 1 ? shellQuoted(path) + "[0-9]*" : shellQuoted(path + String(place))
        script.add("    \(pattern)) action=\(action(positional.value.completes)) ;;")
      }
    }
    script.add("    *) return 1 ;;\n  esac\n}\n")

    script.add("# Sets words to the commands and to the options of the command $1.\n\(name)_words() {\n  case \"$1\" in")
    for node in nodes {
      let commands = node.commands.map(\.name).joined(separator: " ")
      let options = options(of: node).flatMap(\.names).joined(separator: " ")
      script.add("    \(shellQuoted(node.path))) commands=\(shellQuoted(commands)) options=\(shellQuoted(options)) ;;")
    }
    script.add("  esac\n}\n")

    script.add(bashWalk(name))
    return script.text
  }

  private func addValue(of option: OptionDeclaration, _ prefix: String, to script: inout Script) {
    guard let value = option.value else { return }
    let names = option.names.map { prefix + $0 }.joined(separator: " | ")
    script.add("    \(names)) action=\(action(value.completes))\(option.needsValue ? "" : " attached=1") ;;")
  }

  private func action(_ kind: ValueKind) -> String {
    switch kind {
    case .anything: "nothing"
    case .file: "files"
    case .directory: "directories"
    case .words(let choices): shellQuoted("words " + choices.map(\.name).joined(separator: " "))
    case .asked(let name): shellQuoted("ask \(name)")
    }
  }

  private func bashWalk(_ name: String) -> String {
    let first = shorthand.map { "\n        [[ $path == \(program) ]] && \(name)_ask \($0.completes)" } ?? ""
    let other = shorthandPath.map { "\n          [[ $path == \(program) ]] && path=\(shellQuoted($0))" } ?? ""
    return #"""
      # Adds the candidates $2... that go on from the current word, each with $1 before it.
      \#(name)_add() {
        local prefix=$1 candidate
        shift
        for candidate; do
          [[ $prefix$candidate == "$current"* ]] && COMPREPLY+=("$prefix$candidate")
        done
      }

      # Adds what the program itself knows of the kind $1, with $2 before it.
      \#(name)_ask() {
        local candidate
        local -a at=()
        [[ $directory == '~/'* ]] && directory=$HOME/${directory#'~/'}
        [[ $directory ]] && at=(-C "$directory")
        while IFS=$'\t' read -r candidate _; do
          [[ $candidate && $2$candidate == "${current//\\/}"* ]] || continue
          [[ $candidate == *[:=/] ]] && compopt -o nospace 2>/dev/null
          # Within quotes that are still open Bash wants the word as it is.
          [[ $open ]] || printf -v candidate %q "$candidate"
          COMPREPLY+=("$2$candidate")
        done < <(COMP_LINE=${COMP_LINE:0:COMP_POINT} command \#(program) "${at[@]}" complete "$1" -- "${value//\\/}" 2>/dev/null)
      }

      # Adds what action stands for, with $1 before it.
      \#(name)_act() {
        local candidate value=${current#"$1"}
        case $action in
          'words '*) \#(name)_add "$1" ${action#words } ;;
          'ask '*) \#(name)_ask "${action#ask }" "$1" ;;
          files | directories)
            compopt -o filenames 2>/dev/null
            while IFS= read -r candidate; do
              COMPREPLY+=("$1$candidate")
            done < <(if [[ $action == files ]]; then compgen -f -- "$value"; else compgen -d -- "$value"; fi)
            ;;
        esac
      }

      \#(name)() {
        local line=${COMP_LINE:0:COMP_POINT} path=\#(program) action='' attached='' directory='' commands options
        local word current value='' after='' count=0 i mark cut='' short open=''
        local -a words=()
        COMPREPLY=()
        # Bash also splits words at ':' and '='; what stands together on the line is put together again.
        for ((i = 0; i <= COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if ((i == 0)) || [[ $line == [[:space:]]* ]]; then
            line=${line#"${line%%[![:space:]]*}"}
            words+=('')
          fi
          ((i == COMP_CWORD)) && word=$line
          words[${#words[@]} - 1]+=$word
          line=${line#"$word"}
        done
        current=${words[${#words[@]} - 1]}
        # Behind a quote that is still open Bash replaces what follows it, and escapes nothing.
        if [[ $current == *[\"\']* && ${current#*[\"\']} != *[\"\']* && $current != *\\[\"\']* ]]; then
          open=1
          cut=${current%%[\"\']*}
          current=$cut${current#*[\"\']}
        fi

        for ((i = 1; i < ${#words[@]} - 1; i++)); do
          word=${words[i]} action='' attached=''
          if [[ $after ]]; then
            ((after++, count++))
            continue
          fi
          case $word in
            --) after=1 ;;
            --directory=*) directory=${word#*=} ;;
            --*=* | -) ;;
            -*)
              if [[ $word != --* ]]; then
                # A bundle ends at the first letter that takes a value.
                for ((short = 1; short < ${#word}; short++)); do
                  if \#(name)_option "$path" "-${word:short:1}"; then
                    [[ ${word:short:1} == C ]] && directory=${word:short+1}
                    ((short + 1 < ${#word})) && attached=1
                    word=-${word:short:1}
                    break
                  fi
                done
              else
                \#(name)_option "$path" "$word"
              fi
              if [[ $action && ! $attached ]]; then
                ((i + 2 == ${#words[@]})) && break
                ((i++))
                [[ $word == -C || $word == --directory ]] && directory=${words[i]}
              fi
              action=''
              ;;
            *)
              if ((count)) || ! \#(name)_command "$path" "$word"; then
                ((count++))\#(other)
              fi
              ;;
          esac
        done

        if [[ $action ]]; then
          \#(name)_act ''
        elif [[ ! $after && $current == --*=* ]]; then
          \#(name)_option "$path" "${current%%=*}" && \#(name)_act "${current%%=*}="
        else
          \#(name)_words "$path"
          if [[ ! $after && $current == -* ]]; then
            \#(name)_add '' $options
          elif [[ ! $after ]] && ((count == 0)); then
            value=$current
            \#(name)_add '' $commands\#(first)
          fi
          if [[ $after ]] && \#(name)_argument "$path --" "$after"; then
            \#(name)_act ''
          elif \#(name)_argument "$path" "$((count + 1))"; then
            # A word that begins with a dash may be a negated term, but no other argument.
            [[ $after || $current != -* || $action == 'ask query' && $current == -[A-Za-z_]* ]] && \#(name)_act ''
          fi
        fi

        # Bash replaces only what follows the last ':' or '='.
        for mark in : =; do
          [[ ! $open && $COMP_WORDBREAKS == *"$mark"* && $current == *"$mark"* ]] || continue
          word=${current%"${current##*"$mark"}"}
          ((${#word} > ${#cut})) && cut=$word
        done
        for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$cut"}; done
      }

      complete -F \#(name) \#(program)
      """#
  }
}

/// `name` as the beginning of a function's name.
func functionName(_ name: String) -> String {
  "_" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
}
