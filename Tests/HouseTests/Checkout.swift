// The checkout under test, read once: its Swift files, its manifest, its other files.

import FoundationEssentials
import VitrineTesting

/// The checkout these tests were compiled from.
enum Checkout {
  /// A Swift file of it.
  struct SwiftFile: Sendable {
    /// Its path from the top.
    let path: String
    /// Its text, taken apart.
    let text: SwiftText

    /// The room it stands in: the folder below `Sources` or `Tests`.
    var room: String { String(path.split(separator: "/")[1]) }
    /// Its name without the folders.
    var name: String { String(path.split(separator: "/").last ?? "") }
  }

  /// The Swift files below `Sources`, in the order of their paths.
  static let sources: [SwiftFile] = swiftFiles(below: "Sources")
  /// The Swift files below `Tests`.
  static let tests: [SwiftFile] = swiftFiles(below: "Tests")

  /// The text of a file, or nil where there is none.
  static func text(_ path: String) -> String? {
    guard let data = FileManager.default.contents(atPath: TestData.checkout + "/" + path) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }

  /// The paths of all files below a folder, from the top, sorted; empty where the folder does not exist.
  static func files(below folder: String) -> [String] {
    let found = (try? FileManager.default.subpathsOfDirectory(atPath: TestData.checkout + "/" + folder)) ?? []
    return found.map { folder + "/" + $0 }.filter { !isFolder($0) }.sorted()
  }

  /// The names in a folder, sorted.
  static func names(in folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: TestData.checkout + "/" + folder)) ?? []).sorted()
  }

  /// Whether a path is a folder.
  static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: TestData.checkout + "/" + path, isDirectory: &isFolder) && isFolder
  }

  /// Whether a file has its run bit.
  static func canRun(_ path: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: TestData.checkout + "/" + path)
  }

  private static func swiftFiles(below folder: String) -> [SwiftFile] {
    files(below: folder).filter { $0.hasSuffix(".swift") }.compactMap { path in
      text(path).map { SwiftFile(path: path, text: SwiftText($0)) }
    }
  }
}
