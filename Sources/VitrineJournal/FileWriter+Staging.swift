// The two halves of an atomic write: the new text on the disk under another name, and the rename.

import Glibc
import Synchronization
import VitrineFiles
import VitrineSource
import VitrineSystem

/// A new text that lies on the disk beside its place.
struct StagedFile {
  /// The file it is for.
  var target: FileWriter.Target
  /// The bytes.
  var bytes: [UInt8]
  /// The name it has until it is renamed.
  var temporaryName: String
  /// The folders that were made for it, outermost first, as paths.
  var madeFolders: [Path]

  /// The path without symbolic links, relative to the root.
  var path: Path { target.path }
}

/// The number of the last temporary file of this process.
private let lastTemporary = Atomic<Int>(0)

extension FileWriter {
  /// Writes `bytes` beside the target. They are on the disk for sure only after `force`.
  ///
  /// Errors: what the system said; then nothing is left behind.
  func stage(_ bytes: [UInt8], for target: Target) throws(FileError) -> StagedFile {
    var staged = StagedFile(target: target, bytes: bytes, temporaryName: "", madeFolders: [])
    do throws(FileError) {
      if target.present == nil { staged.madeFolders = try makeFolders(for: target) }
      let place = try FilePlace(root: root.descriptor, path: target.path, operation: target.operation)
      let descriptor = try openTemporary(place, &staged)
      let failure = calls.fill(descriptor, with: bytes, like: target.status)
      let closing = calls.close(descriptor)
      let number = failure < 0 ? failure : closing
      if number < 0 { throw FileError(target.operation, target.shownPath, errno: -number) }
      return staged
    } catch {
      discard(staged)
      throw FileError(target.operation, target.shownPath, error.cause)
    }
  }

  /// Forces a staged file to the disk. Of many files, the first to be forced takes most of the others along: so it is cheap to stage all first.
  ///
  /// Errors: what the system said; the staged file stays.
  func force(_ staged: StagedFile) throws(FileError) {
    let target = staged.target
    let place = try FilePlace(root: root.descriptor, path: target.path, operation: target.operation)
    let descriptor = calls.open(place.folder, staged.temporaryName, O_RDONLY | O_NOFOLLOW | O_CLOEXEC, 0)
    guard descriptor >= 0 else { throw FileError(target.operation, target.shownPath, errno: -descriptor) }
    let result = calls.sync(descriptor)
    _ = calls.close(descriptor)
    if result < 0 { throw FileError(target.operation, target.shownPath, errno: -result) }
  }

  /// Looks at the target for the last time and puts the staged file in its place.
  ///
  /// Errors: `.changed` and its like where the target is not what it was; what the system said. Then the staged file is gone.
  func place(_ staged: StagedFile) throws(FileError) {
    let target = staged.target
    do throws(FileError) {
      let (present, _) = try present(target.path, shownAs: target.shownPath)
      if present != target.present {
        let fault: FileFault = present == nil ? .vanished : target.present == nil ? .appeared : .changed
        throw FileError(target.operation, target.shownPath, fault)
      }
      let place = try FilePlace(root: root.descriptor, path: target.path, operation: target.operation)
      let name = Self.name(of: target.path)
      let result =
        present == nil
        ? calls.place(place.folder, staged.temporaryName, place.folder, name)
        : calls.rename(place.folder, staged.temporaryName, place.folder, name)
      if result == -EEXIST { throw FileError(target.operation, target.shownPath, .appeared) }
      if result < 0 { throw FileError(target.operation, target.shownPath, errno: -result) }
    } catch {
      discard(staged)
      throw error
    }
  }

  /// Removes a staged file that is not wanted any more, and the folders made for it as far as they are empty.
  func discard(_ staged: StagedFile) {
    if !staged.temporaryName.isEmpty { remove(Path(staged.path.folder).appending(staged.temporaryName)) }
    for folder in staged.madeFolders.reversed() { remove(folder, isFolder: true) }
  }

  /// Removes a file or an empty folder; what is gone already, or has become something else's home, stays as it is.
  private func remove(_ path: Path, isFolder: Bool = false) {
    do throws(FileError) {
      let place = try FilePlace(root: root.descriptor, path: path, operation: .remove)
      let name = Self.name(of: path)
      _ = isFolder ? calls.removeFolder(place.folder, name) : calls.remove(place.folder, name)
    } catch {
      // The folder itself went away, and the file with it.
    }
  }

  private func openTemporary(_ place: borrowing FilePlace, _ staged: inout StagedFile) throws(FileError) -> Int32 {
    let mode: mode_t = staged.target.status == nil ? 0o666 : 0o600
    for _ in 0..<100 {
      let number = lastTemporary.add(1, ordering: .relaxed).newValue
      let name = ".vitrine-\(getpid())-\(number).tmp"
      let descriptor = calls.open(place.folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if descriptor >= 0 {
        staged.temporaryName = name
        return descriptor
      }
      if descriptor != -EEXIST { throw FileError(staged.target.operation, staged.target.shownPath, errno: -descriptor) }
    }
    throw FileError(staged.target.operation, staged.target.shownPath, errno: EEXIST)
  }

  private func makeFolders(for target: Target) throws(FileError) -> [Path] {
    var made: [Path] = []
    let parts = target.path.parts.dropLast()
    for count in 1..<max(1, parts.count + 1) {
      let path = Path(parts: parts[..<count])
      var number: Int32 = 0
      do throws(FileError) {
        let place = try FilePlace(root: root.descriptor, path: path, operation: .create)
        number = calls.makeFolder(place.folder, parts[count - 1].string, 0o777)
        if number >= 0 {
          made.append(path)
        }
      } catch {
        if case .system(let cause) = error.cause { number = -cause } else { number = -EINVAL }
      }
      if number < 0, number != -EEXIST {
        for folder in made.reversed() { remove(folder, isFolder: true) }
        throw FileError(.create, target.shownPath, errno: -number)
      }
    }
    return made
  }

  /// The last part of a path.
  static func name(of path: Path) -> String { path.name.string }
}
