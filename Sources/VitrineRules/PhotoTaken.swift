// When a photo was taken, as its record sees it.

package import VitrineModel

/// The order of truth for the time of a photo.
package enum PhotoTaken {
  /// What the record says beside the photo; else what the photo says of itself; else the time in its file's name; else nil: when the file
  /// last changed is no truth.
  ///
  /// Shape: the text as written in the record, or as RFC 3339 writes it.
  package static func text(of photo: PhotoFacts, in record: RecordFacts) -> String? {
    let listed = record.photos.first { listed in
      listed.taken != nil && PhotoPath.resolve(listed.file, from: record.path) == photo.path
    }
    return listed?.taken ?? photo.metadata?.taken
  }

  /// The photo with the time that its record gives it.
  package static func timed(_ photo: PhotoFacts, in record: RecordFacts) -> PhotoFacts {
    guard let taken = text(of: photo, in: record) else { return photo }
    var photo = photo
    photo.metadata = photo.metadata ?? PhotoMetadata()
    photo.metadata?.taken = taken
    return photo
  }
}
