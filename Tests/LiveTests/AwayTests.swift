// Folders that are away for a moment: what was read of them meanwhile was read elsewhere, or not at all, and is read again.

import Glibc
import Testing
import VitrineLive
import VitrineTesting

/// While files are read, somebody moves the folder that they lie in, and moves it back.
@Suite struct AwayTests {
  private static let folders = 2000

  /// A catalogue of recipes in folders of their own, all with the same name; none is moved twice.
  private func run() throws -> LiveRun {
    let run = try LiveRun(parts: [])
    for folder in 0..<Self.folders { try run.around.write("name: First\n", to: "catalogue/recipes/\(folder)/it.yaml") }
    try run.check("at the start")
    return run
  }

  /// Lets the catalogue's thread get so far, or farther.
  private func wait(_ number: Int) { usleep(UInt32(number * 7 % 60) * 15) }

  @Test("records whose folder is moved away and back while they are read are not lost")
  func thereAndBack() throws {
    let run = try run()
    for folder in 0..<Self.folders {
      try run.write("name: Second\n", to: "recipes/\(folder)/it.yaml")
      wait(folder)
      try run.rename("recipes/\(folder)", "/away")
      wait(folder / 7)
      try run.rename("/away", "recipes/\(folder)")
    }
    try run.check("in the end")
  }

  @Test("records whose folder changes places with another and back while they are read keep their own values")
  func swapped() throws {
    let run = try run()
    for folder in stride(from: 0, to: Self.folders, by: 2) {
      try run.write("name: Second\n", to: "recipes/\(folder)/it.yaml")
      wait(folder)
      let (one, other) = ("recipes/\(folder)", "recipes/\(folder + 1)")
      try run.rename(one, "/away")
      try run.rename(other, one)
      wait(folder / 7)
      try run.rename(one, other)
      try run.rename("/away", one)
    }
    try run.check("in the end")
  }
}
