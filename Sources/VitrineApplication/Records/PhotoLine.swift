// What a photo says of itself, in a line of a page.

import VitrineFormats
import VitrineIndex
package import VitrineModel

/// The words for a photo's metadata.
package enum PhotoLine {
  /// The size of the picture as it is looked at, `4032×3024`; nil where it is not known. Units: pixels.
  package static func size(_ metadata: PhotoMetadata) -> String? {
    guard let width = metadata.width, let height = metadata.height else { return nil }
    // From 5 on the stored picture lies on its side.
    let isTurned = (metadata.orientation ?? 1) >= 5
    return isTurned ? "\(height)×\(width)" : "\(width)×\(height)"
  }

  /// When it was taken, with what, and how; nil where nothing of that is known.
  package static func text(_ metadata: PhotoMetadata, withTime: Bool, in language: Language = .english) -> String? {
    var parts: [String] = []
    if withTime, var taken = metadata.taken {
      parts.append(taken.withUTF8 { CivilMoment($0) }?.words(in: language) ?? taken)
    }
    if let camera = metadata.camera { parts.append(camera) }
    if let lens = metadata.lens { parts.append(lens) }
    if let focal = metadata.focalLength { parts.append("\(focal) mm") }
    if let aperture = metadata.aperture { parts.append("f/\(aperture)") }
    if let shutter = metadata.shutter { parts.append("\(shutter) s") }
    if let iso = metadata.iso { parts.append("ISO \(iso)") }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }
}
