// The catalogue's folder itself: open, so that whatever is moved above it is of no matter, and tried by its path where that is in doubt.

import Glibc
import VitrineFiles
import VitrineSource
import VitrineSystem

/// The root of a watched tree.
///
/// The open folder and the rules belong together: both are of the folder that the path led to when it was opened last. Another folder in
/// its place is taken for the catalogue where it has a manifest, or the first one had none.
struct RootFolder {
  /// What the path leads to.
  enum Finding {
    /// The folder that is open.
    case same
    /// There is too little to open it with: nothing is known.
    case unknown
    /// Nothing, or no catalogue.
    case gone
    /// Another folder, or the same one back again; it is open now.
    case opened(FolderIdentity)
  }

  /// How long a root that is gone or in doubt stays unasked. Units: nanoseconds.
  private static let interval: Int64 = 1_000_000_000

  private let path: String
  /// The open folder.
  private(set) var folder: OpenRoot
  /// Which of its names belong to the catalogue.
  private(set) var rules: FolderRules
  /// True where the first folder had a manifest.
  var hasManifest = false
  private var lastCheck: Int64 = 0

  /// Opens a folder.
  ///
  /// Errors: it is missing, no folder or not readable.
  init(_ path: String) throws(FileError) {
    self.path = path
    rules = try FolderRules(root: path)
    folder = try OpenRoot(Path(path))
  }

  /// The descriptor of the open folder.
  var number: Int32 { folder.number }

  /// The path of the open folder, all links resolved; nil where the system does not say. Source: proc(5).
  var realPath: [UInt8]? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let count = readlink("/proc/self/fd/\(number)", start, buffer.count)
      return count > 0 ? buffer.prefix(count).map { UInt8(bitPattern: $0) } : nil
    }
  }

  /// When the path is to be tried again.
  var deadline: Int64 { lastCheck &+ Self.interval }

  /// The identity of the open folder.
  func identity() throws(FileError) -> FolderIdentity {
    var status = stat()
    guard fstat(number, &status) == 0 else { throw FileError(.list, Path(path), errno: errno) }
    return FolderIdentity(FileStatus(status))
  }

  /// Tries the path. Shape: `known` is the identity of the folder that is open; `isSeen` where its changes are seen.
  mutating func find(_ known: FolderIdentity, isSeen: Bool, now: Int64) -> Finding {
    lastCheck = now
    let found = SystemCall.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    if found < 0 { return ErrorNumber.isScarcity(-found) ? .unknown : .gone }
    defer { close(found) }
    var status = stat()
    guard fstat(found, &status) == 0 else { return .gone }
    let identity = FolderIdentity(FileStatus(status))
    if identity == known, isSeen { return .same }
    let manifest = Array(FileTree.manifestName.utf8) + [0]
    if identity != known, hasManifest, SystemCall.status(found, manifest, &status) < 0 { return .gone }
    guard let again = try? OpenRoot(Path(path)), let rules = try? FolderRules(root: path) else { return .gone }
    (folder, self.rules) = (again, rules)
    return .opened(identity)
  }
}
