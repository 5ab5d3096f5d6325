// The names in a folder, whatever they are.

import Glibc
package import VitrineSource
package import VitrineSystem

/// The names in a folder.
package enum FolderNames {
  /// All names but `.` and `..`, in no order; none where there is no such folder.
  ///
  /// Errors: what the system said. Source: fdopendir(3), readdir(3).
  package static func names(of folder: Path, below root: OpenRoot) throws(FileError) -> [String] {
    var folders = OpenFolders(root.descriptor)
    let descriptor = folders.descriptor(of: folder)
    guard descriptor >= 0 else {
      if [-ENOENT, -ENOTDIR].contains(descriptor) { return [] }
      throw FileError(.list, folder, errno: -descriptor)
    }
    let dot: [UInt8] = [UInt8(ascii: "."), 0]
    let own = dot.withUnsafeBufferPointer { SystemCall.openFolder(descriptor, $0.baseAddress) }
    guard own >= 0, let stream = fdopendir(own) else { throw FileError(.list, folder, errno: errno) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let start = UnsafeRawPointer(entry).advanced(by: MemoryLayout<dirent>.offset(of: \dirent.d_name) ?? 19)
      let name = String(cString: start.assumingMemoryBound(to: CChar.self))
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
