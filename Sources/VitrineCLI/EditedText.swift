// A text that a person changes in the editor, in a file of its own that goes away afterwards.

import Glibc
import VitrineChanges
import VitrineCommandLine
import VitrineFiles
import VitrineJournal
import VitrineSource
import VitrineSystem
import VitrineTerminal

/// Hands a text to the editor and takes it back.
struct EditedText {
  private let session: Session
  private let name: String

  /// An editing of a file with a name, whose suffix says to the editor what it is.
  ///
  /// Errors: there is no terminal. `advice` says what to do then.
  init(_ session: Session, name: String, advice: String) throws {
    guard session.live == nil else { throw NotServed() }
    guard session.ask != nil else { throw CommandError("there is no terminal to edit on; \(advice)") }
    self.session = session
    self.name = name
  }

  /// What a person makes of a text.
  ///
  /// Errors: no file can be made for it; the editor cannot be started, or failed: then nothing is taken back.
  func edit(_ text: [UInt8]) throws -> [UInt8] {
    let folder = try temporaryFolder()
    let path = folder + "/" + name
    defer {
      unlink(path)
      rmdir(folder)
    }
    do throws(FileError) {
      try FileWriter(root: folder).write(Path(name), text, expecting: .absent)
    } catch {
      throw CommandError("\(error)", .inputOutput)
    }
    switch TerminalProgram.run(session.editorWords(files: [path])) {
    case .failure(let failure):
      throw CommandError("cannot run '\(session.editor)': \(ErrorNumber.words(failure.number).reason)", .inputOutput)
    case .success(0): return try FileReader.read(path: Path(path))
    case .success(let status):
      throw CommandError("'\(session.editor)' ended with status \(status); nothing was changed", .inputOutput)
    }
  }

  /// Keeps a text in a file that stays, and gives its path: what a person wrote is not thrown away.
  ///
  /// Errors: no file can be made for it.
  func keep(_ text: [UInt8]) throws -> String {
    let folder = try temporaryFolder()
    try FileWriter(root: folder).write(Path(name), text, expecting: .absent)
    return folder + "/" + name
  }

  /// Asks whether to go on editing; false where the answer is no.
  func goesOn() -> Bool {
    let answer = session.ask?("edit it again? [Y/n] ")
    return answer.map { !$0.lowercased().hasPrefix("n") } ?? false
  }

  /// Source: mkdtemp(3).
  private func temporaryFolder() throws -> String {
    let base = session.environment("TMPDIR").flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
    var template = Array((base + "/vitrine-XXXXXX").utf8CString)
    let made = template.withUnsafeMutableBufferPointer { $0.baseAddress.map { mkdtemp($0) != nil } ?? false }
    guard made else { throw CommandError("\(FileError(.write, Path(base), errno: errno))", .inputOutput) }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
