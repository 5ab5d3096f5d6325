// What ExifTool says of a photo.

import Testing
import VitrineSyntax

/// ExifTool's words about one photo, by its names of tags.
struct ExifToolTruth {
  /// The path in the set of photos.
  let file: String
  /// The photo's bytes.
  let bytes: [UInt8]
  /// Values as numbers: `EXIF:ExposureTime` is 0.004.
  let numeric: [String: String]
  /// Values as ExifTool prints them: `EXIF:ExposureTime` is 1/250.
  let readable: [String: String]

  /// The words about every photo of a set, from ExifTool's JSON.
  ///
  /// Errors: there are words about a photo that is not in the set.
  static func all(of photos: [PhotoSource.Photo], numeric: [UInt8], readable: [UInt8]) throws -> [ExifToolTruth] {
    let bytes = Dictionary(uniqueKeysWithValues: photos.map { ($0.name, $0.bytes) })
    let readable = Dictionary(uniqueKeysWithValues: rows(readable).map { ($0["SourceFile"] ?? "", $0) })
    return try rows(numeric).map { row in
      let file = row["SourceFile"] ?? ""
      return ExifToolTruth(file: file, bytes: try #require(bytes[file]), numeric: row, readable: readable[file] ?? [:])
    }
  }

  /// The members of every object of a list.
  static func rows(_ json: [UInt8]) -> [[String: String]] {
    let tree = JSON.parse(json).tree
    return tree.withReader { reader in
      reader.items(tree.roots[0]).map { row in
        var values: [String: String] = [:]
        reader.forEachEntry(row) { entry in values[reader.text(entry.key)] = reader.text(entry.value) }
        return values
      }
    }
  }

  /// What each member should be by ExifTool's words; nil where it says nothing.
  var expected: [String: String] {
    var all: [String: String] = [:]
    if let date = numeric["EXIF:DateTimeOriginal"], date.count >= 19 {
      let day = date.prefix(10).replacing(":", with: "-")
      let fraction = (numeric["EXIF:SubSecTimeOriginal"] ?? "").filter(\.isNumber)
      let isFraction = fraction.contains { $0 != "0" }
      all["taken"] = "\(day)T\(date.dropFirst(11))\(isFraction ? "." + fraction : "")\(numeric["EXIF:OffsetTimeOriginal"] ?? "")"
    }
    let size = numeric["Composite:ImageSize"]?.split(separator: " ").map(String.init) ?? []
    if size.count == 2 { (all["width"], all["height"]) = (size[0], size[1]) }
    all["camera"] = numeric["EXIF:Model"].map { $0.split(separator: " ").joined(separator: " ") }
    all["lens"] = numeric["EXIF:LensModel"]
    all["iso"] = numeric["EXIF:ISO"]
    all["shutter"] = readable["EXIF:ExposureTime"]
    all["aperture"] = numeric["EXIF:FNumber"]
    all["focal_length"] = numeric["EXIF:FocalLength"]
    all["white_balance"] = numeric["EXIF:WhiteBalance"].flatMap { ["0": "auto", "1": "manual"][$0] }
    all["location.lat"] = numeric["Composite:GPSLatitude"]
    all["location.lon"] = numeric["Composite:GPSLongitude"]
    all["orientation"] = numeric["EXIF:Orientation"]
    return all.filter { !$0.value.isEmpty }
  }
}
