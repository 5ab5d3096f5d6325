// Files that a person names, wherever they lie.

import VitrineApplication
import VitrineCatalog
import VitrineFiles
import VitrinePhotos
import VitrineSource
import VitrineSystem

extension Session {
  /// The bytes of a file as it is named on the command line: a path, `-` for standard input, or `/dev/fd/N`, which a shell writes for
  /// `<(command)`.
  ///
  /// Errors: why it cannot be read, under the name it was given.
  func read(_ name: String, limit: Int = FileReader.defaultLimit) throws(FileError) -> [UInt8] {
    if Self.standardInput.contains(name) { return try FileReader.readStandardInput(limit: limit) }
    for folder in Self.foldersOfDescriptors where name.hasPrefix(folder) {
      if let descriptor = Int32(name.dropFirst(folder.count)) {
        return try FileReader.readStream(descriptor, name: name, limit: limit)
      }
    }
    do throws(FileError) {
      return try FileReader.read(path: Path(Path.absolute(name, from: folder)), limit: limit)
    } catch {
      throw FileError(error.operation, Path(name), error.cause)
    }
  }

  private static let standardInput = ["-", "/dev/stdin"]
  private static let foldersOfDescriptors = ["/dev/fd/", "/proc/self/fd/"]

  /// True where a name means no file that stands anywhere, but what is read from a descriptor, once.
  static func isStream(_ name: String) -> Bool {
    standardInput.contains(name) || foldersOfDescriptors.contains { name.hasPrefix($0) }
  }

  /// The bytes of a file that a command takes from outside the catalogue: as for `read(_:)`, and in a service those that came with the request.
  ///
  /// Errors: as for `read(_:)`; `NotServed` where they did not come.
  func given(_ name: String, limit: Int) throws -> [UInt8] {
    guard live != nil else { return try read(name, limit: limit) }
    guard let text = givenFiles[name] else { throw NotServed() }
    return Array(text.utf8)
  }

  /// The bytes of a text, or a photo, named as for `read(_:)`. What a name ending like a photo's leads to is a photo, of which only the needed
  /// bytes are read; and so is all that begins like an image.
  ///
  /// Errors: why it cannot be read, under the name it was given.
  func readTextOrPhoto(_ name: String, withTags: Bool = false) throws(FileError) -> (bytes: [UInt8], photo: ReadPhoto?) {
    if ImageSuffix.isImage(name) {
      do throws(FileError) {
        let photo = try FileReader.withFile(path: Path(Path.absolute(name, from: folder))) { file throws(FileError) in
          try ReadPhoto(file, name: name, withMetadata: true, withTags: withTags)
        }
        return ([], photo)
      } catch {
        throw FileError(error.operation, Path(name), error.cause)
      }
    }
    let bytes = try read(name)
    return ImageFormat.sniff(bytes) == nil ? (bytes, nil) : ([], ReadPhoto(bytes, name: name))
  }
}
