// The metadata of every photo, against what ExifTool says of it.

import Testing
import VitrineModel
import VitrinePhotos
import VitrineTesting

@Suite struct MetadataCorpusTests {
  /// Where we say otherwise than ExifTool, what each says, and why.
  private static let known: [String: [String: String]] = [
    // Zeros and blanks are how cameras say that they do not know; ExifTool gives them on.
    "zeros and blanks": [
      "camera-jpeg/mei__Issue_609.jpg taken": "-|0000-00-00T00:00:00",
      "camera-jpeg/mei__Olympus_C4040Z.jpg taken": "-|0000-00-00T00:00:00",
      "camera-jpeg/mei__Olympus_C860L.jpg taken": "-|0000-00-00T00:00:00",
      "camera-jpeg/mei__Issue_308.jpg location.lat": "-|0", "camera-jpeg/mei__Issue_308.jpg location.lon": "-|0",
      "gps/mei__Samsung_GT-I9000_(Galaxy_S).jpg location.lat": "-|0",
      "gps/mei__Samsung_GT-I9000_(Galaxy_S).jpg location.lon": "-|0",
      "gps/goexif__geodegrees_as_string.jpg shutter": "-|0", "gps/mei__FujiFilm_FinePixS1Pro_(1).jpg focal_length": "-|0",
      "gps/mei__FujiFilm_FinePixS1Pro_(1).jpg iso": "-|0", "gps/mei__FujiFilm_FinePixS1Pro_(3).jpg iso": "-|0",
      "gps/mei__FujiFilm_FinePixS1Pro_(4).jpg iso": "-|0", "gps/mei__FujiFilm_FinePixS2Pro.jpg iso": "-|0",
      "corrupt/mei__4aae896ba900c48c63cffc0cc9f8c4dc.png width": "-|0",
      "corrupt/mei__4aae896ba900c48c63cffc0cc9f8c4dc.png height": "-|0",
    ],
    // An exposure of 136 years.
    "nonsense": ["gps/pillow__exif_gps.jpg shutter": "-|4294967295", "gps/pillow__exif_gps.jpg lens": "1 mm|-"],
    // Only the limits of the lens are known.
    "limits": ["gps/exifr__issue-exifr-13.jpg lens": "28 mm|-"],
    // Only when the picture was made a file is known.
    "digitized": [
      "camera-jpeg/mei__FujiFilm_SP-2500.jpg taken": "2003-09-10T20:59:18|    -  -  T  :  :  ",
      "corrupt/pillow__exif-dpi-zerodivision.jpg taken": "2017-03-13T23:03:09-07:00|-",
      "corrupt/pillow__invalid-exif.jpg taken": "2017-03-13T23:03:09-07:00|-",
      "corrupt/exifsamples__image01551.jpg taken": "2011-09-23T12:43:03Z|-",
      "corrupt/exifsamples__image01137.jpg taken": "2009-09-14T11:08:06+02:00|-",
      "corrupt/exifsamples__image01980.jpg taken": "2011-09-23T11:42:46Z|-",
      "corrupt/exifsamples__image00971.jpg taken": "2010-04-13T09:37:22+02:00|-",
    ],
    // Two numbers, of which ours is the first.
    "first of two": ["camera-jpeg/exifr__door-knocker.jpg iso": "200|200 0"],
    // Degrees as the text `52,00000,50,00000,34,01180`: no type that EXIF allows, and ExifTool takes it for 52° 0' 50".
    "degrees as text": [
      "gps/goexif__geodegrees_as_string.jpg location.lat": "-|52.0138888888889",
      "gps/goexif__geodegrees_as_string.jpg location.lon": "-|11.0027777777778",
    ],
    // No picture's header: the size is EXIF's claim, which we do not take.
    "size as claimed": [
      "gps/nomexif__motion_photo_pixel_synth.jpg width": "-|3072", "gps/nomexif__motion_photo_pixel_synth.jpg height": "-|4096",
    ],
    // Cut within the list of properties, so that none is the primary picture's; ExifTool takes the first that it finds.
    "no primary picture": [
      "corrupt/mei__IllegalArgumentException.HeifReader.processBoxes.heif width": "-|240",
      "corrupt/mei__IllegalArgumentException.HeifReader.processBoxes.heif height": "-|160",
    ],
    // The older text comes first and leads nowhere; then ExifTool passes over the same directory of the chunk eXIf.
    "place in eXIf": [
      "png/nomexif__exif-both.png location.lat": "22.5311333|-", "png/nomexif__exif-both.png location.lon": "114.0214806|-",
    ],
    // Only XMP says it, of which the truths hold nothing; ExifTool's values of XMP are the same.
    "XMP alone": [
      "camera-jpeg/bep__issue-xmp-iptc-misalignment.jpg rating": "4|-", "camera-jpeg/bep__mushroom.jpg rating": "4|-",
      "camera-jpeg/bep__nikon_nef_fraction_2.jpg rating": "0|-", "heif/bep__sunset.avif rating": "4|-",
      "heif/mei__Issue_649.avif rating": "0|-", "png/bep__issue-590.png rating": "0|-",
      "gps/bep__metadata_demo_inc_exif_out_of_sync_Inc_adobe.jpg rating": "0|-",
      "camera-jpeg/bep__mushroom.jpg lens": "LUMIX G VARIO 14-140/F3.5-5.6 II|-",
      "camera-jpeg/immich__tanners_ridge.jpg lens": "17.0-35.0 mm f/2.8|-",
      "corrupt/pillow__exif_typeerror.jpg lens": "70.0-300.0 mm f/4.5-5.6|-",
      "corrupt/pillow__invalid-exif-without-x-resolution.jpg lens": "E 10-18mm F4 OSS|-",
      "gps/immich__thompson-springs.jpg lens": "Canon EF 24-105mm f/4L IS II USM|-",
      "png/bep__issue-590.png lens": "EF-S55-250mm f/4-5.6 IS STM|-",
      "png/exifr__png_with_exif_and_gps.png lens": "7.1 - 21.3 mm|-",
      "tiff-dng/exiftool__DNG.dng lens": "18.0-55.0 mm|-", "png/bep__issue-590.png shutter": "1/400|-",
      "png/bep__issue-590.png aperture": "7.1|-", "png/bep__issue-590.png focal_length": "250|-",
      "png/bep__issue-590.png white_balance": "auto|-", "png/bep__issue-590.png camera": "Canon EOS 70D|-",
      "png/bep__issue-590.png iso": "250|-", "png/bep__issue-590.png taken": "2019-07-14T09:21:11.47|-",
      "corrupt/exifr__RangeError_Invalid_typed_array_length.jpg taken": "2020-07-23T00:00:00+02:00|-",
      "gps/immich__thompson-springs.jpg taken": "2022-01-10T15:15:44.31|-",
      "png/bep__issue-590.png orientation": "1|-", "corrupt/exifsamples__image00971.jpg orientation": "1|-",
      "gps/immich__thompson-springs.jpg orientation": "1|-", "corrupt/exifsamples__image01137.jpg orientation": "1|-",
      "orientation/pillow__xmp_tags_orientation.png orientation": "3|-",
    ],
    // Only the shutter's speed and the lens's opening say it, of which the truths hold nothing; ExifTool makes the same of them.
    "APEX": [
      "camera-jpeg/exifsamples__Fujifilm_FinePix6900ZOOM.jpg shutter": "1/362|-",
      "camera-jpeg/exifsamples__fujifilm-dx10.jpg shutter": "1/97|-",
      "camera-jpeg/exifsamples__fujifilm-finepix40i.jpg shutter": "1/45|-",
      "camera-jpeg/exifsamples__ricoh-rdc5300.jpg shutter": "1/91|-",
      "camera-jpeg/exifsamples__ricoh-rdc5300.jpg aperture": "4|-",
      "camera-jpeg/exifsamples__sony-d700.jpg shutter": "1/32|-", "camera-jpeg/exifsamples__sony-d700.jpg aperture": "2.38|-",
      "camera-jpeg/exiftool__FujiFilm.jpg shutter": "1/64|-", "camera-jpeg/exiftool__Ricoh.jpg shutter": "1/274|-",
      "camera-jpeg/exiftool__Ricoh.jpg aperture": "2.64|-", "camera-jpeg/mei__FujiFilm_DS-7_(1).jpg shutter": "1/64|-",
      "camera-jpeg/mei__FujiFilm_DS-7_(1).jpg aperture": "2.22|-",
      "camera-jpeg/mei__FujiFilm_FinePix1400Zoom_(2).jpg shutter": "1/13|-",
      "camera-jpeg/mei__FujiFilm_FinePix6800Zoom.jpg shutter": "1/11|-",
      "camera-jpeg/mei__Ricoh_DC-3Z_(low_res).jpg shutter": "1/256|-",
      "camera-jpeg/mei__Ricoh_DC-3Z_(low_res).jpg aperture": "4|-",
      "gps/goexif__geodegrees_as_string.jpg aperture": "2|-", "gps/mei__FujiFilm_FinePixS1Pro_(1).jpg shutter": "1/724|-",
    ],
    // Only the maker's notes say it.
    "makers' notes": [
      "camera-jpeg/exifsamples__32-lens_data.jpeg lens": "28-300mm f/3.5-5.6|-",
      "camera-jpeg/exiftool__NikonD70.jpg lens": "18-70mm f/3.5-4.5|-", "camera-jpeg/exiftool__NikonD70.jpg iso": "200|-",
      "camera-jpeg/mei__Canon_IXUS_v3.jpg iso": "50|-", "camera-jpeg/mei__Canon_IXUS_v3.jpg lens": "5.4-10.8mm|-",
      "camera-jpeg/exiftool__Canon.jpg lens": "18-55mm|-", "camera-jpeg/exiftool__Kodak.jpg iso": "108|-",
      "camera-jpeg/exiftool__Casio.jpg iso": "64|-", "camera-jpeg/mei__Kodak_DC3400.jpg iso": "100|-",
    ],
    // The pointer to the directory is a text, which ExifTool refuses; the directory is there.
    "wrong type of pointer": ["corrupt/pillow__exif_typeerror.jpg taken": "2010-07-11T13:53:00|-"],
  ]

  /// Cut within the segment that holds EXIF, of which ExifTool then says nothing; we say what is there.
  private static let cut: Set<String> = [
    "corrupt/goexif__2006-12-21-15-55-26-sep-2006-12-21-15-55-26a.jpg",
    "corrupt/goexif__2007-05-30-14-28-01-sep-2007-05-30-14-28-01a.jpg",
    "corrupt/goexif__2007-11-07-11-40-44-sep-2007-11-07-11-40-44a.jpg",
    "corrupt/goexif__2008-09-02-17-43-48-sep-2008-09-02-17-43-48a.jpg",
    "corrupt/goexif__2009-08-05-08-11-31-sep-2009-08-05-08-11-31a.jpg",
    "corrupt/goexif__2011-01-24-22-06-02-sep-2011-01-24-22-06-02a.jpg",
    "corrupt/goexif__2011-03-07-09-28-03-sep-2011-03-07-09-28-03a.jpg",
    "corrupt/goexif__2216-11-15-11-46-51-sep-2216-11-15-11-46-51a.jpg",
    "jpeg-no-camera/nomexif__exif-no-tz.jpg",
  ]

  @Test("every field of every photo is what ExifTool says, but for the known differences [M4.3]", arguments: PhotoSource.known)
  func everyPhoto(_ source: PhotoSource) throws {
    var differences: [String: String] = [:]
    var compared = 0
    let truths = try source.truths(for: "metadata of the photos: \(source)")
    for truth in truths {
      var found = members(of: truth.bytes)
      var expected = truth.expected
      if Self.cut.contains(truth.file) {
        #expect(found["taken"] != nil && expected["taken"] == nil, "\(truth.file)")
        found = found.filter { expected[$0.key] != nil }
      }
      // Words of people, of which the truth says nothing: IPTCTests.
      for name in ["caption", "keywords", "creator", "place"] { found[name] = nil }
      // A day of IPTC's without a clock of EXIF's.
      if truth.file == "tiff-dng/exifr__Bush-dog.tif" { found["taken"] = nil }
      // HEIC says by properties how it is turned; see below.
      if isHEIF(truth.file) { (found["orientation"], expected["orientation"]) = (nil, nil) }
      compared += expected.count
      for name in Set(found.keys).union(expected.keys) where !same(found[name], expected[name], name) {
        differences["\(truth.file) \(name)"] = "\(found[name] ?? "-")|\(expected[name] ?? "-")"
      }
    }
    let known = Self.known.values.reduce(into: [String: String]()) { $0.merge($1) { first, _ in first } }
    #expect(differences.filter { known[$0.key] != $0.value } == [:])
    guard source == .corpus, !truths.isEmpty else { return #expect(truths.isEmpty || compared >= 100) }
    #expect(compared == 1342)
    #expect(known.filter { differences[$0.key] == nil } == [:])
  }

  @Test("the orientation of every HEIC and AVIF is that of its rotation and mirror", .needs(.corpus("photos/MANIFEST.tsv")))
  func turns() throws {
    var turned: [String: String] = [:]
    for truth in try PhotoSource.corpus.truths(for: "turned photos") where isHEIF(truth.file) {
      let orientation = members(of: truth.bytes)["orientation"]
      if orientation != "1" { turned[truth.file] = orientation ?? "-" }
    }
    #expect(
      turned == [
        // Half a turn, then left and right swapped.
        "heif/pillow__rot2mir1.avif": "4",
        // No HEIF, without properties, and without those of the primary picture.
        "heif/nomexif__compatible-brands-fail.heic": "-", "heif/bep__multi-xmp.heic": "-",
        "corrupt/pillowheif__corrupted.heic": "-",
        "corrupt/mei__IllegalArgumentException.HeifReader.processBoxes.heif": "-",
      ])
  }

  private func isHEIF(_ file: String) -> Bool { [".heic", ".HEIC", ".heif", ".avif"].contains { file.hasSuffix($0) } }

  private func members(of bytes: [UInt8]) -> [String: String] {
    let metadata = PhotoMetadata.read(bytes) ?? PhotoMetadata()
    var found = Dictionary(uniqueKeysWithValues: metadata.texts.map { ($0.name, $0.text) })
    found["orientation"] = metadata.orientation.map(String.init)
    return found
  }

  /// True where both are missing, alike, or numbers that differ only in digits we do not write; a camera's name ends with its model.
  private func same(_ found: String?, _ expected: String?, _ name: String) -> Bool {
    if found == expected { return true }
    guard let found, let expected else { return false }
    if name == "camera" { return found.hasSuffix(expected) }
    guard let left = Double(found), let right = Double(expected) else { return false }
    return (left - right).magnitude <= (name.hasPrefix("location") ? 0.000_000_1 : 0.005)
  }

  @Test(
    "the ends of a file and what lies between are read as needed: the same as from the whole file, in few reads",
    arguments: PhotoSource.allCases)
  func readsAsNeeded(_ source: PhotoSource) throws {
    for photo in try source.photos(for: "few reads of photos: \(source)") {
      let bytes = photo.bytes
      for end in [16, 256, 4096] {
        let ends = sample(bytes, end: end)
        guard let format = ImageFormat.sniff(bytes) else { continue }
        var given = 0
        var image = ImageBytes(ends) { start, count in
          given += count
          return Array(bytes[start..<min(start + count, bytes.count)])
        }
        let metadata = PhotoMetadata.read(&image, format)
        #expect(metadata == PhotoMetadata.read(bytes), "\(photo.name) \(end)")
        #expect(image.reads <= 40 && given <= 300_000, "\(photo.name) \(end): \(image.reads) reads, \(given) bytes")
      }
    }
  }
}
