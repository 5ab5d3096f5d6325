// The names of EXIF's tags and how their values are written.

/// The tags that have a name of their own here.
enum TagTable {
  /// A tag's line.
  struct Line {
    /// ExifTool's name.
    let name: String
    /// How the value is written; nil for as it is stored.
    let style: String?
    /// Words for values, where it has a closed list of them.
    let choices: [String: String]
  }

  /// The line of a tag; nil where it has none.
  static func line(_ directory: ExifDirectory, _ number: Int) -> Line? {
    switch directory {
    case .gps: lines[.init(area: "gps", number: number)]
    case .interoperability: lines[.init(area: "interoperability", number: number)]
    case .root, .thumbnail, .exif: lines[.init(area: "picture", number: number)]
    }
  }

  /// True for tags that only lead to other places, and for filling.
  static func isStructure(_ number: Int) -> Bool {
    [ExifTags.Number.exif, ExifTags.Number.gps, 0xA005, ExifTags.Number.makerNote, 0xEA1C, 0x201, 0x202, 0x111, 0x117, 330, 700]
      .contains(number)
  }

  private struct Key: Hashable {
    let area: String
    let number: Int
  }

  private static let lines: [Key: Line] = {
    var lines: [Key: Line] = [:]
    for (area, text) in [("picture", pictureTags), ("gps", locationTags), ("interoperability", interoperabilityTags)] {
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, let number = Int(parts[0], radix: 16) else { continue }
        let rest = parts.count == 3 ? parts[2] : ""
        let isChoice = rest.contains("=")
        var choices: [String: String] = [:]
        for choice in isChoice ? rest.split(separator: "|") : [] {
          let sides = choice.split(separator: "=", maxSplits: 1)
          if sides.count == 2 { choices[String(sides[0])] = String(sides[1]) }
        }
        lines[Key(area: area, number: number)] = Line(
          name: String(parts[1]), style: isChoice || rest.isEmpty ? nil : String(rest), choices: choices)
      }
    }
    return lines
  }()

  /// Shape: the number in hexadecimal, the name, and where there is one the style, or values and their words.
  /// Source: EXIF 2.32 and 3.0, TIFF 6.0, DNG 1.7; names and words are those of ExifTool's output.
  private static let pictureTags = """
    b ProcessingSoftware
    fe SubfileType 0=Full-resolution image|1=Reduced-resolution image|2=Single page of multi-page image|4=Transparency mask
    100 ImageWidth
    101 ImageHeight
    102 BitsPerSample
    103 Compression 1=Uncompressed|2=CCITT 1D|3=T4/Group 3 Fax|4=T6/Group 4 Fax|5=LZW|6=JPEG (old-style)|7=JPEG|8=Adobe Deflate|32773=PackBits|34892=Lossy JPEG
    106 PhotometricInterpretation 0=WhiteIsZero|1=BlackIsZero|2=RGB|3=RGB Palette|4=Transparency Mask|5=CMYK|6=YCbCr|8=CIELab|32803=Color Filter Array|34892=Linear Raw
    10a FillOrder 1=Normal|2=Reversed
    10d DocumentName
    10e ImageDescription
    10f Make
    110 Model
    112 Orientation 1=Horizontal (normal)|2=Mirror horizontal|3=Rotate 180|4=Mirror vertical|5=Mirror horizontal and rotate 270 CW|6=Rotate 90 CW|7=Mirror horizontal and rotate 90 CW|8=Rotate 270 CW
    115 SamplesPerPixel
    116 RowsPerStrip
    118 MinSampleValue
    119 MaxSampleValue
    11a XResolution
    11b YResolution
    11c PlanarConfiguration 1=Chunky|2=Planar
    11d PageName
    11e XPosition
    11f YPosition
    128 ResolutionUnit 1=None|2=inches|3=cm
    129 PageNumber
    131 Software
    132 ModifyDate
    13b Artist
    13c HostComputer
    13d Predictor 1=None|2=Horizontal differencing
    13e WhitePoint
    13f PrimaryChromaticities
    142 TileWidth
    143 TileLength
    152 ExtraSamples 0=Unspecified|1=Associated Alpha|2=Unassociated Alpha
    153 SampleFormat 1=Unsigned|2=Signed|3=Float|4=Undefined
    211 YCbCrCoefficients
    212 YCbCrSubSampling subsampling
    213 YCbCrPositioning 1=Centered|2=Co-sited
    214 ReferenceBlackWhite
    4746 Rating
    4749 RatingPercent
    8298 Copyright
    829a ExposureTime seconds
    829d FNumber f-number
    8822 ExposureProgram 0=Not Defined|1=Manual|2=Program AE|3=Aperture-priority AE|4=Shutter speed priority AE|5=Creative (Slow speed)|6=Action (High speed)|7=Portrait|8=Landscape|9=Bulb
    8824 SpectralSensitivity
    8827 ISO
    882a TimeZoneOffset
    882b SelfTimerMode
    8830 SensitivityType 0=Unknown|1=Standard Output Sensitivity|2=Recommended Exposure Index|3=ISO Speed|4=Standard Output Sensitivity and Recommended Exposure Index|5=Standard Output Sensitivity and ISO Speed|6=Recommended Exposure Index and ISO Speed|7=Standard Output Sensitivity, Recommended Exposure Index and ISO Speed
    8831 StandardOutputSensitivity
    8832 RecommendedExposureIndex
    8833 ISOSpeed
    8834 ISOSpeedLatitudeyyy
    8835 ISOSpeedLatitudezzz
    9000 ExifVersion characters
    9003 DateTimeOriginal
    9004 CreateDate
    9010 OffsetTime
    9011 OffsetTimeOriginal
    9012 OffsetTimeDigitized
    9101 ComponentsConfiguration components
    9102 CompressedBitsPerPixel
    9201 ShutterSpeedValue apex-seconds
    9202 ApertureValue apex-f-number
    9203 BrightnessValue
    9204 ExposureCompensation steps
    9205 MaxApertureValue apex-f-number
    9206 SubjectDistance metres
    9207 MeteringMode 0=Unknown|1=Average|2=Center-weighted average|3=Spot|4=Multi-spot|5=Multi-segment|6=Partial|255=Other
    9208 LightSource 0=Unknown|1=Daylight|2=Fluorescent|3=Tungsten (Incandescent)|4=Flash|9=Fine Weather|10=Cloudy|11=Shade|12=Daylight Fluorescent|13=Day White Fluorescent|14=Cool White Fluorescent|15=White Fluorescent|16=Warm White Fluorescent|17=Standard Light A|18=Standard Light B|19=Standard Light C|20=D55|21=D65|22=D75|23=D50|24=ISO Studio Tungsten|255=Other
    9209 Flash 0=No Flash|1=Fired|5=Fired, Return not detected|7=Fired, Return detected|8=On, Did not fire|9=On, Fired|13=On, Return not detected|15=On, Return detected|16=Off, Did not fire|20=Off, Did not fire, Return not detected|24=Auto, Did not fire|25=Auto, Fired|29=Auto, Fired, Return not detected|31=Auto, Fired, Return detected|32=No flash function|48=Off, No flash function|65=Fired, Red-eye reduction|69=Fired, Red-eye reduction, Return not detected|71=Fired, Red-eye reduction, Return detected|73=On, Red-eye reduction|77=On, Red-eye reduction, Return not detected|79=On, Red-eye reduction, Return detected|80=Off, Red-eye reduction|88=Auto, Did not fire, Red-eye reduction|89=Auto, Fired, Red-eye reduction|93=Auto, Fired, Red-eye reduction, Return not detected|95=Auto, Fired, Red-eye reduction, Return detected
    920a FocalLength millimetres
    9211 ImageNumber
    9214 SubjectArea
    9286 UserComment comment
    9290 SubSecTime
    9291 SubSecTimeOriginal
    9292 SubSecTimeDigitized
    9400 AmbientTemperature
    9401 Humidity
    9402 Pressure
    9404 Acceleration
    9c9b XPTitle wide
    9c9c XPComment wide
    9c9d XPAuthor wide
    9c9e XPKeywords wide
    9c9f XPSubject wide
    a000 FlashpixVersion characters
    a001 ColorSpace 1=sRGB|2=Adobe RGB|65533=Wide Gamut RGB|65534=ICC Profile|65535=Uncalibrated
    a002 ExifImageWidth
    a003 ExifImageHeight
    a004 RelatedSoundFile
    a20b FlashEnergy
    a20e FocalPlaneXResolution
    a20f FocalPlaneYResolution
    a210 FocalPlaneResolutionUnit 1=None|2=inches|3=cm|4=mm|5=um
    a214 SubjectLocation
    a215 ExposureIndex
    a217 SensingMethod 1=Not defined|2=One-chip color area|3=Two-chip color area|4=Three-chip color area|5=Color sequential area|7=Trilinear|8=Color sequential linear
    a300 FileSource 1=Film Scanner|2=Reflection Print Scanner|3=Digital Camera
    a301 SceneType 1=Directly photographed
    a302 CFAPattern mosaic
    a401 CustomRendered 0=Normal|1=Custom|2=HDR (no original saved)|3=HDR (original saved)|4=Original (for HDR)|6=Panorama|7=Portrait HDR|8=Portrait
    a402 ExposureMode 0=Auto|1=Manual|2=Auto bracket
    a403 WhiteBalance 0=Auto|1=Manual
    a404 DigitalZoomRatio
    a405 FocalLengthIn35mmFormat whole-millimetres
    a406 SceneCaptureType 0=Standard|1=Landscape|2=Portrait|3=Night|4=Other
    a407 GainControl 0=None|1=Low gain up|2=High gain up|3=Low gain down|4=High gain down
    a408 Contrast 0=Normal|1=Low|2=High
    a409 Saturation 0=Normal|1=Low|2=High
    a40a Sharpness 0=Normal|1=Soft|2=Hard
    a40c SubjectDistanceRange 0=Unknown|1=Macro|2=Close|3=Distant
    a420 ImageUniqueID
    a430 OwnerName
    a431 SerialNumber
    a432 LensInfo lens
    a433 LensMake
    a434 LensModel
    a435 LensSerialNumber
    a436 ImageTitle
    a437 Photographer
    a438 ImageEditor
    a439 CameraFirmware
    a43a RAWDevelopingSoftware
    a43b ImageEditingSoftware
    a43c MetadataEditingSoftware
    a460 CompositeImage 0=Unknown|1=Not a Composite Image|2=General Composite Image|3=Composite Image Captured While Shooting
    a500 Gamma
    c612 DNGVersion dotted
    c613 DNGBackwardVersion dotted
    c614 UniqueCameraModel
    c615 LocalizedCameraModel
    c62f CameraSerialNumber
    c630 DNGLensInfo lens
    """

  private static let locationTags = """
    0 GPSVersionID dotted
    1 GPSLatitudeRef N=North|S=South
    2 GPSLatitude degrees
    3 GPSLongitudeRef E=East|W=West
    4 GPSLongitude degrees
    5 GPSAltitudeRef 0=Above Sea Level|1=Below Sea Level
    6 GPSAltitude metres
    7 GPSTimeStamp clock
    8 GPSSatellites
    9 GPSStatus A=Measurement Active|V=Measurement Void
    a GPSMeasureMode 2=2-Dimensional Measurement|3=3-Dimensional Measurement
    b GPSDOP
    c GPSSpeedRef K=km/h|M=mph|N=knots
    d GPSSpeed
    e GPSTrackRef M=Magnetic North|T=True North
    f GPSTrack
    10 GPSImgDirectionRef M=Magnetic North|T=True North
    11 GPSImgDirection
    12 GPSMapDatum
    13 GPSDestLatitudeRef N=North|S=South
    14 GPSDestLatitude degrees
    15 GPSDestLongitudeRef E=East|W=West
    16 GPSDestLongitude degrees
    17 GPSDestBearingRef M=Magnetic North|T=True North
    18 GPSDestBearing
    19 GPSDestDistanceRef K=Kilometers|M=Miles|N=Nautical Miles
    1a GPSDestDistance
    1b GPSProcessingMethod comment
    1c GPSAreaInformation comment
    1d GPSDateStamp
    1e GPSDifferential 0=No Correction|1=Differential Corrected
    1f GPSHPositioningError metres
    """

  private static let interoperabilityTags = """
    1 InteropIndex R98=R98 - DCF basic file (sRGB)|R03=R03 - DCF option file (Adobe RGB)|THM=THM - DCF thumbnail file
    2 InteropVersion characters
    1000 RelatedImageFileFormat
    1001 RelatedImageWidth
    1002 RelatedImageHeight
    """
}
