// Where the tests find the real data they read in place.

import FoundationEssentials
import Glibc

/// Third-party data, a folder each corpus (`json-test-suite`, `photos`): first in `VITRINE_TESTDATA`, or `../shared/testdata` beside the checkout;
/// else in `.build/corpora`, where `contrib/corpora` puts what packages carry.
package enum TestData {
  /// The folders that hold corpora, in the order in which they are asked.
  private static let roots = [
    ProcessInfo.processInfo.environment["VITRINE_TESTDATA"] ?? checkout + "/../shared/testdata", checkout + "/.build/corpora",
  ]

  /// Whether a folder or file of the data is there, by its path: `yaml-test-suite/data`.
  package static func holds(_ path: String) -> Bool { access(location(of: path), F_OK) == 0 }

  /// Where a folder or file of the data is; where no folder has its corpus, where it would be.
  package static func location(of path: String) -> String {
    let corpus = path.split(separator: "/").first.map(String.init) ?? path
    return (roots.first { access($0 + "/" + corpus, F_OK) == 0 } ?? roots[0]) + "/" + path
  }

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
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: location(of: path))))
  }

  /// The bytes of a file of the checkout.
  ///
  /// Errors: throws what reading throws.
  package static func own(_ path: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: checkout + "/" + path)))
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
    try files(in: location(of: path))
  }

  /// All files below a folder of the checkout, as paths relative to that folder, in byte order.
  package static func ownFiles(_ path: String) throws -> [String] { try files(in: checkout + "/" + path) }

  private static func files(in folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
      var isDirectory = false
      return FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isDirectory) && !isDirectory
    }.sorted()
  }
}
