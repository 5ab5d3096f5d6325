// From where paths of a catalogue are written: its root, or the folder that a person stands in.

/// The folder that written paths start from, so that editors, shells and `xargs` can open them.
package struct PathBase: Sendable, Hashable {
  /// The folders from the root down to the base, where the base is in the catalogue.
  private let folders: [String]
  /// What leads from the base to the root, with a slash at its end, where the base is elsewhere; or "".
  private let prefix: String

  /// The root itself: paths are written as the catalogue knows them.
  package static let root = PathBase(folders: [], prefix: "", isForShells: false)

  /// True where a path that begins with a dash gets './' before it, so that no program takes it for an option.
  private let isForShells: Bool

  private init(folders: [String], prefix: String, isForShells: Bool) {
    self.folders = folders
    self.prefix = prefix
    self.isForShells = isForShells
  }

  /// Paths below `root`, written for somebody who stands in `folder`. Both are absolute and without symbolic links.
  package init(root: String, folder: String) {
    let above = Self.parts(root)
    let own = Self.parts(folder)
    if Self.begins(own, with: above) {
      self.init(folders: Array(own[above.count...]), prefix: "", isForShells: true)
    } else {
      let shared = zip(above, own).prefix { Self.isSame($0, $1) }.count
      let steps = Array(repeating: "..", count: own.count - shared) + above[shared...]
      self.init(folders: [], prefix: steps.joined(separator: "/") + "/", isForShells: true)
    }
  }

  /// A path of the catalogue as it is written from here; never like an option.
  package func written(_ path: String) -> String {
    if folders.isEmpty || path.isEmpty { return path.isEmpty ? path : guarded(prefix + path) }
    let parts = Self.parts(path)
    let shared = zip(parts, folders).prefix { Self.isSame($0, $1) }.count
    let steps = Array(repeating: "..", count: folders.count - shared) + parts[shared...]
    if steps.isEmpty { return "." }
    return guarded(steps.joined(separator: "/"))
  }

  private func guarded(_ path: String) -> String {
    isForShells && path.utf8.first == UInt8(ascii: "-") ? "./" + path : path
  }

  private static func parts(_ path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// Names are compared by their bytes: two that differ in their Unicode form are two files.
  private static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

  private static func begins(_ parts: [String], with others: [String]) -> Bool {
    parts.count >= others.count && zip(parts, others).allSatisfy { isSame($0, $1) }
  }
}
