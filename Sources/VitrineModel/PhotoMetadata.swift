// What a photo says of itself: when, where and with what it was taken, and how large it is.

/// The metadata of one image file. What the file does not say is nil.
package struct PhotoMetadata: Sendable, Hashable {
  /// When the shutter opened, as RFC 3339 writes it: `2026-11-20T17:02:31.5+03:00`; without offset where none was recorded.
  package var taken: String?
  /// True where `taken` is the time in the file's name, which the photo does not say itself.
  package var isTakenFromName = false
  /// The day in the file's name, where nothing says more: `2026-11-20`.
  package var takenDay: String?
  /// The width as stored, before any rotation. Units: pixels.
  package var width: Int?
  /// The height as stored, before any rotation. Units: pixels.
  package var height: Int?
  /// How the stored picture must be turned to stand upright, 1 to 8. Source: EXIF 2.32, tag Orientation.
  package var orientation: Int?
  /// Maker and model, as people write them: `FUJIFILM X100F`, `Canon EOS 40D`.
  package var camera: String?
  /// The lens's model.
  package var lens: String?
  /// The sensitivity by ISO 12232.
  package var iso: Int?
  /// The exposure time: `1/250`, or seconds such as `0.5`, `10`. Units: seconds.
  package var shutter: String?
  /// The f-number: `2.8`.
  package var aperture: String?
  /// The focal length as it is, not its 35 mm equivalent: `23`. Units: millimetres.
  package var focalLength: String?
  /// How the white balance was set: `auto` or `manual`.
  package var whiteBalance: String?
  /// The stars it was given, 0 to 5; -1 for one that was rejected.
  package var rating: Double?
  /// What it shows, in the words of whoever took it.
  package var caption: String?
  /// What it is filed under, as one text with commas.
  package var keywords: String?
  /// Who took it.
  package var creator: String?
  /// Where it was taken, in words: `Galata, Istanbul, Türkiye`.
  package var place: String?
  /// Where it was taken. Units: degrees, decimal; north is positive. Shape: there with `longitude`, or neither.
  package var latitude: String?
  /// Where it was taken. Units: degrees, decimal; east is positive.
  package var longitude: String?

  /// The metadata of a file that says nothing.
  package init() {}

  /// The same, with what another file of the same shot says where this one says nothing. The size and the way up are its own.
  package func filled(from other: PhotoMetadata) -> PhotoMetadata {
    var filled = self
    func fill(_ member: WritableKeyPath<PhotoMetadata, String?>) {
      if filled[keyPath: member] == nil { filled[keyPath: member] = other[keyPath: member] }
    }
    if taken == nil || isTakenFromName && other.taken != nil && !other.isTakenFromName {
      (filled.taken, filled.isTakenFromName) = (other.taken, other.isTakenFromName)
    }
    for member in [
      \.takenDay, \.camera, \.lens, \.shutter, \.aperture, \.focalLength, \.whiteBalance, \.caption, \.keywords, \.creator,
      \.place,
    ] as [WritableKeyPath<PhotoMetadata, String?>] {
      fill(member)
    }
    filled.iso = iso ?? other.iso
    filled.rating = rating ?? other.rating
    if latitude == nil { (filled.latitude, filled.longitude) = (other.latitude, other.longitude) }
    return filled
  }

  /// What is known, by the names of the index's built-in members of a photo and in their order; `location` is its two members.
  ///
  /// Shape: `taken`, `width`, `height`, `camera`, `lens`, `iso`, `shutter`, `aperture`, `focal_length`,
  /// `white_balance`, `rating`, `caption`, `keywords`, `creator`, `place`, `location.lat`, `location.lon`,
  /// `orientation`.
  package var texts: [(name: String, text: String)] {
    let all: [(String, String?)] = [
      ("taken", taken), ("width", width.map(String.init)), ("height", height.map(String.init)), ("camera", camera),
      ("lens", lens), ("iso", iso.map(String.init)), ("shutter", shutter), ("aperture", aperture), ("focal_length", focalLength),
      ("white_balance", whiteBalance), ("rating", rating.map { Int(exactly: $0).map(String.init) ?? String($0) }),
      ("caption", caption), ("keywords", keywords),
      ("creator", creator), ("place", place), ("location.lat", latitude),
      ("location.lon", longitude), ("orientation", orientation.map(String.init)),
    ]
    return all.compactMap { name, text in text.map { (name: name, text: $0) } }
  }
}
