// A section carried out, and compared with what its page says.

import VitrineChanges
import VitrineSource
import VitrineTesting

extension TranscriptSection {
  /// The blocks as they really are: every command run in a fresh folder, in order. `variables` is asked before each command for more of the
  /// environment.
  ///
  /// Errors: throws what setting the folder up throws, and what `variables` throws.
  func carriedOut(variables: (TemporaryFolder) throws -> [String] = { _ in [] }) throws -> [TranscriptBlock] {
    let scratch = try TemporaryFolder(inMemory: true)
    let folder = try TemporaryFolder(inMemory: true)
    for copy in copies { try folder.copy(TestData.checkout + "/" + copy) }
    for file in files { try folder.write(file) }
    return try blocks.map { block in
      var block = block
      block.steps = try block.steps.map { step in
        var real = try Shell.run(step.command, in: folder.path, scratch: scratch, variables: variables(folder))
        real.output = real.output.settled(folder: folder.path)
        real.errors = real.errors.settled(folder: folder.path)
        return real
      }
      return block
    }
  }
}

extension TranscriptBlock {
  /// How another block differs from this one, as a diff; "" where it does not.
  func difference(to real: TranscriptBlock, in page: String) -> String {
    String(
      decoding: UnifiedDiff.render(path: Path(page), old: Array(text.utf8), new: Array(real.text.utf8)), as: UTF8.self)
  }
}

extension String {
  /// The text with the two things made plain that no page can know: how long it took, `(0.012 s)`, and where the folder is, `$PWD`.
  fileprivate func settled(folder: String) -> String {
    var text = self
    if text.contains(folder) { text = text.split(separator: folder, omittingEmptySubsequences: false).joined(separator: "$PWD") }
    guard text.contains(" s)") else { return text }
    return text.replacing(/\([0-9]+\.[0-9]{3} s\)/) { _ in "(0.000 s)" }
  }
}
