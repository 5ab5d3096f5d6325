// What asks for a yes, and what becomes of the answer.

import Synchronization
import Testing
import VitrineApplication
import VitrineCLI
import VitrineTesting

@Suite("Questions before what cannot be undone")
struct ConfirmTests {
  /// A catalogue with a file in its trash.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("vitrine: 1\n", to: "vitrine.yaml")
    try folder.write("JPEG", to: ".vitrine/trash/000001/games/a.jpg")
    return folder
  }

  /// Runs `vitrine trash empty` at a terminal where a person types an answer; none where there is no person.
  private func empty(_ folder: TemporaryFolder, answer: String?, _ words: String...) -> (
    status: Int32, said: String, asked: [String]
  ) {
    let said = Mutex("")
    let asked = Mutex<[String]>([])
    var session = Session.ofProcess()
    (session.endsWithCommand, session.asksServices) = (false, false)
    session.errorOutput = { text in said.withLock { $0 += String(decoding: text, as: UTF8.self) } }
    session.ask = { question in
      asked.withLock { $0.append(question) }
      return answer
    }
    let status = VitrineProgram.run(["-C", folder.path, "trash", "empty"] + words, in: session)
    return (status, said.withLock { $0 }, asked.withLock { $0 })
  }

  @Test("yes does it")
  func yes() throws {
    let folder = try folder()
    let result = empty(folder, answer: "yes")
    #expect(result.status == 0 && result.said == "deleted 1 file\n")
    #expect(result.asked == ["delete 1 file for good? Type 'yes' to do it: "])
    #expect((try? folder.read(".vitrine/trash/000001/games/a.jpg")) == nil)
  }

  @Test("anything else, and the end of input, does not", arguments: ["y", "no", "", "yes please", "YES", nil])
  func other(answer: String?) throws {
    let folder = try folder()
    let result = empty(folder, answer: answer)
    #expect(result.status == 130 && result.said == "vitrine: nothing was changed\n")
    #expect(try folder.read(".vitrine/trash/000001/games/a.jpg") == Array("JPEG".utf8))
  }

  @Test("--yes is not asked")
  func agreed() throws {
    let folder = try folder()
    let result = empty(folder, answer: nil, "--yes")
    #expect(result.status == 0 && result.asked == [])
    #expect((try? folder.read(".vitrine/trash/000001/games/a.jpg")) == nil)
  }
}
