// What the listing could not make sense of, as troubles of the catalogue.

import VitrineFiles
import VitrineModel
import VitrineSystem

/// The translation of a listing's problems.
enum ListingTroubles {
  /// All problems of a listing.
  static func all(_ problems: [ListingProblem]) -> [FileTrouble] {
    problems.map { FileTrouble(path: $0.path, cause: cause($0)) }
  }

  private static func cause(_ problem: ListingProblem) -> FileTrouble.Cause {
    switch problem.kind {
    case .unreadableFolder, .unreadableIgnoreFile:
      .unreadable(FileError(.list, problem.path, errno: problem.errno).reason)
    case .tooDeep: .unreadable("the folder lies more than \(FileTree.mostDepth) folders deep")
    case .pathTooLong: .unreadable("the path is too long")
    case .linkOutside: .linkOutside
    case .folderLink: .linkNotFollowed("a folder")
    case .brokenLink: .linkNotFollowed("nothing")
    case .linkTargetNotUTF8: .linkNotFollowed("a file whose name is not UTF-8")
    case .special(let kind): .special(kind.words)
    case .nameNotUTF8: .name("the name is not UTF-8; the file is not read")
    case .nameControlCharacter: .name("the name holds control characters")
    }
  }
}
