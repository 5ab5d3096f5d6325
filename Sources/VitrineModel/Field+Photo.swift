// What a field takes from a photo.

extension Kind {
  /// The field that takes the day or the moment when a photo was taken; nil where the kind has none.
  package var takenField: Field? {
    fields.first { $0.fromPhoto == "taken" && !$0.isList && [.date, .dateInt, .dateTime].contains($0.meaning) }
  }

  /// The fields of texts that tell what a photo was taken with, each with the photo's member that it takes.
  package var equipmentFields: [(field: Field, member: String)] {
    fields.compactMap { field in
      guard let member = field.fromPhoto, ["camera", "lens"].contains(member), !field.isList, field.meaning == .text else {
        return nil
      }
      return (field, member)
    }
  }

  /// Whether the kind's place on the map is taken from photos.
  package var takesLocation: Bool { location.map { field($0)?.fromPhoto == "location" } ?? false }

  /// The fields of numbers that tell how a photo was exposed, each with the photo's member that it takes.
  package var exposureFields: [(field: Field, member: String)] {
    fields.compactMap { field in
      guard let member = field.fromPhoto, ["iso", "shutter", "aperture", "focal_length"].contains(member), !field.isList,
        field.meaning == .number
      else { return nil }
      return (field, member)
    }
  }
}

extension Kind.Field {
  /// What a photo says for this field, as a person would type it; nil where it takes nothing from photos, or the photo does not say.
  ///
  /// Shape: of the time a photo was taken at a field of days has the day, one of times of day the time, with its offset from UTC where it is known, one of
  /// moments where only the day is known its start, to the minute. A place is `LATITUDE,LONGITUDE`; a rating is whole.
  package func text(from photo: PhotoMetadata) -> String? {
    switch fromPhoto {
    case nil: return nil
    case "location":
      guard let latitude = photo.latitude, let longitude = photo.longitude else { return nil }
      return "\(latitude),\(longitude)"
    case "taken":
      // A day in the file's name is known better than when the file was written.
      if let day = photo.takenDay, meaning != .dateTime { return [.date, .dateInt].contains(meaning) ? day : nil }
      guard let taken = photo.taken ?? photo.takenDay else { return nil }
      switch meaning {
      case .date, .dateInt: return String(taken.prefix(10))
      case .time:
        let time = taken.dropFirst(11)
        return time.isEmpty ? nil : String(time)
      case .dateTime: return taken.utf8.count == 10 ? taken + "T00:00" : taken
      default: return nil
      }
    case "rating": return photo.rating.map { String(Int($0.rounded())) }
    case let member?: return photo.texts.first { $0.name == member }?.text
    }
  }
}
