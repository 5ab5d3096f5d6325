// Where the tests find the real data they read in place.

import FoundationEssentials

/// The folder of third-party data: `VITRINE_TESTDATA`, or `../shared/testdata` beside the checkout.
package enum TestData {
  /// The folder's path.
  package static let root: String =
    ProcessInfo.processInfo.environment["VITRINE_TESTDATA"] ?? checkout + "/../shared/testdata"

  /// The checkout these tests were compiled from.
  package static let checkout: String = {
    var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    parts.removeLast(3)
    return parts.joined(separator: "/")
  }()

  /// The bytes of a file below the folder.
  ///
  /// Errors: throws what reading throws.
  package static func bytes(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: root + "/" + path)))
  }

  /// The bytes of a stock schema.
  ///
  /// Errors: throws what reading throws.
  package static func schema(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: checkout + "/schemas/" + name)))
  }

  /// The rows of a tab-separated file below the folder, the header row left out.
  package static func rows(_ path: String) throws -> [[String]] {
    let text = String(decoding: try bytes(path), as: UTF8.self)
    return text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  /// All files below a folder of the data, as paths relative to that folder, in byte order.
  package static func files(_ path: String) throws -> [String] {
    let found = try FileManager.default.subpathsOfDirectory(atPath: root + "/" + path)
    return found.filter { name in
      var isDirectory = false
      return FileManager.default.fileExists(atPath: root + "/" + path + "/" + name, isDirectory: &isDirectory) && !isDirectory
    }.sorted()
  }
}
