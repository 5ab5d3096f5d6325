// One image from the disk: its ends, and of what lies between them only what its metadata needs.

package import VitrineFiles
import VitrineIndex
package import VitrineModel
package import VitrinePhotos
import VitrineRules
import VitrineSource
package import VitrineSystem

/// An image as it was read.
package struct ReadPhoto: Sendable {
  /// Its format, and what is wrong with it.
  package let check: ImageCheck
  /// The size of the file. Units: bytes.
  package let byteCount: Int
  /// What it says of itself; nil where it was not asked.
  package let metadata: PhotoMetadata?
  /// Every tag in words; empty where they were not asked.
  package let tags: [PhotoTag]
  /// A hash of its size and its ends; nil where it was not asked.
  package let fingerprint: UInt64?

  /// Reads an image from an open file. Shape: `name` is its name or its path.
  ///
  /// Errors: a part of it cannot be read.
  package init(_ file: OpenFile, name: String, withMetadata: Bool, withTags: Bool = false, withFingerprint: Bool = false)
    throws(FileError)
  {
    let ends = try file.ends(most: ImageSample.endSize)
    let sample = ImageSample(head: ends.head, tail: ends.tail, size: ends.status.size)
    check = ImageCheck(sample, name: name)
    byteCount = sample.size
    fingerprint = withFingerprint ? sample.fingerprint : nil
    var failure: FileError?
    var image = ImageBytes(sample) { start, count in
      do throws(FileError) {
        return try file.part(from: start, count: count)
      } catch {
        failure = error
        return []
      }
    }
    metadata = withMetadata ? PhotoMetadata.read(&image, check.format, name: name) : nil
    tags = withTags ? check.format.map { PhotoTag.list(&image, $0) } ?? [] : []
    if let failure { throw failure }
  }

  /// An image that was read whole.
  package init(_ bytes: [UInt8], name: String) {
    let sample = ImageSample(bytes)
    check = ImageCheck(sample, name: name)
    byteCount = bytes.count
    fingerprint = nil
    var image = ImageBytes(sample)
    metadata = PhotoMetadata.read(&image, check.format, name: name)
    tags = check.format.map { PhotoTag.list(&image, $0) } ?? []
  }
}

extension LoadedCatalogue {
  /// What a photo of the catalogue says of itself. It is looked into now, unless it was when the catalogue was read; nil where it cannot be.
  package func metadata(of photo: PhotoFacts) -> PhotoMetadata? {
    if let known = photo.metadata { return known }
    do throws(FileError) {
      let read = try FileReader.withFile(path: Path(root).appending(photo.path)) { file throws(FileError) in
        try ReadPhoto(file, name: photo.path.string, withMetadata: true)
      }
      return read.metadata
    } catch {
      return nil
    }
  }

  /// Photos of a record with what they say of themselves, in the order they were taken (`PhotoTaken.chronological`). They are looked into now,
  /// unless they were when the catalogue was read.
  package func chronological(_ photos: [PhotoFacts], in record: RecordFacts) -> [PhotoFacts] {
    let read = photos.map { photo in
      var photo = photo
      photo.metadata = metadata(of: photo)
      return photo
    }
    return PhotoTaken.chronological(read, in: record)
  }
}
