// Copies of photos in formats that browsers do not show, for pages that go to other people.

import VitrineFiles
import VitrinePhotos
import VitrineSharing
import VitrineSource
import VitrineSystem

/// A JPEG in the place of a HEIC, a TIFF or a raw file. It is made of decoded pixels: nothing of the photo's metadata is in it.
enum DisplayCopy {
  /// The copy.
  case made([UInt8])
  /// Browsers show the photo itself, it cannot be decoded by any library, or it is not there.
  case notNeeded
  /// It cannot be made, and why.
  case failed(ImageFormat, reason: String)

  /// The copy of the photo at a path.
  static func make(of path: Path, _ reader: inout FolderReader, _ program: DecodingProgram?) -> DisplayCopy {
    do throws(FileError) {
      return try reader.withFile(path: path) { file throws(FileError) in
        guard let photo = try DecodablePhoto(file), !GalleryPhoto.isSeen(photo.format) else { return .notNeeded }
        guard let program else { return .failed(photo.format, reason: "vitrine-decode, which decodes it, is not installed") }
        do throws(DecodingFailure) {
          return .made(try program.copy(of: photo, within: PhotoReducer.longestSide))
        } catch {
          return .failed(photo.format, reason: error.reason)
        }
      }
    } catch {
      return .notNeeded
    }
  }
}

/// The copies of photos in their order, made on all cores, a few ahead.
final class DisplayCopies {
  /// How many are made at once.
  private static let most = 16

  private let paths: [Path]
  private let root: OpenRoot
  private let program: DecodingProgram?
  private var ready: [DisplayCopy] = []
  private var next = 0

  /// The copies of the photos at paths below a root.
  init(of paths: [Path], _ root: OpenRoot, _ program: DecodingProgram?) {
    (self.paths, self.root, self.program) = (paths, root, program)
  }

  /// The copy of the next photo.
  func take() -> DisplayCopy {
    precondition(next < paths.count, "there is one copy a photo")
    if next % Self.most == 0 {
      let (paths, root, program) = (Array(paths[next...].prefix(Self.most)), root, program)
      ready = Parallel.map(paths.count, inlineBelow: 2, chunk: 1) {
        FolderReader(root)
      } _: { reader, index in
        DisplayCopy.make(of: paths[index], &reader, program)
      }
    }
    defer { next += 1 }
    return ready[next % Self.most]
  }
}
