// Every tag of EXIF in words, against what ExifTool says of it.

import Glibc
import Testing
import VitrinePhotos
import VitrineTesting

@Suite struct TagWordsTests {
  /// Tags that are listed by ExifTool alone: where pictures and tables stand within the file, and what only raw converters need.
  private static func isStructure(_ name: String) -> Bool {
    ["Thumbnail", "Strip", "Preview", "JPEG", "Jpg", "Tile", "OtherImage"].contains { name.hasPrefix("EXIF:" + $0) }
  }

  @Test(
    "the tags of EXIF have ExifTool's names and words, but for one in a hundred [M4.3]",
    .needs(.corpus("photos/MANIFEST.tsv"), .program("exiftool")))
  func words() throws {
    let folder = try TemporaryFolder(inMemory: true)
    let photos = try PhotoSource.corpus.photos(for: "words of tags").filter { !$0.name.hasPrefix("corrupt/") }
    for photo in photos { try folder.write(photo.bytes, to: photo.name) }
    #expect(system("cd '\(folder.path)' && exiftool -r -q -j -G -charset utf8 -EXIF:all . >words.json 2>log || true") == 0)
    let truths = ExifToolTruth.rows(try folder.read("words.json"))
    let bytes = Dictionary(uniqueKeysWithValues: photos.map { ($0.name, $0.bytes) })
    var same = 0
    var different: [String] = []
    var missing: [String] = []
    for truth in truths {
      let source = truth["SourceFile"] ?? ""
      let file = source.hasPrefix("./") ? String(source.dropFirst(2)) : source
      guard let whole = bytes[file], let format = ImageFormat.sniff(whole) else { continue }
      var image = ImageBytes(ImageSample(whole))
      let tags = Dictionary(uniqueKeysWithValues: PhotoTag.list(&image, format).map { ($0.key, $0.words) })
      for (key, words) in truth where key.hasPrefix("EXIF:") && !Self.isStructure(key) {
        guard let found = tags[key] else {
          missing.append("\(file) \(key)")
          continue
        }
        if isSame(found, words) { same += 1 } else { different.append("\(file) \(key): \(found) | \(words)") }
      }
    }
    #expect(same >= 4000)
    #expect(different.count * 100 <= same, "\(different.sorted())")
    #expect(missing.count * 50 <= same, "\(missing.sorted())")
  }

  private func isSame(_ found: String, _ words: String) -> Bool {
    if words.hasPrefix("(Binary data") || found.split(separator: " ") == words.split(separator: " ") { return true }
    guard let left = Double(found), let right = Double(words) else { return false }
    return (left - right).magnitude <= 1e-9 * max(1, right.magnitude)
  }
}
