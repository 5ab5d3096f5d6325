// An image that belongs to nobody.

import VitrineModel
import VitrineSource

/// An image that no record owns by place and none lists.
enum PhotoOrphan: PhotoRule {
  static let rule = Rule(
    "V402", "photo-orphan", .warning, "an image belongs to no record",
    help: "'vitrine photo adopt' gives it to a record; or list it under 'photos:' of one, or add it to .vitrineignore")

  static func check(photo: Int, _ links: Links, _ report: (Finding) -> Void) {
    guard links.owners(ofPhoto: photo).isEmpty else { return }
    let path = links.photos[photo].path
    var finding = Finding(rule, in: path, at: ByteRange(at: 0), "this image belongs to no record")
    if let (record, length) = links.nearName(ofPhoto: photo) {
      let rest = String(decoding: path.name.utf8.dropFirst(length), as: UTF8.self)
      hint(
        &finding, links, links.records[record].path,
        rest: rest.utf8.first.map { ".-_ ".utf8.contains($0) } == true ? rest : "-" + rest)
    } else if let neighbours = links.neighbours(ofPhoto: photo), neighbours.count > 1 {
      let names = neighbours.map { "'\(links.records[$0.record].path.stem.name.string)'" }
      let list = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
      finding.note = "here are \(list): beside several records, an image is that one's whose name its own begins with"
      // Whose it was before another record came: those with photos have theirs by name. It is a guess, so that never one of them is the only reading.
      let without = neighbours.filter { !$0.hasPhotos }
      for neighbour in without + neighbours.filter(\.hasPhotos) {
        finding.fixes.append(
          renaming(finding.path, links, links.records[neighbour.record].path.stem.name.string, rest: "-" + path.name.string).fix)
      }
      if without.count == 1, neighbours.count > without.count {
        finding.label =
          "it may be of \(names[neighbours.firstIndex { !$0.hasPhotos } ?? 0]), the only record here without a photo"
      }
    }
    report(finding)
  }

  /// Says which record is probably meant, and what name would say so.
  private static func hint(_ finding: inout Finding, _ links: Links, _ record: Path, rest: String) {
    let stem = record.stem.name.string
    let (name, fix) = renaming(finding.path, links, stem, rest: rest)
    finding.label = "did you mean '\(name.string)', a photo of '\(stem)'?"
    finding.fixes = [fix]
  }

  /// The name that makes an image that of a record, and the fix that gives it the name.
  private static func renaming(_ image: Path, _ links: Links, _ stem: String, rest: String) -> (name: Path, fix: Fix) {
    let dot = rest.lastIndex(of: ".") ?? rest.endIndex
    // The first name of its sort that no other image has.
    var name = Path(stem + rest)
    var path = name
    for number in 1...99 {
      name = Path(stem + rest[..<dot] + (number == 1 ? "" : "-\(number)") + rest[dot...])
      path = image.folder.isEmpty ? name : Path(image.folder).appending(name)
      if !links.hasPhoto(at: path, besides: image) { break }
    }
    return (name, Fix("rename to '\(name.string)'", renamingTo: path))
  }
}
