// `edit` and `new` as a person at a terminal uses them; the person's editor is a script.

import Glibc
import Testing
import VitrineTesting

@Suite("Editing in the person's own editor") struct EditorTests {
  /// A catalogue of things, and an editor that makes the changes given, one at each time it is opened, and keeps what it was shown.
  private func folder(_ edits: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\ncollections: [{kind: thing, files: \"things/*.yaml\"}]\n", to: "vitrine.yaml")
    try folder.write(
      """
      type: object
      required: [name, status]
      additionalProperties: false
      properties: {name: {type: string}, status: {enum: [open, done]}, note: {type: string}}
      x-vitrine: {display: name, plural: things}
      """, to: "schemas/thing.schema.yaml")
    try folder.write("name: Clock # of oak\nstatus: open\n", to: "things/clock.yaml")
    try folder.write("name: Lamp\nstatus: open\n", to: "things/lamp.yaml")
    let cases = edits.enumerated().map { "\($0.offset + 1)) \($0.element) ;;" }.joined(separator: "\n")
    try folder.write(
      program: """
        #!/bin/sh
        count=$(($(cat "$HOME/count" 2>/dev/null || echo 0) + 1))
        echo $count >"$HOME/count"
        cp "$1" "$HOME/shown-$count"
        case $count in
        \(cases)
        esac
        """, to: "editor")
    return folder
  }

  private func text(_ name: String, _ folder: TemporaryFolder) -> String {
    ((try? folder.read(name)).map { String(decoding: $0, as: UTF8.self) }) ?? "(no \(name))"
  }

  @Test("edit: a value that cannot be is told behind its line, the editor opens again, and what is right then is written")
  func editing() throws {
    let folder = try folder(
      #"sed -i '0,/^status: open/s//status: opne/' "$1""#, #"sed -i 's/^status: opne/status: done/' "$1""#)
    let terminal = try Pseudoterminal("EDITOR=$PWD/editor exec vitrine edit things", in: folder)
    try terminal.waitFor("things/clock.yaml:2:9:")
    try terminal.waitFor("edit it again? [Y/n] ")
    #expect(text("things/clock.yaml", folder) == "name: Clock # of oak\nstatus: open\n")
    terminal.type("\n")
    try terminal.waitFor("1 file changed")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(terminal.hasItsModes)
    let shown = text("shown-2", folder)
    #expect(shown.contains("#== things/clock.yaml\nname: Clock # of oak\nstatus: opne\n#! error: 'opne' is "), "\(shown)")
    #expect(shown.contains("#== things/lamp.yaml\nname: Lamp\nstatus: open\n"))
    #expect(text("things/clock.yaml", folder) == "name: Clock # of oak\nstatus: done\n")
    #expect(text("things/lamp.yaml", folder) == "name: Lamp\nstatus: open\n")
    #expect(text("count", folder) == "2\n")
  }

  @Test("edit: who has enough of it finds what they wrote in a file, and nothing is changed")
  func givingUp() throws {
    let folder = try folder(#"sed -i 's/^status: open/status: [/' "$1""#)
    mkdir(folder.path + "/.kept", 0o700)
    let terminal = try Pseudoterminal("EDITOR=$PWD/editor TMPDIR=$PWD/.kept exec vitrine edit clock", in: folder)
    try terminal.waitFor("edit it again? [Y/n] ")
    terminal.type("n\n")
    try terminal.waitFor("nothing was changed; what you wrote is kept in '")
    let end = try terminal.waitForEnd()
    #expect(end == .status(1))
    let path = String(terminal.output.prefix { $0 != "'" })
    #expect(text(String(path.dropFirst(folder.path.utf8.count + 1)), folder).contains("status: [\n"), "\(path)")
    #expect(text("things/clock.yaml", folder) == "name: Clock # of oak\nstatus: open\n")
  }

  @Test("new: the template opens, what is wrong is told behind its line, and what is right then is written (M1.1)")
  func creating() throws {
    let folder = try folder(
      #"sed -i 's/^name:.*/name: Vase/; s/^status:.*/status: opne/' "$1""#,
      #"sed -i 's/^status: opne/status: open # still/' "$1""#)
    let terminal = try Pseudoterminal("EDITOR=$PWD/editor exec vitrine new thing", in: folder)
    try terminal.waitFor("edit it again? [Y/n] ")
    terminal.type("y\n")
    try terminal.waitFor("wrote things/vase.yaml")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(terminal.hasItsModes)
    #expect(text("shown-1", folder).contains("\nname:\n") && text("shown-1", folder).contains("\n# note:\n"))
    #expect(text("shown-2", folder).contains("\nstatus: opne\n#! error: 'opne' is "), "\(text("shown-2", folder))")
    #expect(text("things/vase.yaml", folder) == "name: Vase\nstatus: open # still\n")
  }

  @Test("new: a text that does not parse is told at its line; one that stays as it was writes nothing")
  func creatingNothing() throws {
    let folder = try folder(#"sed -i 's/^name:.*/name: [Vase/' "$1""#, "true")
    let terminal = try Pseudoterminal("EDITOR=$PWD/editor exec vitrine new thing", in: folder)
    try terminal.waitFor("edit it again? [Y/n] ")
    terminal.type("\n")
    try terminal.waitFor("nothing was written")
    #expect(try terminal.waitForEnd() == .status(0))
    #expect(text("shown-2", folder).contains("\n#! error: "), "\(text("shown-2", folder))")
    #expect(text("things/vase.yaml", folder) == "(no things/vase.yaml)")
  }

  @Test("an editor that fails, and one that is not there, change nothing", arguments: ["false", "/nowhere/editor"])
  func failing(editor: String) throws {
    let folder = try folder("true")
    let terminal = try Pseudoterminal("EDITOR=\(editor) exec vitrine edit clock", in: folder)
    try terminal.waitFor("vitrine: ")
    #expect(try terminal.waitForEnd() == .status(3))
    #expect(text("things/clock.yaml", folder) == "name: Clock # of oak\nstatus: open\n")
  }
}
