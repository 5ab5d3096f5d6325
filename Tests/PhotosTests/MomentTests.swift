// Times from EXIF and from names of files.

import Testing
import VitrinePhotos

@Suite struct MomentTests {
  @Test(
    "EXIF's times become RFC 3339; what is no time is none [M4.3]",
    arguments: [
      ("2026:11:20 17:02:31", nil, nil, "2026-11-20T17:02:31"),
      ("2026:11:20 17:02:31", "53", "+03:00", "2026-11-20T17:02:31.53+03:00"),
      ("2026:11:20 17:02:31", "00", "Z", "2026-11-20T17:02:31Z"), ("2026:11:20 17:02:31", "abc", "+3", "2026-11-20T17:02:31"),
      ("2026:11:20 17:02:31", " ", "   :  ", "2026-11-20T17:02:31"),
      ("2026:11:20 17:02:31", nil, "+25:00", "2026-11-20T17:02:31"),
      ("2026:11:20 17:02:31", "12345678901", "-07:00", "2026-11-20T17:02:31.123456789-07:00"),
      ("2026-11-20T17:02:31+03:00", nil, nil, "2026-11-20T17:02:31+03:00"), ("2026/11/20 17:02", nil, nil, "2026-11-20T17:02:00"),
      ("2026:11:20 17:02:31Z", nil, nil, "2026-11-20T17:02:31Z"),
      ("2026:11:20 17:02+03:00", nil, nil, "2026-11-20T17:02:00+03:00"),
      ("2026:1:2 3:4:5", nil, nil, "2026-01-02T03:04:05"),
      ("0000:00:00 00:00:00", nil, nil, nil), ("    :  :     :  :  ", nil, nil, nil), ("2026:02:30 10:00:00", nil, nil, nil),
      ("2026:11:20 24:00:00", nil, nil, nil), ("2026:11:20", nil, nil, nil), ("", nil, nil, nil), ("yesterday", nil, nil, nil),
      ("26:11:20 10:00:00", nil, nil, nil),
    ] as [(String, String?, String?, String?)])
  func exif(date: String, fraction: String?, offset: String?, expected: String?) {
    #expect(ExifMoment.text(date, fraction: fraction, offset: offset) == expected)
  }

  @Test(
    "names of files hold times [M4.3]",
    arguments: [
      ("captain-20261120T181500Z-primed.jpg", "2026-11-20T18:15:00Z"), ("IMG_20180725_163423.jpg", "2018-07-25T16:34:23"),
      ("20261120-181500.heic", "2026-11-20T18:15:00"), ("20261120T181500", "2026-11-20T18:15:00"),
      ("1-20261120T181500Z.jpg", "2026-11-20T18:15:00Z"), ("20261320_181500.jpg", nil), ("20261120_251500.jpg", nil),
      ("120261120_181500.jpg", nil), ("PXL_20210411_154753123.jpg", nil), ("20261120.jpg", nil), ("captain.jpg", nil), ("", nil),
      ("20261320_181500-20261120T181500Z.jpg", "2026-11-20T18:15:00Z"), ("é20261120T181500Z.jpg", "2026-11-20T18:15:00Z"),
    ] as [(String, String?)])
  func names(name: String, expected: String?) {
    #expect(ExifMoment.inName(name) == expected)
  }
}
