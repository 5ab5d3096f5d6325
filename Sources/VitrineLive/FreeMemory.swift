// The door to malloc(3): memory that is free again is the system's, not kept for a next time that may never come.

import CMalloc

/// The memory that the process holds and does not use.
///
/// A catalogue that is read takes about a quarter more than it keeps, in pieces between those that stay: the library would never give them
/// back by itself.
enum FreeMemory {
  /// So many changed files are worth a look at the memory.
  static let manyChanges = 4096
  /// For so long nothing must have happened before. Units: milliseconds.
  static let quiet: Int32 = 1000

  /// After so many it is looked at although more are coming: else what is free between what stays grows by a quarter of all.
  static let mostChanges = 32_768

  /// Gives all of it back. It takes a few milliseconds for a large catalogue. Source: malloc_trim(3).
  static func giveBack() { _ = malloc_trim(0) }
}
