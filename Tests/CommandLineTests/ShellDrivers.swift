// How each shell is made to say what it would complete a line with, without a person at its terminal.
//
// Every driver reads the file `lines` and prints each line behind `== `, then the candidates, one a line, each with all of the word
// that stands before the cursor.

import VitrineCommandLine

extension Shell {
  /// The command that runs the driver, which is in a file of that name.
  var driverCommand: String {
    self == .fish ? "fish -N driver.fish" : self == .zsh ? "zsh -f driver.zsh" : "bash --norc driver.bash"
  }

  /// The driver. The completion script is in the file `_vitrine` of the folder `completions`.
  var driver: String {
    switch self {
    case .bash: bashDriver
    case .zsh: zshDriver
    case .fish: fishDriver
    }
  }
}

/// Splits a line as readline does, at blanks and around `:` and `=`, and calls the function that `complete` registered.
private let bashDriver = #"""
  source completions/_vitrine
  compopt() { :; }
  function=$(complete -p vitrine) function=${function#*-F } function=${function%% *}
  while IFS= read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE} COMP_WORDS=() word='' kind=''
    for ((i = 0; i < ${#COMP_LINE}; i++)); do
      letter=${COMP_LINE:i:1}
      case $letter in
        ' ') next=blank ;;
        [:=]) next=break ;;
        *) next=word ;;
      esac
      if [[ $next != "$kind" && $word ]]; then COMP_WORDS+=("$word"); word=''; fi
      [[ $next == blank ]] || word+=$letter
      kind=$next
    done
    COMP_WORDS+=("$word")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    COMPREPLY=()
    $function vitrine
    echo "== $COMP_LINE"
    # Readline puts a reply in the place of the last piece, or after it where that is a break.
    whole=${COMP_LINE##* }
    stem=${whole%"${whole##*[:=]}"}
    for reply in "${COMPREPLY[@]}"; do printf '%s\n' "$stem$reply"; done
  done < lines
  """#

/// Types every line into a shell of its own on a pseudo-terminal and notes what its completion system adds.
private let zshDriver = #"""
  zmodload zsh/zpty
  print -r -- '
    PROMPT= PROMPT_EOL_MARK=
    fpath=($PWD/completions $fpath)
    autoload -U compinit
    compinit -D -u
    compadd() {
      local -a found
      if [[ ${@[1,(i)(-|--)]} == *-[OAD]* ]]; then
        builtin compadd "$@"
        return
      fi
      builtin compadd -O found "$@"
      (( $#found )) && print -rl -- $IPREFIX${^found} >> found
      builtin compadd "$@"
    }
    note() {
      print -r -- "== $BUFFER" >> found
      _main_complete
      compstate[insert]= compstate[list]=
      print -n "<en""d>"
    }
    zle -C note complete-word note
    bindkey -e
    bindkey "^T" note
    stty -echo
    print "<rea""dy>"
  ' > inner.zsh
  : > found
  zpty inner zsh -f -i
  zpty -w inner 'source ./inner.zsh'
  zpty -r inner text '*<ready>*'
  while IFS= read -r line; do
    zpty -w -n inner "$line"$'\x14'
    zpty -r inner text '*<end>*'
    zpty -w -n inner $'\x15'
  done < lines
  zpty -d inner
  cat found
  """#

private let fishDriver = #"""
  source completions/_vitrine
  while read -l line
    echo "== $line"
    complete -C "$line"
  end < lines
  """#
