// What a kind says of its records' photos, held against the photos of folders.

import VitrineCatalog
import VitrineFiles
package import VitrineModel
import VitrinePhotos
import VitrineSource
import VitrineSystem

extension PhotoFolder {
  /// How many photos a record of a kind may have, of which formats and how large.
  package struct Limits: Sendable {
    private let kind: Kind
    private let excess: PhotoAddition.Excess

    /// The limits of a kind, and what becomes of photos that are larger.
    package init(of kind: Kind, excess: PhotoAddition.Excess) { (self.kind, self.excess) = (kind, excess) }

    /// What is left of photos.
    struct Allowed {
      var photos: [Found] = []
      /// Those that are made smaller, by their numbers.
      var fittings: [Int: PhotoFitting] = [:]
      var leftOut: [(name: String, reason: String)] = []
      /// Raw files and the like beside a photo of the same name that the kind takes.
      var otherFormats: [String] = []
      var remarks: [String] = []
    }

    /// The photos that a record of the kind may have; JPEGs that are too large are made smaller.
    func allowed(_ found: [Found], at paths: [Path]) -> Allowed {
      var allowed = Allowed()
      let policy = kind.photos
      func fits(_ photo: Found) -> Bool {
        policy.formats.isEmpty || photo.photo.check.format.map { policy.formats.contains($0.rawValue) } ?? false
      }
      let units = Set(found.filter(fits).map { PhotoFolder.unit(of: paths[$0.number]) })
      for photo in found where !fits(photo) {
        if units.contains(PhotoFolder.unit(of: paths[photo.number])) {
          allowed.otherFormats.append(photo.name)
        } else {
          let formats = policy.formats.joined(separator: ", ")
          allowed.leftOut.append(
            (photo.name, "it is \(photo.photo.check.format?.words ?? "no image"), and photos of a \(kind.name) are \(formats)"))
        }
      }
      let fitting = found.filter(fits)
      let made = made(fitting, at: paths)
      for (photo, made) in zip(fitting, made) {
        switch made {
        case .asItIs: allowed.photos.append(photo)
        case .smaller(let smaller, let remark):
          allowed.photos.append(photo)
          allowed.fittings[photo.number] = smaller
          allowed.remarks.append(remark)
        case .tooLarge(let most):
          allowed.leftOut.append(
            (
              photo.name,
              "it has \(ShownValue.size(photo.photo.byteCount)), and a photo of a \(kind.name) at most \(ShownValue.size(most))"
            ))
        }
      }
      return allowed
    }

    private enum Made: Sendable {
      case asItIs
      case smaller(PhotoFitting, String)
      case tooLarge(Int)
    }

    private func made(_ photos: [Found], at paths: [Path]) -> [Made] {
      guard let most = kind.photos.bytes, case .fitted(let program) = excess else { return photos.map { _ in .asItIs } }
      return Parallel.map(photos.count, state: { () }) { _, number -> Made in
        let photo = photos[number]
        guard photo.photo.byteCount > most else { return .asItIs }
        guard let program, photo.photo.check.format == .jpeg,
          let bytes = try? FileReader.read(path: paths[photo.number], limit: PhotoAddition.largest),
          let fitting = try? PhotoFitting(bytes, within: most, program)
        else { return .tooLarge(most) }
        return .smaller(fitting.withoutBytes, fitting.remark(photo.name, from: bytes.count))
      }
    }

    /// The program that makes photos smaller.
    var program: DecodingProgram? { if case .fitted(let program) = excess { program } else { nil } }

    /// Groups of no more photos than a record may have. More of one name become the next record's; more of a burst, a day or a place are left out.
    func split(_ groups: [[Found]], by grouping: Grouping) -> (groups: [[Found]], leftOut: [(name: String, reason: String)]) {
      guard let most = kind.photos.most else { return (groups, []) }
      let reason = "a \(kind.name) has \(most == 0 ? "no photos" : most == 1 ? "at most one photo" : "at most \(most) photos")"
      var split: [[Found]] = []
      var leftOut: [(name: String, reason: String)] = []
      for group in groups {
        var rest = group[...]
        while most > 0, !rest.isEmpty, grouping == .photo || rest.count == group.count {
          split.append(Array(rest.prefix(most)))
          rest = rest.dropFirst(most)
        }
        leftOut += rest.map { ($0.name, reason) }
      }
      return (split, leftOut)
    }
  }
}
