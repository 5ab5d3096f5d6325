// Which files' findings speak of places in which other files.

import VitrineRules
import VitrineSource

/// The files that findings of others point into: when such a file changes, lines and columns in it do.
struct RelatedFiles: Sendable {
  private var targets: [Path: Set<Path>] = [:]
  private var sources: [Path: Set<Path>] = [:]

  /// The files with a finding that has a place in a file.
  func sources(of path: Path) -> Set<Path> { sources.isEmpty ? [] : sources[path] ?? [] }

  /// Says anew where the findings of a file point to.
  mutating func set(_ findings: [Finding], of path: Path) {
    var now: Set<Path> = []
    for finding in findings { for place in finding.related { now.insert(place.path) } }
    now.remove(path)
    let before = targets.isEmpty ? [] : targets[path] ?? []
    guard before != now else { return }
    for gone in before.subtracting(now) {
      sources[gone]?.remove(path)
      if sources[gone]?.isEmpty == true { sources[gone] = nil }
    }
    for new in now.subtracting(before) { sources[new, default: []].insert(path) }
    targets[path] = now.isEmpty ? nil : now
  }
}
