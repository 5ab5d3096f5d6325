// The declarations of all commands: sound in themselves, and even across commands.

import Testing
import VitrineCLI
import VitrineCommandLine

@Suite struct DeclarationTests {
  @Test("a letter and a name of an option mean one thing in all commands, and every example of help is accepted")
  func sound() {
    let faults = VitrineProgram.program.declarationFaults { word in
      ["game", "games", "miniatures", "memories", "garments"].contains(word) ? ["list", "game"] : nil
    }
    // 'git setup' names its parts as git names its drivers.
    #expect(faults == ["vitrine git setup: --diff is not what it is in 'vitrine camera capture'"])
  }
}
