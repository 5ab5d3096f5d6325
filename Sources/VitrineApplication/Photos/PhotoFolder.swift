// Folders of photos that become records.

package import VitrineCatalog
package import VitrineChanges
import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrinePhotos
package import VitrineSource
package import VitrineSystem

/// The photos of folders, read and put into groups, each of which becomes a record.
package struct PhotoFolder {
  /// What makes photos one record.
  package enum Grouping: String, Sendable, CaseIterable {
    /// Nothing but their name: a raw file and its JPEG.
    case photo
    /// Photos of one camera at most two seconds apart.
    case burst
    /// The day.
    case day
    /// Photos taken one after another at most 500 m apart on one day.
    case place
  }

  /// The groups, in the order their first photos were taken.
  package let groups: [PhotoRecords.Group]
  /// How large all photos are that will be copied. Units: bytes.
  package let byteCount: Int
  /// The photos that the catalogue has already, by their bytes.
  package let present: [String]
  /// The photos whose bytes another one of the folders has.
  package let repeated: [String]
  /// Files that are left out, each with the reason.
  package let leftOut: [(name: String, reason: String)]
  /// Raw files and the like that the kind does not take, beside a photo of the same name that it takes.
  package let otherFormats: [String]
  /// What a person should know of photos that are made smaller, each a sentence.
  package let remarks: [String]
  /// Files that belong to photos, without one here: films, and what other programs keep beside photos. How many there are of each suffix, in the order of
  /// the suffixes.
  package let unmatched: [(suffix: String, count: Int)]
  /// How many photos stay in the catalogue beside their copies, without a record.
  package let doubledCount: Int
  /// What reads the photos when they are copied.
  private let files: PhotoFiles

  /// A photo while it is sorted.
  struct Found: Sendable {
    let name: String
    let stem: String
    let suffix: String
    let photo: ReadPhoto
    let number: Int
    /// What it has in common with files that are one shot with it.
    let shot: String
    /// When the file was written, by the clock on the wall.
    let written: CivilMoment
    var taken: CivilMoment? {
      guard var text = photo.metadata?.taken else { return nil }
      return text.withUTF8 { CivilMoment($0) }
    }
    /// The day in its name, where nothing says more.
    var day: CivilDay? {
      guard var text = photo.metadata?.takenDay else { return nil }
      return text.withUTF8 { CivilDay(dashed: $0) }
    }
    /// When it was taken, or the start of the day.
    var moment: CivilMoment? { taken ?? day.map { CivilMoment(day: $0) } }
  }

  /// Reads the images below folders, and single ones. Without limits all are taken.
  ///
  /// Errors: a folder or a file that is named cannot be read; there is no such file.
  package init(
    _ names: [String], standingIn folder: String, grouping: Grouping, limits: Limits?, origin: PhotoOrigin,
    in catalogue: LoadedCatalogue, clock: WallClock
  ) throws(FileError) {
    var companions: [String: Int] = [:]
    var paths: [(name: String, path: Path)] = []
    var films: [String: [Path]] = [:]
    var otherImages: [(name: String, reason: String)] = []
    var named: Set<Path> = []
    for name in names {
      let absolute = Path.absolute(name, from: folder)
      guard Path.isFolder(absolute) else {
        paths.append((name, Path(absolute)))
        named.insert(Path(absolute))
        continue
      }
      func isHidden(_ path: Path) -> Bool { path.parts.contains { $0.utf8.first == UInt8(ascii: ".") } }
      let found = try FolderFiles.readable(below: .root, of: OpenRoot(Path(absolute)))
      let files = found.files.filter { path, kind in kind == .regular && !isHidden(path) }
      for (path, kind) in found.files where kind == .link && !isHidden(path) {
        guard ImageSuffix.isImage(path.string) || Path.isFolder(Path(absolute).appending(path).string) else { continue }
        otherImages.append((name + (name.hasSuffix("/") ? "" : "/") + path.string, "it is a symbolic link"))
      }
      for (path, reason) in found.unread where !isHidden(path) {
        otherImages.append((name + (name.hasSuffix("/") ? "" : "/") + path.string, reason))
      }
      for (path, _) in files {
        guard let suffix = path.name.string.split(separator: ".").dropFirst().last?.lowercased() else { continue }
        if suffix == "xmp" || suffix == "aae" { companions[suffix, default: 0] += 1 }
      }
      for (path, _) in files where Self.isFilm(path.name.string) {
        let path = Path(absolute).appending(path)
        films[Self.unit(of: path), default: []].append(path)
      }
      for (path, _) in files.sorted(by: { $0.0.isNaturallyBefore($1.0) }) where ImageSuffix.isImage(path.string) {
        paths.append((name + (name.hasSuffix("/") ? "" : "/") + path.string, Path(absolute).appending(path)))
      }
      for (path, _) in files.sorted(by: { $0.0.isNaturallyBefore($1.0) }) {
        guard let suffix = Self.otherImage(path.name.string) else { continue }
        otherImages.append((name + (name.hasSuffix("/") ? "" : "/") + path.string, "vitrine takes no '.\(suffix)'"))
      }
    }
    // Of two with the same bytes, the one that has a film is taken.
    if !films.isEmpty {
      let hasFilm = paths.map { films[Self.unit(of: $0.path)] != nil }
      paths = zip(paths, hasFilm).filter(\.1).map(\.0) + zip(paths, hasFilm).filter { !$0.1 }.map(\.0)
    }
    var known = KnownPhotos(catalogue)
    let root = Path.real(catalogue.root)
    let read = paths
    let photos = Parallel.map(read.count, state: { () }) { _, number in
      Result<(photo: ReadPhoto, modified: Int64), FileError> { () throws(FileError) in
        try FileReader.withFile(path: read[number].path) { file throws(FileError) in
          (try ReadPhoto(file, name: read[number].name, withMetadata: true), file.status.modified)
        }
      }
    }
    var found: [Found] = []
    var (present, repeated, leftOut): ([String], [String], [(name: String, reason: String)]) = ([], [], otherImages)
    for (number, entry) in paths.enumerated() {
      if let inside = Path.relative(Path.real(entry.path.string), to: root),
        !catalogue.owners(ofPhotoAt: Path(inside)).isEmpty
      {
        present.append(entry.name)
        continue
      }
      let (photo, modified): (ReadPhoto, Int64)
      do throws(FileError) {
        (photo, modified) = try photos[number].get()
      } catch {
        if named.contains(entry.path) { throw FileError(error.operation, Path(entry.name), error.cause) }
        leftOut.append((entry.name, error.reason))
        continue
      }
      guard let format = photo.check.format, format != .film, format != .pdf else {
        leftOut.append((entry.name, "it is no image"))
        continue
      }
      if photo.check.faults.contains(where: { if case .truncated = $0 { true } else { false } }) {
        leftOut.append((entry.name, "it is cut short"))
        continue
      }
      switch try known.owner(of: entry.path, size: photo.byteCount) {
      case .record:
        present.append(entry.name)
        continue
      case .other:
        repeated.append(entry.name)
        continue
      case nil: break
      }
      known.add(entry.path, of: nil, size: photo.byteCount)
      let name = entry.path.name.string
      found.append(
        Found(
          name: entry.name, stem: PhotoName.stem(of: name), suffix: PhotoAddition.suffix(of: name, format), photo: photo,
          number: number, shot: Self.unit(of: entry.path),
          written: CivilMoment(nanoseconds: modified, offset: clock.offset(modified))))
    }
    let allowed = limits?.allowed(found, at: paths.map(\.path))
    if let allowed {
      found = allowed.photos
      leftOut += allowed.leftOut
    }
    var grouped = Self.grouped(found, by: grouping)
    if let limits {
      let split = limits.split(grouped, by: grouping)
      grouped = split.groups
      leftOut += split.leftOut
      let kept = Set(grouped.joined().map(\.number))
      found.removeAll { !kept.contains($0.number) }
    }
    otherFormats = allowed?.otherFormats ?? []
    // A film of a photo's name goes with the first file of that name: what a phone recorded around the moment.
    var all = paths.map(\.path)
    var filmsOf: [Int: [Int]] = [:]
    for photo in found where !films.isEmpty {
      for film in films.removeValue(forKey: Self.unit(of: all[photo.number]))?.sorted() ?? [] {
        filmsOf[photo.number, default: []].append(all.count)
        all.append(film)
      }
    }
    byteCount =
      found.reduce(0) { $0 + $1.photo.byteCount }
      + all[paths.count...].reduce(0) { $0 + Self.size(of: $1) }
    for film in films.values.joined() {
      companions[film.name.string.split(separator: ".").last?.lowercased() ?? "", default: 0] += 1
    }
    unmatched = companions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    files = PhotoFiles(all.map { ($0, origin) }, allowed?.fittings ?? [:], limits?.program)
    let isCopied = origin == .stays
    doubledCount = isCopied ? found.count { Path.relative(Path.real(all[$0.number].string), to: root) != nil } : 0
    (self.present, self.repeated) = (present, repeated)
    self.leftOut = leftOut
    let files = files
    var otherDays: [String] = []
    groups = grouped.map { group in
      var made = PhotoRecords.Group(
        stem: group[0].stem,
        photos: group.flatMap { photo in
          let films = (filmsOf[photo.number] ?? []).map { number in
            // It gets the name of its photo, which may have a time in it.
            var metadata = PhotoMetadata()
            metadata.taken = photo.photo.metadata?.taken
            metadata.isTakenFromName = photo.photo.metadata?.isTakenFromName ?? false
            let suffix = all[number].name.string.split(separator: ".").last?.lowercased() ?? "mov"
            return PhotoPlanner.Addition(bytes: FileText(files, number), suffix: suffix, metadata: metadata, shot: photo.shot)
          }
          let own = PhotoPlanner.Addition(
            bytes: FileText(files, photo.number), suffix: photo.suffix, metadata: photo.photo.metadata, shot: photo.shot)
          return [own] + films
        })
      // As 'ingest' does it: a record that wants a day gets that of the file, not that of the import.
      if !group.contains(where: { $0.photo.metadata?.taken != nil }), !made.photos.isEmpty {
        if group[0].written.isPlausible(on: group[0].day) {
          var metadata = made.photos[0].metadata ?? PhotoMetadata()
          metadata.taken = ChangeMoment.text(group[0].written)
          made.photos[0].metadata = metadata
        } else {
          otherDays.append(group[0].name)
        }
      }
      return made
    }
    let ofNames = otherDays.first.map { first in
      otherDays.count == 1
        ? "of '\(first)' the day in its name counts, not that of the file, which is another"
        : "of \(otherDays.count) photos, such as '\(first)', the day in their names counts, not that of the files, which is another"
    }
    remarks = (allowed?.remarks ?? []) + [ofNames].compactMap { $0 }
  }

  /// Whether a file is a film as phones record them with photos.
  private static func isFilm(_ name: String) -> Bool {
    guard let suffix = name.split(separator: ".").last?.lowercased() else { return false }
    return suffix == "mov" || suffix == "mp4" || suffix == "m4v"
  }

  /// The suffix of a file that is an image as well, but in a format that records have no use for; nil for all others.
  private static func otherImage(_ name: String) -> String? {
    guard let suffix = name.split(separator: ".", omittingEmptySubsequences: false).last?.lowercased() else { return nil }
    return otherSuffixes.contains(suffix) ? suffix : nil
  }

  private static let otherSuffixes: Set<String> = [
    "jxl", "jp2", "j2k", "jpx", "psd", "xcf", "exr", "tga", "pef", "srw", "x3f", "nrw", "rwl", "3fr", "iiq", "mrw", "erf", "kdc",
    "sr2",
  ]

  /// The size of a file; 0 for one that cannot be read now. Units: bytes.
  private static func size(of path: Path) -> Int {
    (try? FileReader.withFile(path: path) { file throws(FileError) in file.status.size }) ?? 0
  }

  /// What files that belong together have in common: their folder, and their name without its suffix.
  static func unit(of path: Path) -> String { PhotoName.shot(of: path) }

  /// The first photo that could not be read again when it was copied; nil where all went well.
  package var failure: Path? { files.failure }
}
