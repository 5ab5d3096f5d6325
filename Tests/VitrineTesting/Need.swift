// What a test needs that not every machine has: a corpus, a program, a right. Where it is missing the test is skipped by name, and contrib/test lists
// it as not run; nothing passes that was not looked at. Decision 0040 says why.

import FoundationEssentials
import Glibc
package import Testing

/// Something that a test cannot do without.
package struct Need: Sendable {
  /// What it is, as the list of tests that were not run names it.
  package let name: String
  /// Whether it is there.
  package let isMet: Bool

  /// Something of this name.
  package init(_ name: String, isMet: Bool) {
    self.name = name
    self.isMet = isMet
  }

  /// A program in `$PATH`.
  package static func program(_ name: String) -> Need {
    Need("the program '\(name)'", isMet: path(of: name) != nil)
  }

  /// A folder of the test data, or a file in one: see `TestData`.
  package static func corpus(_ path: String) -> Need {
    Need("the corpus '\(path)'", isMet: TestData.holds(path))
  }

  /// A file system of one's own, in a namespace of one's own. Source: unshare(1).
  package static let ownFileSystem = Need(
    "the right to mount a file system (unshare -rm)", isMet: system("unshare -rm mount -t tmpfs tmpfs /mnt 2>/dev/null") == 0)

  /// Whether it is there, for a test that does several things of which only one needs it. Where it is not, a line in the words of a skipped test says
  /// so, which contrib/test collects like those.
  package func isMet(for what: String) -> Bool {
    if !isMet { print("➜ Test \"\(what)\" skipped: \"not run, for want of \(name)\"") }
    return isMet
  }

  /// Where a program stands that is in `$PATH`.
  package static func path(of program: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(program)" }.first { access($0, X_OK) == 0 }
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs a test only where all that it needs is there.
  package static func needs(_ needs: Need...) -> Self { .needs(needs) }

  /// Runs a test only where all that it needs is there.
  package static func needs(_ needs: [Need]) -> Self {
    let missing = needs.filter { !$0.isMet }.map(\.name)
    return .enabled(if: missing.isEmpty, "not run, for want of \(missing.joined(separator: " and "))")
  }
}
