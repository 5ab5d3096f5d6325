// The completion scripts, run by the shells they are for.

import Testing
import VitrineCommandLine
import VitrineTesting

@Suite struct CompletionTests {
  /// A line with the cursor at its end, and what completes its last word.
  static let lines: [(String, [String])] = [
    ("vitrine che", ["check"]),
    ("vitrine l", ["list"]),
    ("vitrine comp", ["completion"]),
    ("vitrine ga", ["games"]),
    ("vitrine --co", ["--color"]),
    ("vitrine check --co", ["--color"]),
    ("vitrine check --for", ["--format"]),
    ("vitrine check --no", ["--no-daemon", "--no-pager", "--no-progress"]),
    ("vitrine -q check -q --ru", ["--rule"]),
    ("vitrine -C sub check --ru", ["--rule"]),
    ("vitrine -Csub schema li", ["list"]),
    ("vitrine ls --so", ["--sort"]),
    ("vitrine check --format=", ["--format=human", "--format=json", "--format=short"]),
    ("vitrine check --format j", ["json"]),
    ("vitrine check -f s", ["short"]),
    ("vitrine check -qf s", ["short"]),
    ("vitrine --color=a", ["--color=always", "--color=auto"]),
    ("vitrine --color n", ["never"]),
    ("vitrine check --level l", ["low"]),
    ("vitrine check --rule ", ["duplicate-key", "enum"]),
    ("vitrine check --rule=e", ["--rule=enum"]),
    ("vitrine ls status:w", ["status:wishlist"]),
    ("vitrine list zelda kind:g", ["kind:game"]),
    ("vitrine ls --sort -re", ["-release"]),
    ("vitrine ls --sort=-re", ["--sort=-release"]),
    ("vitrine games kind", ["kind:game"]),
    ("vitrine list -status:w", ["-status:wishlist"]),
    ("vitrine list game developer:", ["developer:Team Cherry", "developer:said by list game"]),
    ("vitrine set kind:game stat", ["status:", "status:library", "status:wishlist"]),
    ("vitrine set status:library -- t", ["title"]),
    ("vitrine mv games/c", ["games/chrono trigger"]),
    ("vitrine schema ", ["add", "list"]),
    ("vitrine schema list --st", ["--stock"]),
    ("vitrine -C sub schema add g", ["game-of-sub"]),
    ("vitrine schema --directory=sub add g", ["game-of-sub"]),
    ("vitrine -qC ~/sub schema add g", ["game-of-HOME/sub"]),
    ("vitrine check fi", ["file.txt"]),
    ("vitrine check -q x fi", ["file.txt"]),
    ("vitrine check --output fi", ["file.txt"]),
    ("vitrine check --output=fi", ["--output=file.txt"]),
    ("vitrine -C s", ["sub"]),
    ("vitrine schema add game s", ["sub"]),
    ("vitrine completion f", ["fish"]),
    ("vitrine help sch", ["schema"]),
    ("vitrine check -- --f", []),
    ("vitrine schema list x", []),
  ]

  /// Where a shell cannot do it: fish takes any word that begins with a dash for an option, even behind one that wants a value.
  static let exceptions: [Shell: [String: [String]]] = [.fish: ["vitrine ls --sort -re": [], "vitrine list -status:w": []]]

  /// What the program would answer.
  static let answers = #"""
    #!/bin/sh
    at=nowhere
    if [ "$1" = -C ]; then at=$2; shift 2; fi
    [ "$at" = "$HOME/sub" ] && at=HOME/sub
    [ "$1" = complete ] && [ "$3" = -- ] && [ $# = 4 ] || exit 2
    case "$2" in
      rule) printf 'duplicate-key\ttwo records are one\nenum\tno known word\n' ;;
      query)
        case "$4" in
          -*) printf -- '-status:library\n-status:wishlist\n' ;;
          developer:*) [ "$COMP_LINE" = "vitrine list game developer:" ] && printf 'developer:Team Cherry\t2\ndeveloper:said by list game\n' ;;
          *) printf 'status:\tthe state\nstatus:library\nstatus:wishlist\nkind:game\n' ;;
        esac ;;
      record) printf 'games/hades\tHades\ngames/chrono trigger\tChrono: Trigger\n' ;;
      plural) printf 'games\nminiatures\n' ;;
      field) case "$4" in -*) printf -- '-title\n-release\n' ;; *) printf 'title\nrelease\n' ;; esac ;;
      schema) printf 'game-of-%s\ta schema\n' "$at" ;;
    esac
    """#

  @Test(
    "A shell that has read its script completes commands, options, choices, files and what the program knows",
    arguments: Shell.allCases)
  func completes(_ shell: Shell) throws {
    guard Need.program(shell.rawValue).isMet(for: "completion in \(shell.rawValue)") else { return }
    let workshop = try Workshop()
    try workshop.write(program: "vitrine", Self.answers)
    try workshop.write("completions/_vitrine", sample.completion(for: shell))
    try workshop.write("driver.\(shell.rawValue)", shell.driver)
    try workshop.write("lines", Self.lines.map { $0.0 + "\n" }.joined())
    try workshop.write("file.txt", "")
    try workshop.write("sub/some.txt", "")
    try workshop.write("some.txt", "")
    let output = workshop.run(shell.driverCommand)
    var found: [String: Set<String>] = [:]
    var line = ""
    for row in output.split(separator: "\n") {
      if row.hasPrefix("== ") {
        line = String(row.dropFirst(3))
        found[line] = []
      } else {
        found[line, default: []].insert(plain(row))
      }
    }
    for (line, usual) in Self.lines {
      let expected = Self.exceptions[shell]?[line] ?? usual
      #expect(found[line].map { $0.sorted() } == expected, "\(shell.rawValue): \(line)")
    }
    if found.keys.contains("") { Issue.record("\(shell.rawValue) says \(output)") }
  }

  @Test("A script is well-formed", arguments: Shell.allCases)
  func wellFormed(_ shell: Shell) throws {
    guard Need.program(shell.rawValue).isMet(for: "the completion script of \(shell.rawValue)") else { return }
    let workshop = try Workshop()
    try workshop.write("script", sample.completion(for: shell))
    #expect(workshop.run("\(shell.rawValue) -n script") == "")
  }

  @Test("shellcheck has nothing to complain of", .needs(.program("shellcheck")))
  func shellcheck() throws {
    let workshop = try Workshop()
    try workshop.write("script", sample.completion(for: .bash))
    #expect(workshop.run("shellcheck script") == "")
  }

  /// A candidate without what shells add to it: a description, quotes, a `=` or `/` at the end.
  private func plain(_ row: Substring) -> String {
    var text = (row.split(separator: "\t").first ?? "").filter { $0 != "\\" }
    if text.hasPrefix("--"), text.hasSuffix("=") { text.removeLast() }
    if text.hasSuffix("/") { text.removeLast() }
    return text
  }
}
