// Where listed photos stand that are not where their records say.

import VitrineCatalog
package import VitrineChanges
import VitrineFiles
import VitrineModel
import VitrinePhotos
package import VitrineSource
package import VitrineSystem

/// The listed photos of records that are not there, and what is found of them.
package struct PhotoSearch {
  /// A photo that was not found.
  package struct Lost: Sendable {
    /// The record that lists it.
    package let record: Path
    /// Its name, as the record writes it.
    package let name: String
    /// An image that has its name, and other bytes than were kept of it.
    package let namesake: Path?
  }

  /// Those that were found.
  package private(set) var found: [PhotoRelinking.Link] = []
  /// Those that were not.
  package private(set) var lost: [Lost] = []
  /// Where those stand whose kept digests were found under another path.
  private var moved: [Path: Path] = [:]

  /// Looks for the missing photos of records: by the bytes that `photos.sha256` keeps of them; where it keeps none, by their names, where one image alone of
  /// those that belong to no other record has that name.
  ///
  /// Errors: an image, or the file of digests, cannot be read.
  package init(_ records: [Path], in open: OpenCatalogue) throws(FileError) {
    let catalogue = open.catalogue
    let images = catalogue.files(below: .root).filter { $0.isPlain && ImageSuffix.isImage($0.path.string) }.map(\.path)
    let present = Set(images)
    let kept = try PhotoDigests.kept(in: catalogue)
    var byDigest: [ContentDigest: Path]?
    for record in records {
      for listed in catalogue.listedPhotos(of: record) {
        let path = PhotoName.path(listed.file, from: record)
        guard !present.contains(path) else { continue }
        let named = images.filter { image in
          image.name.isCanonicallyEqual(to: path.name) && catalogue.owners(ofPhotoAt: image).allSatisfy { $0 == record }
        }
        var goal: Path?
        if let digest = kept[path] {
          if byDigest == nil { byDigest = try Self.digests(of: images, besides: kept, below: Path(catalogue.root)) }
          goal = byDigest?[digest]
          moved[path] = goal
        } else if named.count == 1 {
          goal = named[0]
        }
        if let goal {
          found.append(PhotoRelinking.Link(record: record, pointer: listed.pointer, name: listed.file, photo: goal))
        } else {
          lost.append(Lost(record: record, name: listed.file, namesake: kept[path] == nil ? nil : named.first))
        }
      }
    }
  }

  /// The plan that writes into the records, and into the kept digests, where the photos stand.
  ///
  /// Errors: as of `PhotoRelinking.plan`; the file of digests cannot be read.
  package func plan(in open: OpenCatalogue, at moment: ChangeMoment) throws -> Plan {
    let catalogue = open.catalogue
    let plan = try PhotoRelinking.plan(found, in: catalogue, at: moment)
    guard !moved.isEmpty, let text = try DigestList.text(below: Path(catalogue.root)) else { return plan }
    // What another record still lists under the old path is looked for by the same digest.
    let linked = Dictionary(grouping: found) { PhotoName.path($0.name, from: $0.record) }.mapValues { Set($0.map(\.record)) }
    var list = DigestList(text)
    for (from, to) in moved {
      list.digests[to] = list.digests[from]
      if catalogue.owners(ofPhotoAt: from).allSatisfy({ linked[from]?.contains($0) == true }) { list.digests[from] = nil }
    }
    return Plan(
      plan.title, plan.edits + (list.edit(of: text).map { [$0] } ?? []), moves: plan.moves, summary: plan.summary,
      isDestructive: plan.isDestructive)
  }

  /// The images by their bytes: those that are not where they were kept.
  private static func digests(
    of images: [Path], besides kept: [Path: ContentDigest], below root: Path
  ) throws(FileError) -> [ContentDigest: Path] {
    var digests: [ContentDigest: Path] = [:]
    for image in images where kept[image] == nil {
      let digest = ContentDigest(try FileReader.read(path: root.appending(image), limit: PhotoAddition.largest))
      if digests[digest] == nil { digests[digest] = image }
    }
    return digests
  }
}
