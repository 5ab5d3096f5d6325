// Photos from anywhere that shall become a record's own.

package import VitrineCatalog
package import VitrineChanges
import VitrineFiles
package import VitrineModel
package import VitrinePhotos
import VitrineSource
package import VitrineSystem

/// Photos read from files, held against what a kind says of its records' photos.
package struct PhotoAddition {
  /// The largest file that is taken. Units: bytes.
  package static let largest = 512 << 20

  /// What the planner gets, in the order the files were named.
  package private(set) var photos: [PhotoPlanner.Addition] = []
  /// What a person should know of files that are left out, each a sentence.
  package private(set) var remarks: [String] = []

  private let policy: Kind.PhotoPolicy
  private let kind: Kind
  private var digests: Set<ContentDigest>
  private var count: Int

  /// Begins with the photos that a record has, whose bytes are not added again.
  ///
  /// Errors: one of these cannot be read.
  package init(to kind: Kind, having present: [PhotoFacts], in catalogue: LoadedCatalogue) throws(FileError) {
    self.kind = kind
    policy = kind.photos
    count = present.count
    digests = []
    for photo in present where photo.fault == nil {
      let bytes = try FileReader.read(path: Path(catalogue.root).appending(photo.path), limit: Self.largest)
      digests.insert(ContentDigest(bytes))
    }
  }

  /// Takes a file. Bytes that the record has already are left out, with a remark.
  ///
  /// Errors: it is no image, is damaged, or is one that records of the kind may not have; `isForced` takes the latter all the same.
  package mutating func take(_ bytes: [UInt8], name: String, isForced: Bool) throws(RequestError) {
    let photo = ReadPhoto(bytes, name: name)
    guard let format = photo.check.format, format != .film, format != .pdf else {
      throw RequestError("'\(name)' is no image")
    }
    for case .truncated in photo.check.faults { throw RequestError("'\(name)' is cut short") }
    if !digests.insert(ContentDigest(bytes)).inserted {
      remarks.append("'\(name)' is there already, with the same bytes")
      return
    }
    count += 1
    if !isForced { try check(photo, format, name) }
    photos.append(
      PhotoPlanner.Addition(bytes: FileText(bytes), suffix: Self.suffix(of: name, format), metadata: photo.metadata))
  }

  private func check(_ photo: ReadPhoto, _ format: ImageFormat, _ name: String) throws(RequestError) {
    let advice = "; --force adds it all the same"
    if let most = policy.most, count > most {
      throw RequestError(
        "a \(kind.name) has at most \(most == 1 ? "one photo" : "\(most) photos"), and '\(name)' would be number \(count)\(advice)"
      )
    }
    if !policy.formats.isEmpty, !policy.formats.contains(format.rawValue) {
      throw RequestError(
        "'\(name)' is \(format.words), and photos of a \(kind.name) are \(policy.formats.joined(separator: ", "))\(advice)")
    }
    if let bytes = policy.bytes, photo.byteCount > bytes {
      throw RequestError(
        "'\(name)' has \(ShownValue.size(photo.byteCount)), and a photo of a \(kind.name) at most \(ShownValue.size(bytes))\(advice)"
      )
    }
  }

  /// The suffix that a file of a name gets: its own, in small letters, where it fits the format.
  package static func suffix(of name: String, _ format: ImageFormat) -> String {
    guard let promised = ImageSuffix.format(of: name), ImageSuffix.allows(promised, format, name: name),
      let suffix = name.split(separator: ".").last
    else { return format.suffix }
    return suffix.lowercased()
  }
}
