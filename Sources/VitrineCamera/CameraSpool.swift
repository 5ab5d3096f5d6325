// Where the photos of a camera wait for the catalogue: a folder of the catalogue's own, so that nothing has to be copied.

import Glibc
import VitrineSystem

/// A folder for the photos of one session with a camera.
///
/// Shape: `.vitrine/camera/SESSION` with `incoming`, where gphoto2 writes, `ready`, what is whole, `hook`, the script that gphoto2 calls for each file, and
/// `unfinished` while the session is not over. What a session left behind that was cut short is found by the next one.
package struct CameraSpool: Sendable {
  /// The folder of the session: absolute.
  package let folder: String
  /// Where the finished photos stand.
  package var ready: String { folder + "/ready" }
  /// Where gphoto2 writes.
  var incoming: String { folder + "/incoming" }
  /// The script that gphoto2 calls; nil where the file system runs no programs.
  var hook: String? { access(folder + "/hook", X_OK) == 0 ? folder + "/hook" : nil }

  /// True where no script is called, and `gather` is to be called as files come.
  package var gathersItself: Bool { hook == nil }

  private static let home = ".vitrine/camera"
  private static let mark = "/unfinished"

  /// Gives each file a name of its own. Cameras begin anew with `capt0000` in each session where they keep photos in their memory alone, and with `IMG_0001`
  /// in each folder.
  private static let script = """
    #!/bin/sh
    # gphoto2 calls this for each file that it has written whole; vitrine takes what stands in 'ready'.
    [ "$ACTION" = download ] || exit 0
    name=${ARGUMENT##*/}
    case $name in
      capt[0-9]*) session=${PWD%/*}; session=${session##*/}; name=${session%-*}-$name ;;
    esac
    folder=../ready
    number=0
    while [ -e "$folder/$name" ]; do
      number=$((number + 1))
      folder=../ready/$number
      mkdir -p "$folder"
    done
    mv -- "./${ARGUMENT#./}" "$folder/$name"

    """

  /// Makes one in a catalogue. `session` is its name: a moment as `20261120-181500`.
  ///
  /// Errors: the folder cannot be made.
  package init(in root: String, session: String) throws(CameraFailure) {
    folder = "\(root)/\(Self.home)/\(session)-\(getpid())"
    for path in [root + "/.vitrine", "\(root)/\(Self.home)", folder, ready, incoming]
    where mkdir(path, 0o777) != 0 && errno != EEXIST {
      throw CameraFailure("cannot make the folder '\(path)': \(ErrorNumber.words(errno).reason)")
    }
    guard Self.write("", to: folder + Self.mark, mode: 0o666), Self.write(Self.script, to: folder + "/hook", mode: 0o777) else {
      throw CameraFailure("cannot write into '\(folder)': \(ErrorNumber.words(errno).reason)")
    }
  }

  private init(_ folder: String) { self.folder = folder }

  /// Those of a catalogue that were cut short, and belong to no session that still runs.
  package static func unfinished(in root: String) -> [CameraSpool] {
    names(in: "\(root)/\(home)").compactMap { name in
      let spool = CameraSpool("\(root)/\(home)/\(name)")
      guard access(spool.folder + mark, F_OK) == 0, let process = name.split(separator: "-").last.flatMap({ Int32($0) }),
        kill(process, 0) != 0
      else { return nil }
      return spool
    }
  }

  /// Moves what gphoto2 has written whole, and no hook has moved, to what is ready. Where the session is over, what stands there is whole: gphoto2 gives a
  /// file its name when it is.
  package func gather() {
    for name in Self.names(in: incoming) where !name.hasPrefix("tmpfile") && !name.hasPrefix(".") {
      _ = WriteCalls.system.place(AT_FDCWD, "\(incoming)/\(name)", AT_FDCWD, "\(ready)/\(name)")
    }
  }

  /// Ends the session. What is left in it stays, where vitrine will not look again. Where photos were taken from it the empty folders stay, too: it is
  /// there that an undo puts them.
  package func finish(hadPhotos: Bool) {
    for name in Self.names(in: incoming) where name.hasPrefix("tmpfile") { unlink("\(incoming)/\(name)") }
    unlink(folder + Self.mark)
    unlink(folder + "/hook")
    rmdir(incoming)
    if !hadPhotos { remove() }
    // Nobody undoes what was so long ago; what is not empty stays all the same.
    let home = folder.prefix(upTo: folder.utf8.lastIndex(of: UInt8(ascii: "/")) ?? folder.startIndex)
    let others = Self.names(in: String(home))
    for name in others.dropLast(Self.mostKept) { CameraSpool("\(home)/\(name)").remove() }
  }

  /// The most sessions whose folders are kept.
  private static let mostKept = 200

  /// Removes the folders, as far as they are empty.
  private func remove() {
    for name in Self.names(in: ready) { rmdir("\(ready)/\(name)") }
    for path in [ready, folder] { rmdir(path) }
  }

  private static func write(_ text: String, to path: String, mode: mode_t) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, mode)
    guard file >= 0 else { return false }
    defer { close(file) }
    var text = text
    return text.withUTF8 { bytes in Glibc.write(file, bytes.baseAddress, bytes.count) == bytes.count }
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }
}
