// Files of inboxes, looked into and sorted into shots.

import Glibc
package import VitrineCatalog
package import VitrineChanges
import VitrineFiles
import VitrineIndex
package import VitrineModel
import VitrinePhotos
package import VitrineSource
package import VitrineSystem

/// The finished files of inboxes as what becomes of them.
package struct IngestBatch {
  /// Files that are one shot, as a new record.
  package private(set) var groups: [PhotoRecords.Group] = []
  /// Files that join a record, since it has a photo of their name from the same inbox.
  package private(set) var additions: [(record: Path, photos: [PhotoPlanner.Addition])] = []
  /// The files that are taken, in the order of the groups, then of the additions.
  package private(set) var taken: [InboxFile] = []
  /// Files whose bytes the catalogue has already.
  package private(set) var present: [InboxFile] = []
  /// Files that are second names of photos of the catalogue: what an ingest that was cut short had taken and not yet removed.
  package private(set) var released: [InboxFile] = []
  /// Files that are left where they are, each with the reason.
  package private(set) var leftOut: [(file: InboxFile, reason: String)] = []
  /// True where one of these could not be read.
  package private(set) var hasUnread = false

  /// The photos of the catalogue by their bytes, those that are taken among them.
  package private(set) var known: KnownPhotos

  private var texts = IngestTexts([])

  /// The first file that changed or went away while it was taken.
  package var failure: Path? { texts.failure }

  /// A file that was looked into.
  private struct Look: Sendable {
    var suffix: String
    var metadata: PhotoMetadata?
    /// The digest of its bytes; nil where it gets a second name.
    var digest: ContentDigest?
    var stripped: ContentDigest?
    var reason: String?
    /// True where it is left out because it could not be read.
    var isUnread = false
  }

  /// Sorts files. `joins` says which record has shots of a key already: files that come late are theirs. `known` are the catalogue's photos, where somebody
  /// has them at hand.
  ///
  /// Errors: the catalogue's own folder cannot be opened.
  package init(
    _ files: [InboxFile], into kind: Kind, _ options: IngestOptions, in catalogue: LoadedCatalogue, clock: WallClock,
    known: KnownPhotos? = nil, joins: (_ key: String) -> Path? = { _ in nil }
  ) throws(FileError) {
    self.known = known ?? KnownPhotos(catalogue)
    let root = Path(Path.real(catalogue.root))
    var home = stat()
    guard stat(root.string, &home) == 0 else { throw FileError(.read, root, errno: errno) }
    let device = UInt64(home.st_dev)
    let candidates = files.filter { !Self.isOwn($0, root, catalogue) }
    let policy = kind.photos
    let looks = Parallel.map(candidates.count, inlineBelow: 2, chunk: 1, state: {}) { _, index in
      Self.look(at: candidates[index], policy, options, device: device)
    }
    var sources: [IngestTexts.Source] = []
    var units: [String: [(file: InboxFile, look: Look, number: Int)]] = [:]
    var owners: [String: Path] = [:]
    var order: [String] = []
    for (file, look) in zip(candidates, looks) {
      if let reason = look.reason {
        leftOut.append((file, reason))
        hasUnread = hasUnread || look.isUnread
        continue
      }
      do throws(FileError) {
        if let owner = try self.known.owner(of: file, look.stripped ?? look.digest, isStripped: look.stripped != nil) {
          if case .record(let path) = owner { owners[file.key] = path }
          if file.links > 1, Self.isSecondName(file, owner, catalogue) { released.append(file) } else { present.append(file) }
          continue
        }
        if look.stripped == nil { try self.known.add(file.path, of: nil, digest: look.digest) }
      } catch {
        leftOut.append((file, error.reason))
        hasUnread = true
        continue
      }
      if units[file.key] == nil { order.append(file.key) }
      units[file.key, default: []].append((file, look, sources.count))
      if look.stripped != nil {
        sources.append(.stripped(file.path))
      } else {
        let isMoved = options.originals == .move || look.digest == nil
        sources.append(
          .original(
            OriginalFile(
              path: file.path,
              trace: FileTrace(size: file.status.size, modified: file.status.modified, inode: file.status.inode),
              digest: look.digest, isLinked: look.digest == nil, isMoved: isMoved)))
      }
    }
    texts = IngestTexts(sources)
    var groups: [(group: PhotoRecords.Group, files: [InboxFile], taken: Double)] = []
    var joining: [InboxFile] = []
    for key in order {
      // Photos before what goes with them.
      let unit = (units[key] ?? []).sorted { ($0.file.isCompanion ? 1 : 0, $0.number) < ($1.file.isCompanion ? 1 : 0, $1.number) }
      let photos = unit.map {
        PhotoPlanner.Addition(bytes: FileText(texts, $0.number), suffix: $0.look.suffix, metadata: $0.look.metadata, shot: key)
      }
      if let record = owners[key] ?? joins(key) {
        additions.append((record, photos))
        joining += unit.map(\.file)
        continue
      }
      guard let first = unit.first, !first.file.isCompanion else {
        for entry in unit { leftOut.append((entry.file, "there is no photo of its name")) }
        continue
      }
      var group = PhotoRecords.Group(stem: first.file.stem, photos: photos)
      let moment = Self.date(&group, first.file, clock)
      groups.append((group, unit.map(\.file), moment))
    }
    // Of shots of one moment the order of their names counts.
    let sorted = groups.enumerated().sorted { ($0.element.taken, $0.offset) < ($1.element.taken, $1.offset) }.map(\.element)
    self.groups = sorted.map(\.group)
    taken = sorted.flatMap(\.files) + joining
  }

  /// Gives a shot that does not say when it was taken the time when its file was written, but where its name says another day. Gives when it was taken. Units: seconds, as `CivilMoment` counts.
  private static func date(_ group: inout PhotoRecords.Group, _ file: InboxFile, _ clock: WallClock) -> Double {
    for photo in group.photos {
      if var text = photo.metadata?.taken, let moment = text.withUTF8({ CivilMoment($0) }) { return moment.civilSeconds }
    }
    let modified = file.status.modified
    let moment = CivilMoment(nanoseconds: modified, offset: clock.offset(modified))
    var metadata = group.photos[0].metadata ?? PhotoMetadata()
    if var day = metadata.takenDay, let day = day.withUTF8({ CivilDay(dashed: $0) }), !moment.isPlausible(on: day) {
      return CivilMoment(day: day).civilSeconds
    }
    metadata.taken = ChangeMoment.text(moment)
    group.photos[0].metadata = metadata
    return moment.civilSeconds
  }

  /// True for a photo of the catalogue itself, which lies in the inbox because the inbox lies in the catalogue.
  private static func isOwn(_ file: InboxFile, _ root: Path, _ catalogue: LoadedCatalogue) -> Bool {
    guard let path = Path.relative(file.path.string, to: root.string) else { return false }
    return catalogue.book.withWriter { !$0.owners(ofPhotoAt: Path(path)).isEmpty }
  }

  /// True where a file is the very photo of a record, under another name.
  private static func isSecondName(_ file: InboxFile, _ owner: KnownPhotos.Owner, _ catalogue: LoadedCatalogue) -> Bool {
    guard case .record(let record) = owner else { return false }
    let photos = catalogue.book.withWriter { $0.photos(ofRecordAt: record) }
    return photos.contains { photo in
      var found = stat()
      guard lstat(Path(catalogue.root).appending(photo.path).string, &found) == 0 else { return false }
      let status = FileStatus(found)
      return status.inode == file.status.inode && status.device == file.status.device
    }
  }

  /// Looks into a file: what it says of itself, and its digest where its bytes are going to be copied.
  private static func look(at file: InboxFile, _ policy: Kind.PhotoPolicy, _ options: IngestOptions, device: UInt64) -> Look {
    var look = Look(suffix: suffix(of: file))
    do throws(FileError) {
      if file.status.size == 0 { return Look(suffix: "", reason: "it is empty") }
      if !file.isCompanion {
        let photo = try FileReader.withFile(path: file.path) { opened throws(FileError) in
          try ReadPhoto(opened, name: file.name, withMetadata: true)
        }
        guard let format = photo.check.format, format != .film, format != .pdf else {
          return Look(suffix: "", reason: "it is no image")
        }
        for case .truncated in photo.check.faults { return Look(suffix: "", reason: "it is cut short") }
        if !policy.formats.isEmpty, !policy.formats.contains(format.rawValue) {
          return Look(suffix: "", reason: "it is \(format.words), which the kind does not take")
        }
        if let most = policy.bytes, photo.byteCount > most {
          return Look(
            suffix: "", reason: "it has \(ShownValue.size(photo.byteCount)), and the kind takes \(ShownValue.size(most))")
        }
        look.suffix = PhotoAddition.suffix(of: file.path.name.string, format)
        look.metadata = photo.metadata
      }
      // A location may stand where no metadata is made of it, such as in a film behind the picture, or in a file that goes with it.
      if options.geotag == .strip { try strip(file, &look) }
      if look.reason != nil || look.stripped != nil { return look }
      let isLinked = options.originals != .keep && file.status.device == device
      if !isLinked { look.digest = try KnownPhotos.digest(file.path) }
      return look
    } catch {
      return Look(suffix: "", reason: error.reason, isUnread: true)
    }
  }

  private static func strip(_ file: InboxFile, _ look: inout Look) throws(FileError) {
    look.metadata?.latitude = nil
    look.metadata?.longitude = nil
    look.metadata?.place = nil
    let bytes = try FileReader.read(path: file.path, limit: PhotoAddition.largest)
    do throws(StrippingRefusal) {
      let stripped = try LocationRemoval.removed(fromCompanion: bytes)
      if stripped != bytes { look.stripped = ContentDigest(stripped) }
    } catch {
      look.reason = "\(error.reason), so that it cannot be taken without"
    }
  }

  private static func suffix(of file: InboxFile) -> String {
    file.path.name.string.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }
}
