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

  /// What becomes of photos that have more bytes than the kind allows.
  package enum Excess: Sendable {
    /// They are made smaller by a program; nil where there is none.
    case fitted(DecodingProgram?)
    /// They stay as they are.
    case kept
  }

  private let excess: Excess
  private let policy: Kind.PhotoPolicy
  private let kind: Kind
  private let advice: String
  private var digests: Set<ContentDigest>
  private var count: Int
  /// How many were left out because the record has as many as it may have.
  private var tooMany = 0

  /// Begins with the photos that a record has, whose bytes are not added again.
  ///
  /// - Parameter advice: what stands behind a sentence about a photo that the kind does not allow.
  ///
  /// Errors: one of these cannot be read.
  package init(
    to kind: Kind, having present: [PhotoFacts], in catalogue: LoadedCatalogue, advice: String = "; --force adds it all the same",
    excess: Excess = .fitted(nil)
  ) throws(FileError) {
    self.kind = kind
    self.advice = advice
    self.excess = excess
    policy = kind.photos
    count = present.count
    digests = []
    for photo in present where photo.fault == nil {
      let bytes = try FileReader.read(path: Path(catalogue.root).appending(photo.path), limit: Self.largest)
      digests.insert(ContentDigest(bytes))
    }
  }

  /// Takes a file. Bytes that the record has already are left out, with a remark; a JPEG that is larger than the kind allows is made smaller.
  ///
  /// - Parameter text: the same bytes, to be read again when they are written; nil to keep them.
  ///
  /// Errors: it is no image, is damaged, or is one that records of the kind may not have; `isForced` takes the latter all the same. It is
  /// left out then, and others can be taken.
  package mutating func take(_ bytes: [UInt8], name: String, text: FileText? = nil, isForced: Bool) throws(RequestError) {
    let whole = bytes
    let bytes = isForced ? bytes : fitted(bytes, name)
    let text = bytes.count == whole.count ? text : nil
    let photo = ReadPhoto(bytes, name: name)
    guard let format = photo.check.format, format != .film, format != .pdf else {
      throw RequestError("'\(name)' is no image")
    }
    for case .truncated in photo.check.faults { throw RequestError("'\(name)' is cut short") }
    let digest = ContentDigest(bytes)
    if digests.contains(digest) {
      remarks.append("'\(name)' is there already, with the same bytes")
      return
    }
    if !isForced { try check(photo, format, name) }
    digests.insert(digest)
    count += 1
    photos.append(
      PhotoPlanner.Addition(
        bytes: text ?? FileText(bytes), suffix: Self.suffix(of: name, format), metadata: photo.metadata,
        shot: PhotoName.shot(of: Path(name))))
  }

  /// The bytes, fewer where there are more than the kind allows and something can be done about it.
  private mutating func fitted(_ bytes: [UInt8], _ name: String) -> [UInt8] {
    guard case .fitted(let program?) = excess, let most = policy.bytes, bytes.count > most,
      !digests.contains(ContentDigest(bytes))
    else { return bytes }
    do throws(DecodingFailure) {
      guard let fitting = try PhotoFitting(bytes, within: most, program) else { return bytes }
      remarks.append(fitting.remark(name, from: bytes.count))
      return fitting.bytes
    } catch {
      return bytes
    }
  }

  private mutating func check(_ photo: ReadPhoto, _ format: ImageFormat, _ name: String) throws(RequestError) {
    let number = count + tooMany + 1
    if let most = policy.most, number > most {
      tooMany += 1
      throw RequestError(
        "a \(kind.name) has at most \(most == 1 ? "one photo" : "\(most) photos"), and '\(name)' would be number \(number)\(advice)"
      )
    }
    if !policy.formats.isEmpty, !policy.formats.contains(format.rawValue) {
      throw RequestError(
        "'\(name)' is \(format.words), and photos of a \(kind.name) are \(policy.formats.joined(separator: ", "))\(advice)")
    }
    if case .kept = excess { return }
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
