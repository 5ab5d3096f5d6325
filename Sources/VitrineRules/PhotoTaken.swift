// When a photo was taken, as its record sees it.

package import VitrineModel
import VitrineSource

/// The order of truth for the time of a photo, and the order of a record's photos.
package enum PhotoTaken {
  /// What the record says beside the photo; else what the photo says of itself; else the time in its file's name, or the day; else nil: when the
  /// file last changed is no truth.
  ///
  /// Shape: the text as written in the record, or as RFC 3339 writes it.
  package static func text(of photo: PhotoFacts, in record: RecordFacts) -> String? {
    let listed = record.photos.first { listed in
      listed.taken != nil && PhotoPath.resolve(listed.file, from: record.path) == photo.path
    }
    return listed?.taken ?? photo.metadata?.taken ?? photo.metadata?.takenDay
  }

  /// The photo with the time that its record gives it.
  package static func timed(_ photo: PhotoFacts, in record: RecordFacts) -> PhotoFacts {
    guard let taken = text(of: photo, in: record) else { return photo }
    var photo = photo
    photo.metadata = photo.metadata ?? PhotoMetadata()
    photo.metadata?.taken = taken
    return photo
  }

  /// Photos of a record, each with the time that the record gives it, in the order they were taken.
  ///
  /// Shape: those to which the record gives a place of their own (`order`) come first, by it. Photos without a time come last; those of one time, or
  /// without any, in the natural order of their names. Where all times have an offset from UTC, the moments count, else the clocks on the wall. What is
  /// not known yet of a photo (`PhotoFacts.metadata`) does not count.
  package static func chronological(_ photos: [PhotoFacts], in record: RecordFacts) -> [PhotoFacts] {
    let orders = order(in: record)
    let entries = photos.map { photo in
      let photo = timed(photo, in: record)
      return (photo: photo, moment: photo.metadata?.taken.flatMap(moment), order: orders[photo.path] ?? Int.max)
    }
    guard entries.count > 1 else { return entries.map(\.photo) }
    let haveOffsets = entries.allSatisfy { $0.moment.map { $0.offset != nil } ?? true }
    func key(_ moment: CivilMoment) -> Double { haveOffsets ? moment.instant : moment.civilSeconds }
    return entries.sorted { left, right in
      if left.order != right.order { return left.order < right.order }
      switch (left.moment.map(key), right.moment.map(key)) {
      case (let left?, let right?) where left != right: return left < right
      case (.some, nil): return true
      case (nil, .some): return false
      default: return left.photo.path.isNaturallyBefore(right.photo.path)
      }
    }.map(\.photo)
  }

  /// The numbers that a record gives its photos.
  private static func order(in record: RecordFacts) -> [Path: Int] {
    var orders: [Path: Int] = [:]
    for listed in record.photos {
      guard let order = listed.order else { continue }
      orders[PhotoPath.resolve(listed.file, from: record.path)] = order
    }
    return orders
  }

  /// A moment, or the start of a day.
  static func moment(_ text: String) -> CivilMoment? {
    var text = text
    return text.withUTF8 { CivilMoment($0) ?? CivilDay(dashed: $0).map { CivilMoment(day: $0) } }
  }
}
