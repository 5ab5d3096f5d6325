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
  /// Those that were found.
  package private(set) var found: [PhotoRelinking.Link] = []
  /// Those that were not, each with its record.
  package private(set) var lost: [(record: Path, name: String)] = []

  /// Looks for the missing photos of records: by the bytes that `photos.sha256` keeps of them, else by their names, where one image alone has
  /// that name.
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
        var goal: Path?
        if let digest = kept[path] {
          if byDigest == nil { byDigest = try Self.digests(of: images, besides: kept, below: Path(catalogue.root)) }
          goal = byDigest?[digest]
        }
        if goal == nil, case let named = images.filter({ $0.name.isCanonicallyEqual(to: path.name) }), named.count == 1 {
          goal = named[0]
        }
        if let goal {
          found.append(PhotoRelinking.Link(record: record, pointer: listed.pointer, name: listed.file, photo: goal))
        } else {
          lost.append((record, listed.file))
        }
      }
    }
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
