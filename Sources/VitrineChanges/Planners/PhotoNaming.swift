// Names of photos beside their record.

package import VitrineModel
package import VitrineSource
import VitrineText

/// Names for photos beside a record.
///
/// Shape: `captain.jpg`; where another shot has that name, under whatever suffix, `captain-20261120T170231.jpg`, by when it was taken; then
/// `captain-2.jpg`. Files of one shot differ in their suffixes alone. A shot whose time only the name of its file says keeps the time in its name.
package struct PhotoNaming {
  private let stem: Path
  private let isTaken: (Path) -> Bool
  /// When the photos were taken that the record has, by their names without suffixes; several may have one name.
  private var shots: [Path: [String?]] = [:]
  private var given: Set<Path> = []

  /// The names beside the record at a path.
  ///
  /// - Parameter present: the photos that the record has. Those that were taken at the same moment, as far as is known, are one shot with the new ones.
  package init(beside record: Path, having present: [PhotoFacts] = [], isTaken: @escaping (Path) -> Bool) {
    stem = Path(record.stem)
    self.isTaken = isTaken
    for photo in present { shots[Self.start(of: photo.path), default: []].append(photo.metadata?.taken) }
  }

  /// Paths that nothing has, one for each photo, which are not given away again.
  ///
  /// Errors: there are too many of one name.
  package mutating func paths(for photos: [PhotoPlanner.Addition]) throws(PlanRefusal) -> [Path] {
    var paths = [Path?](repeating: nil, count: photos.count)
    for shot in Self.shots(photos) {
      let middle = try middle(for: shot.map { photos[$0] })
      for index in shot {
        let path = path(middle, photos[index].suffix)
        given.insert(path)
        paths[index] = path
      }
      shots[stem.adding(suffix: middle), default: []].append(Self.taken(shot.map { photos[$0] })?.text)
    }
    return paths.compactMap { $0 }
  }

  /// What stands between the record's name and the suffixes of a shot's files.
  private func middle(for shot: [PhotoPlanner.Addition]) throws(PlanRefusal) -> String {
    let taken = Self.taken(shot)
    var middles = [""]
    var start = ""
    if let taken {
      // Nothing else says when it was taken, to the thousandth and with its 'Z'.
      let said = taken.isFromName ? taken.text[...] : taken.text.prefix(19)
      let time = "-" + said.filter { $0 != "-" && $0 != ":" && $0 != "." }
      if taken.isFromName, ExifMoment.inName(path("", "jpg").name.string) != taken.text { (middles, start) = ([], time) }
      middles.append(time)
    }
    for number in 0..<PlacePattern.mostNumbers {
      let middle = number < middles.count ? middles[number] : "\(start)-\(number - middles.count + 2)"
      let others = shots[stem.adding(suffix: middle)] ?? []
      guard others.allSatisfy({ $0 != nil && $0 == taken?.text }) else { continue }
      if shot.allSatisfy({ !given.contains(path(middle, $0.suffix)) && !isTaken(path(middle, $0.suffix)) }) { return middle }
    }
    throw PlanRefusal("there are too many photos of one name beside '\(stem.string)'")
  }

  private func path(_ middle: String, _ suffix: String) -> Path { stem.adding(suffix: middle + "." + suffix) }

  /// When a shot was taken.
  private static func taken(_ shot: [PhotoPlanner.Addition]) -> (text: String, isFromName: Bool)? {
    let said = shot.compactMap(\.metadata).filter { $0.taken != nil }
    guard let first = said.first(where: { !$0.isTakenFromName }) ?? said.first, let text = first.taken else { return nil }
    return (text, first.isTakenFromName)
  }

  /// The photos of each shot, as places in the list: those with one key, each suffix once. A phone's edited copy is a shot of its own.
  private static func shots(_ photos: [PhotoPlanner.Addition]) -> [[Int]] {
    var shots: [[Int]] = []
    for (index, photo) in photos.enumerated() {
      let own = shots.firstIndex { shot in
        photo.shot != nil && photos[shot[0]].shot == photo.shot && !shot.contains { photos[$0].suffix == photo.suffix }
      }
      if let own { shots[own].append(index) } else { shots.append([index]) }
    }
    return shots
  }

  private static func start(of photo: Path) -> Path {
    Path(photo.folder).appending(photo.name.suffixed.start)
  }
}
