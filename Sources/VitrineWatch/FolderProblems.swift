// What is wrong with folders, and which of their names lead elsewhere.

import VitrineFiles
import VitrineSource

/// Problems and symbolic links of the folders that have any, as they were when each was last read whole.
struct FolderProblems {
  private var problems: [Int32: [ListingProblem]] = [:]
  private var links: [Int32: [(name: [UInt8], target: Path)]] = [:]

  /// True where there are no links.
  var hasNoLinks: Bool { links.isEmpty }
  /// The folders with links, whether they lead to files of the catalogue or not: what they lead to is seen by reading the folder.
  var foldersWithLinks: some Collection<Int32> { links.keys }
  /// The links of a folder to files, with where they lead.
  func targets(in number: Int32) -> [(name: [UInt8], target: Path)] { links[number] ?? [] }
  /// The names of a folder that are links to files of the catalogue.
  func links(in number: Int32) -> [[UInt8]] { links[number]?.map(\.name) ?? [] }
  /// All problems, by path.
  var sorted: [ListingProblem] {
    problems.values.joined().sorted { $0.path != $1.path ? $0.path < $1.path : $0.errno < $1.errno }
  }

  /// The problems of a folder.
  func of(_ number: Int32) -> [ListingProblem] { problems[number] ?? [] }

  /// True where single names of a folder can be looked at without the others: no problem and no link may come or go with them.
  func areNone(in number: Int32) -> Bool { problems[number] == nil && links[number] == nil }

  /// True where a folder has problems.
  func has(_ number: Int32) -> Bool { problems[number] != nil }

  /// The error that kept a folder from being listed when it was last looked at.
  func failure(of number: Int32) -> Int32? { problems[number]?.first { $0.kind == .unreadableFolder }?.errno }

  /// Where a symbolic link of a folder leads; nil for another name.
  func target(of name: [UInt8], in number: Int32) -> Path? { links[number]?.first { $0.name == name }?.target }

  /// A folder was read whole. Answers true where its problems are not what they were.
  mutating func take(_ contents: FolderContents, of number: Int32) -> Bool {
    let isOther = of(number) != contents.problems
    problems[number] = contents.problems.isEmpty ? nil : contents.problems
    let found = contents.links.map { link in
      (name: Array(contents.names[Int(link.nameStart)...].prefix { $0 != 0 }), target: link.target)
    }
    let hasLinks = !found.isEmpty || contents.problems.contains { $0.kind.dependsOnOtherFolders }
    links[number] = hasLinks ? found : nil
    return isOther
  }

  /// A folder is not known any more. Answers true where it had problems.
  mutating func forget(_ number: Int32) -> Bool {
    links[number] = nil
    return problems.removeValue(forKey: number) != nil
  }
}
