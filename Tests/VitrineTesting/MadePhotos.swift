// Photos made by the tests: encoders of Debian's make the pictures, ExifTool writes the tags, so that neither comes from the code that reads them.

import Glibc

/// Some small photos of every format, with and without tags, and what ExifTool says of them.
package struct MadePhotos: Sendable {
  /// The programs that make them; contrib/setup installs them.
  package static let needs = ["cjpeg", "ppmpat", "pnmtopng", "pnmtotiff", "ppmtogif", "cwebp", "heif-enc", "exiftool"].map {
    Need.program($0)
  }

  /// The photos by their names, sorted.
  package let photos: [(name: String, bytes: [UInt8])]
  /// What ExifTool says of them as JSON, values as numbers: `exiftool -json -n -G0`.
  package let numeric: [UInt8]
  /// The same, values as they are printed.
  package let readable: [UInt8]

  /// The photos, made once in a process.
  package static let all = Result { try MadePhotos() }

  private init() throws {
    let folder = try TemporaryFolder(inMemory: true)
    try folder.write(Self.picture(width: 96, height: 64), to: "picture.ppm")
    try folder.write(Self.tags, to: "tags")
    try folder.write(Self.script, to: "make")
    guard system("cd '\(folder.path)' && sh make >log 2>&1") == 0 else {
      throw Failure(text: String(decoding: try folder.read("log"), as: UTF8.self))
    }
    let names = String(decoding: try folder.read("names"), as: UTF8.self).split(separator: "\n").map(String.init).sorted()
    photos = try names.map { ($0, try folder.read("photos/" + $0)) }
    (numeric, readable) = (try folder.read("numeric"), try folder.read("readable"))
  }

  /// Why there are no photos.
  private struct Failure: Error {
    let text: String
  }

  /// A picture in the format PPM: gradients with some noise, so that no encoder makes nothing of it.
  static func picture(width: Int, height: Int) -> [UInt8] {
    var random = SplitMix(state: 14)
    var bytes = Array("P6\n\(width) \(height)\n255\n".utf8)
    for y in 0..<height {
      for x in 0..<width {
        bytes += [x * 2 + random.below(40), y * 3 + random.below(40), (x ^ y) * 2].map { UInt8(truncatingIfNeeded: $0) }
      }
    }
    return bytes
  }

  private static let script = """
    set -e
    mkdir photos
    cjpeg -quality 75 picture.ppm >photos/plain.jpg
    cjpeg -progressive picture.ppm >photos/progressive.jpg
    cjpeg -grayscale -restart 1 picture.ppm >photos/gray.jpg
    pnmtopng picture.ppm >photos/plain.png
    pnmtopng -interlace picture.ppm >photos/texts.png
    pnmtotiff -lzw picture.ppm >photos/plain.tiff
    pnmquant 64 picture.ppm | ppmtogif >photos/plain.gif
    cwebp picture.ppm -o photos/plain.webp
    cwebp -lossless picture.ppm -o photos/turned.webp
    cd photos
    for name in camera offset south east turned texts zeros; do cp plain.jpg $name.jpg; done
    cp progressive.jpg preview.jpg
    cp plain.png camera.png
    cp plain.webp camera.webp
    cp plain.tiff camera.tiff
    cp plain.gif texts.gif
    exiftool -@ ../tags -common_args -q -overwrite_original
    heif-enc camera.jpg -o camera.heic
    heif-enc plain.jpg -o plain.heic
    heif-enc -A camera.jpg -o camera.avif
    exiftool -json -n -G0 *.* >../numeric
    exiftool -json -G0 *.* >../readable
    ls >../names
    """

  /// What ExifTool writes, as its option `-@` reads it.
  private static let tags = """
    -ExifByteOrder=MM
    -Make=NIKON CORPORATION
    -Model=NIKON Z 8
    -LensModel=NIKKOR Z MC 105mm f/2.8 VR S
    -ISO=400
    -ExposureTime=1/250
    -FNumber=2.8
    -FocalLength=105
    -DateTimeOriginal=2026:11:20 17:02:31
    -SubSecTimeOriginal=53
    -GPSLatitude=41.0317
    -GPSLatitudeRef=N
    -GPSLongitude=28.975
    -GPSLongitudeRef=W
    -Orientation#=6
    camera.jpg
    camera.png
    camera.webp
    camera.tiff
    -execute
    -ExifByteOrder=II
    -Make=Canon
    -Model=Canon EOS R5
    -ISO=100
    -ExposureTime=8
    -FNumber=11
    -FocalLength=23.5
    -DateTimeOriginal=2019:02:28 23:59:59
    -OffsetTimeOriginal=-09:30
    -Orientation#=8
    offset.jpg
    -execute
    -GPSLatitude=33.8568
    -GPSLatitudeRef=S
    -GPSLongitude=70.25
    -GPSLongitudeRef=W
    -XMP-dc:Creator=secret
    south.jpg
    -execute
    -GPSLatitude=0.5
    -GPSLatitudeRef=N
    -GPSLongitude=179.9999
    -GPSLongitudeRef=E
    -DateTimeOriginal=2000:01:01 00:00:00
    east.jpg
    -execute
    -Orientation#=3
    turned.jpg
    turned.webp
    -execute
    -IPTC:Keywords=secret
    -XMP-dc:Title=secret
    -Comment=secret
    -EXIF:Artist=secret
    -EXIF:UserComment=secret
    texts.jpg
    -execute
    -XMP-dc:Title=secret
    -Comment=secret
    -EXIF:Artist=secret
    texts.png
    texts.gif
    -execute
    -Model=
    -ISO=200
    -FocalLength=35
    zeros.jpg
    -execute
    -ThumbnailImage<=plain.jpg
    -Model=Preview
    preview.jpg

    """

  /// A large photo of a camera, as a JPEG of patterns with tags. Units: pixels.
  ///
  /// Errors: the encoder or ExifTool fails.
  package static func large(width: Int, height: Int, model: String) throws -> [UInt8] {
    let folder = try TemporaryFolder(inMemory: true)
    let command = """
      cd '\(folder.path)' && ppmpat -randomseed=1 -squig \(width) \(height) | cjpeg -quality 60 >photo.jpg && exiftool -q -overwrite_original \
      -Model='\(model)' -GPSLatitude=41 -GPSLatitudeRef=N -DateTimeOriginal='2020:02:02 02:02:02' photo.jpg 2>log
      """
    guard system(command) == 0 else { throw Failure(text: String(decoding: try folder.read("log"), as: UTF8.self)) }
    return try folder.read("photo.jpg")
  }
}
