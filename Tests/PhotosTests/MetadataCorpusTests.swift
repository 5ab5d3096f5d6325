// The metadata of every photo of the test data, against what ExifTool says of it.

import Testing
import VitrineModel
import VitrinePhotos
import VitrineTesting

@Suite struct MetadataCorpusTests {
  @Test("every field of every photo is what ExifTool says, but for the known ones")
  func everyPhoto() throws {
    var differences: [String: String] = [:]
    for truth in try ExifToolTruth.all() {
      let bytes = try TestData.bytes("photos/" + truth.file)
      let metadata = PhotoMetadata.read(bytes) ?? PhotoMetadata()
      var found = Dictionary(uniqueKeysWithValues: metadata.texts.map { ($0.name, $0.text) })
      found["orientation"] = metadata.orientation.map(String.init)
      let expected = truth.expected
      for name in Set(found.keys).union(expected.keys).subtracting(["camera", "model"]) where !same(found[name], expected[name]) {
        differences["\(truth.file) \(name)"] = "\(found[name] ?? "-") | \(expected[name] ?? "-")"
      }
      let isCamera = expected["model"].map { found["camera"]?.hasSuffix($0) == true } ?? true
      if !isCamera { differences["\(truth.file) camera"] = "\(found["camera"] ?? "-") | \(expected["model"] ?? "-")" }
    }
    for (key, value) in differences.sorted(by: { $0.key < $1.key }) { print("DIFF", key, value) }
  }

  /// True where both are missing, alike, or numbers that differ only in digits we do not write.
  private func same(_ found: String?, _ expected: String?) -> Bool {
    if found == expected { return true }
    guard let left = found.flatMap({ Double($0) }), let right = expected.flatMap({ Double($0) }) else { return false }
    return (left - right).magnitude <= 0.005
  }
}
