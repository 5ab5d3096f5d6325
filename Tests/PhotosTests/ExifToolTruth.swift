// What ExifTool says of the photos of the test data.

import VitrineSyntax
import VitrineTesting

/// ExifTool's words about one photo, by its names of tags.
struct ExifToolTruth {
  /// The path below the folder of photos.
  let file: String
  /// Values as numbers: `EXIF:ExposureTime` is 0.004.
  let numeric: [String: String]
  /// Values as ExifTool prints them: `EXIF:ExposureTime` is 1/250.
  let readable: [String: String]

  /// The words about every photo.
  static func all() throws -> [ExifToolTruth] {
    let readable = Dictionary(
      uniqueKeysWithValues: try rows("photos/exiftool-truth-readable.json").map { ($0["SourceFile"] ?? "", $0) })
    return try rows("photos/exiftool-truth-numeric.json").map { row in
      let file = row["SourceFile"] ?? ""
      return ExifToolTruth(file: file, numeric: row, readable: readable[file] ?? [:])
    }
  }

  private static func rows(_ path: String) throws -> [[String: String]] {
    let tree = JSON.parse(try TestData.bytes(path)).tree
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
    all["location.lat"] = numeric["Composite:GPSLatitude"]
    all["location.lon"] = numeric["Composite:GPSLongitude"]
    all["orientation"] = numeric["EXIF:Orientation"]
    return all.filter { !$0.value.isEmpty }
  }
}
