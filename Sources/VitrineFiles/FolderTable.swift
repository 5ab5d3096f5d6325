// The folders of a tree as flat data: parents and names, no path kept twice.

import VitrineSource
import VitrineSystem

/// All folders of one tree. Shape: folder 0 is the root; a folder's parent always has a smaller number.
struct FolderTable: Sendable {
  /// Names of folders and files, each followed by a NUL, so that they can be handed to the system as they are.
  var names: [UInt8] = [0]
  /// The folders.
  var folders = [ListedFolder(parent: 0, nameStart: 0, nameCount: 0, depth: 0, pathCount: 0)]

  /// Puts a name into the arena and answers where it starts.
  mutating func append(name: UnsafeBufferPointer<UInt8>) -> UInt32 {
    let start = UInt32(truncatingIfNeeded: names.count)
    names.append(contentsOf: name)
    names.append(0)
    return start
  }

  /// True while `bytes` more fit below what 32 bits can number.
  func hasRoom(for bytes: Int) -> Bool { names.count + bytes < Int(UInt32.max) }

  /// The path of something named by `nameCount` bytes at `nameStart` in `folder`.
  func path(in folder: Int, nameStart: Int, nameCount: Int) -> Path {
    let count = Int(folders[folder].pathCount) + nameCount
    return Path(
      String(unsafeUninitializedCapacity: count) { target in
        write(pathIn: folder, nameStart: nameStart, nameCount: nameCount, to: target)
        return count
      })
  }

  /// The same as the bytes that the system wants, followed by a NUL.
  func systemPath(in folder: Int, nameStart: Int, nameCount: Int) -> [UInt8] {
    let length = Int(folders[folder].pathCount) + nameCount
    return [UInt8](unsafeUninitializedCapacity: length + 1) { target, count in
      write(pathIn: folder, nameStart: nameStart, nameCount: nameCount, to: target)
      target[length] = 0
      count = length + 1
    }
  }

  private func write(pathIn folder: Int, nameStart: Int, nameCount: Int, to target: UnsafeMutableBufferPointer<UInt8>) {
    let prefix = Int(folders[folder].pathCount)
    names.withUnsafeBufferPointer { names in
      _ = UnsafeMutableBufferPointer(rebasing: target[prefix...]).update(
        fromContentsOf: names[nameStart..<nameStart + nameCount])
      var end = prefix
      var current = folder
      while current > 0 {
        let entry = folders[current]
        target[end - 1] = UInt8(ascii: "/")
        let start = end - 1 - Int(entry.nameCount)
        _ = UnsafeMutableBufferPointer(rebasing: target[start..<end - 1])
          .update(fromContentsOf: names[Int(entry.nameStart)..<Int(entry.nameStart) + Int(entry.nameCount)])
        end = start
        current = Int(entry.parent)
      }
    }
  }

  /// The path of a folder; "" for the root.
  func path(ofFolder folder: Int) -> Path {
    guard folder > 0 else { return "" }
    let entry = folders[folder]
    return path(in: Int(entry.parent), nameStart: Int(entry.nameStart), nameCount: Int(entry.nameCount))
  }

  /// The path of a name in a folder, made safe to show.
  func shownPath(in folder: Int, name: UnsafeBufferPointer<UInt8>) -> Path {
    let parent = path(ofFolder: folder)
    return Path(Path.shown(Array(parent.utf8) + (parent.isEmpty ? [] : [UInt8(ascii: "/")]) + Array(name)))
  }
}

/// One folder of a listing: plain data. Its name lies in the listing.
package struct ListedFolder: Sendable {
  /// The number of the folder it lies in; the root's own is 0.
  package var parent: UInt32
  /// Where its name starts in the arena. Units: bytes.
  var nameStart: UInt32
  /// The bytes of its name.
  var nameCount: UInt16
  /// The folders between it and the root, itself included.
  package var depth: UInt16
  /// The bytes of its path with a slash at the end; 0 for the root.
  var pathCount: UInt32
}
