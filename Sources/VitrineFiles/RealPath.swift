// Where a path leads when all its symbolic links are followed.

import Glibc

/// What following the links of a path gives, seen from a root.
package enum RealPath: Hashable {
  /// The path of something below the root, relative to it.
  case below(String)
  /// The root itself.
  case root
  /// A place that is not below the root.
  case outside
  /// The number of the error: the path leads nowhere.
  case failure(Int32)

  /// Follows all links of an absolute path.
  ///
  /// Source: realpath(3).
  package static func below(_ realRoot: String, _ path: String) -> RealPath {
    guard let real = realpath(path, nil) else { return .failure(errno) }
    defer { free(real) }
    let resolved = String(cString: real)
    if resolved == realRoot { return .root }
    let prefix = realRoot == "/" ? "/" : realRoot + "/"
    guard resolved.utf8.starts(with: prefix.utf8) else { return .outside }
    return .below(String(decoding: resolved.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
  }
}
