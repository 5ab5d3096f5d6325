// Where a path leads when all its symbolic links are followed.

import Glibc
package import VitrineSource

/// What following the links of a path gives, seen from a root.
package enum RealPath: Hashable {
  /// The path of something below the root, relative to it.
  case below(Path)
  /// The root itself.
  case root
  /// A place that is not below the root.
  case outside
  /// Something below the root whose path is not UTF-8.
  case notUTF8
  /// The number of the error: the path leads nowhere.
  case failure(Int32)

  /// Follows all links of an absolute path.
  ///
  /// Source: realpath(3).
  package static func below(_ realRoot: Path, _ path: Path) -> RealPath {
    guard let real = realpath(path.string, nil) else { return .failure(errno) }
    defer { free(real) }
    let resolved = Path(String(cString: real))
    if resolved == realRoot { return .root }
    guard let rest = resolved.rest(below: realRoot) else { return .outside }
    return String(validatingCString: real) == nil ? .notUTF8 : .below(Path(rest))
  }

  /// The file below a folder that a path below it leads to through symbolic links; nil where there are none, or they lead elsewhere.
  package static func target(of path: Path, below root: String) -> Path? {
    guard let real = realpath(root, nil) else { return nil }
    defer { free(real) }
    let realRoot = Path(String(cString: real))
    guard case .below(let target) = below(realRoot, realRoot.appending(path)), target != path else { return nil }
    return target
  }
}
