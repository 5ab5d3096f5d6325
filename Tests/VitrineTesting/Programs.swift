// Where the programs under test are.

import FoundationEssentials

/// The programs under test: those beside `VITRINE_PROGRAM`, or beside these tests, or of the debug build.
package enum Programs {
  private static let folder: String = {
    func parent(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
    if let named = ProcessInfo.processInfo.environment["VITRINE_PROGRAM"], !named.isEmpty { return parent(named) }
    let debug = TestData.checkout + "/.build/debug"
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return [own.map(parent), debug].compactMap { $0 }.first { FileManager.default.isExecutableFile(atPath: $0 + "/vitrine") }
      ?? debug
  }()

  /// The program of the command line.
  package static let vitrine = folder + "/vitrine"
  /// The long-lived program.
  package static let vitrined = folder + "/vitrined"
  /// The program that decodes pictures.
  package static let decode = folder + "/vitrine-decode"
}
