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

  /// From here on a piece is the system's again as soon as it is free. Units: bytes.
  private static let largePiece: Int32 = 1 << 20
  /// So much that is free at the end of what a thread uses stays for its next time. Units: bytes.
  private static let spare: Int32 = 4 << 20

  /// Has large pieces go back to the system when they are free: left to itself, the library learns from the first of them to keep up to 32 MiB of them for each
  /// thread. Done once in a process. Source: mallopt(3). Decision 0130 says why.
  static let givesBackLargePieces: Void = {
    _ = mallopt(M_MMAP_THRESHOLD, largePiece)
    _ = mallopt(M_TRIM_THRESHOLD, spare)
  }()

  /// Gives all of it back. It takes a few milliseconds for a large catalogue. Source: malloc_trim(3).
  static func giveBack() { _ = malloc_trim(0) }
}
