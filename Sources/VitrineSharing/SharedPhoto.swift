// One photo as it is shared: read whole, without its metadata unless that is wanted.

package import VitrineFiles
package import VitrinePhotos
package import VitrineSource
import VitrineSystem

/// What becomes of the metadata of photos.
package enum MetadataChoice: Sendable, Hashable {
  /// It goes, but for what is kept.
  case stripped(PhotoStripping.Kept)
  /// All of it stays; the files are copied as they are.
  case kept
}

/// A photo ready to be written.
package struct SharedPhoto: Sendable {
  /// The largest photo that is shared. Units: bytes.
  private static let largest = 1 << 30

  /// How large it is as it goes out. Units: bytes.
  package let byteCount: Int
  /// Its format; nil for what is no known image.
  package let format: ImageFormat?
  /// When the file was last changed, where that is known. Units: seconds since 1970.
  package let modified: Int?
  private let source: [UInt8]
  private let stripped: StrippedPhoto?

  /// Why a photo is left out.
  package struct Refusal: Error, Sendable {
    /// The reason, without a full stop.
    package let reason: String
    /// True where it could be shared with all its metadata.
    package let isMetadata: Bool
  }

  /// The photo at a path below the root of a reader.
  ///
  /// Errors: it cannot be read, or its metadata cannot be taken out.
  package init(at path: Path, _ reader: inout FolderReader, _ choice: MetadataChoice) throws(Refusal) {
    do throws(FileError) {
      source = try reader.read(path: path, limit: Self.largest)
    } catch {
      throw Refusal(reason: error.reason, isMetadata: false)
    }
    format = ImageFormat.sniff(source)
    switch choice {
    case .kept:
      (stripped, byteCount) = (nil, source.count)
      var time: Int?
      do throws(FileError) { time = Int(try reader.status(path: path).modified / 1_000_000_000) } catch { time = nil }
      modified = time
    case .stripped(let kept):
      let photo: StrippedPhoto
      do throws(StrippingRefusal) { photo = try PhotoStripping.strip(source, keeping: kept) } catch {
        throw Refusal(reason: error.reason, isMetadata: true)
      }
      (stripped, byteCount, modified) = (photo, photo.byteCount, nil)
    }
  }

  /// Hands the photo on, piece by piece.
  package func write(to sink: (UnsafeRawBufferPointer) -> Void) {
    if let stripped { stripped.write(of: source, to: sink) } else { source.withUnsafeBytes(sink) }
  }

  /// The photo's bytes.
  package var bytes: [UInt8] { stripped?.bytes(of: source) ?? source }
}
