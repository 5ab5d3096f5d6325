// Large photos made smaller for a page, by the program that has the decoders.

import VitrineModel
import VitrinePhotos

/// Makes photos smaller for pages.
package struct PhotoReducer: Sendable {
  /// The longest side of a photo in a page. Units: pixels.
  package static let longestSide = 1600
  /// Photos up to this size stay as they are. Units: bytes.
  package static let smallEnough = 300_000

  private let program: DecodingProgram

  /// Nil where there is no program for it.
  package init?(_ context: RequestContext) {
    guard let program = DecodingProgram(context) else { return nil }
    self.program = program
  }

  /// A photo made smaller, with its EXIF and its colour profile; nil where it is small already, is no JPEG, or cannot be decoded.
  ///
  /// - Parameter longestSide: the longest side that it may have. Units: pixels.
  /// - Parameter smallEnough: photos up to this size stay as they are. Units: bytes.
  package func reduced(
    _ photo: [UInt8], longestSide: Int = longestSide, smallEnough: Int = smallEnough
  ) -> [UInt8]? {
    guard photo.count > smallEnough, ImageFormat.sniff(photo) == .jpeg, let size = PhotoMetadata.read(photo),
      let width = size.width, let height = size.height, max(width, height) > longestSide
    else { return nil }
    do {
      let smaller = try program.reduced(photo, within: longestSide)
      let dressed = try ReducedPhoto.dressed(smaller, like: photo)
      return dressed.count < photo.count ? dressed : nil
    } catch {
      // As it is, it can be shown as well.
      return nil
    }
  }
}
