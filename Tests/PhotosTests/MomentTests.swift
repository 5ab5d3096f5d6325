// Times from EXIF and from names of files.

import Testing
import VitrineModel
import VitrinePhotos

@Suite struct MomentTests {
  @Test(
    "EXIF's times become RFC 3339; what is no time is none [M4.3]",
    arguments: [
      ("2026:11:20 17:02:31", nil, nil, "2026-11-20T17:02:31"),
      ("2026:11:20 17:02:31", "53", "+03:00", "2026-11-20T17:02:31.53+03:00"),
      ("2026:11:20 17:02:31", "00", "Z", "2026-11-20T17:02:31Z"), ("2026:11:20 17:02:31", "abc", "+3", "2026-11-20T17:02:31"),
      ("2026:11:20 17:02:31", " ", "   :  ", "2026-11-20T17:02:31"),
      ("2026:11:20 17:02:31", nil, "+3:00", "2026-11-20T17:02:31+03:00"),
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
      ("120261120_181500.jpg", nil), ("20261120.jpg", nil), ("captain.jpg", nil), ("", nil),
      ("20261320_181500-20261120T181500Z.jpg", "2026-11-20T18:15:00Z"), ("é20261120T181500Z.jpg", "2026-11-20T18:15:00Z"),
    ] as [(String, String?)])
  func names(name: String, expected: String?) {
    #expect(ExifMoment.inName(name) == expected)
  }

  @Test(
    "names as cameras, phones and programs give them hold times [M4.3]",
    arguments: [
      ("PXL_20260506_101112345.jpg", "2026-05-06T10:11:12.345Z"), ("PXL_20260506_101112345.MP.jpg", "2026-05-06T10:11:12.345Z"),
      ("IMG_20260506_101112345.jpg", "2026-05-06T10:11:12.345"), ("IMG_20260506_101112000_HDR.jpg", "2026-05-06T10:11:12"),
      ("MVIMG_20260506_101112.jpg", "2026-05-06T10:11:12"), ("20260506_101112(0).jpg", "2026-05-06T10:11:12"),
      ("2026-05-06 10.11.12.jpg", "2026-05-06T10:11:12"), ("2026-05-06 10.11.12-1.jpg", "2026-05-06T10:11:12"),
      ("Screenshot 2026-05-06 at 10.11.12.png", "2026-05-06T10:11:12"),
      ("Screenshot 2026-05-06 at 1.11.12\u{202F}PM.png", "2026-05-06T13:11:12"),
      ("Screenshot 2026-05-06 at 12.11.12 AM (2).png", "2026-05-06T00:11:12"),
      ("Bildschirmfoto 2026-05-06 um 10.11.12.png", "2026-05-06T10:11:12"),
      ("Capture d’écran 2026-05-06 à 10.11.12.png", "2026-05-06T10:11:12"),
      ("Screenshot from 2026-05-06 10-11-12.png", "2026-05-06T10:11:12"),
      ("Screenshot_20260506-101112_Chrome.png", "2026-05-06T10:11:12"),
      ("Screenshot_2026-05-06-10-11-12-345_com.app.png", "2026-05-06T10:11:12.345"),
      ("signal-2026-05-06-10-11-12-345.jpg", "2026-05-06T10:11:12.345"), ("signal-2026-05-06-101112.jpg", "2026-05-06T10:11:12"),
      ("photo_2026-05-06_10-11-12.jpg", "2026-05-06T10:11:12"),
      ("WhatsApp Image 2026-05-06 at 10.11.12.jpeg", "2026-05-06T10:11:12"),
      ("WhatsApp Image 2026-05-06 at 10.11.12 (1).jpeg", "2026-05-06T10:11:12"),
      ("DJI_20260506101112_0001_D.JPG", "2026-05-06T10:11:12"), ("20260506101112.jpg", "2026-05-06T10:11:12"),
      ("IMG_2026-05-06_10:11:12.jpg", "2026-05-06T10:11:12"), ("2026_05_06_10_11_12.jpg", "2026-05-06T10:11:12"),
      ("pxl-20260506-101112345-2.jpg", "2026-05-06T10:11:12.345Z"),
      ("whatsapp-image-2026-05-06-at-10-11-12.jpg", "2026-05-06T10:11:12"),
      ("screenshot-2026-05-06-at-1-11-12-pm-2.jpg", "2026-05-06T13:11:12"),
      ("2026-05-06-1-11-12-pmax.jpg", "2026-05-06T01:11:12"), ("20260506T101112345Z-2.jpg", "2026-05-06T10:11:12.345Z"),
      ("99991231_101112.jpg", nil), ("21010101_101112.jpg", nil), ("19891231_101112.jpg", nil),
      ("19900101_101112.jpg", "1990-01-01T10:11:12"), ("IMG-20260506-WA0001.jpg", nil), ("2026050610111234.jpg", nil),
      ("2026-05-06101112.jpg", nil), ("2026-05-06 10.11-12.jpg", nil), ("2026-0506 10.11.12.jpg", nil),
      ("20260506_1011.jpg", nil), ("IMG_20260506_1011123.jpg", nil), ("2026-05-06 at 10.11.jpg", nil),
    ] as [(String, String?)])
  func namesOfPrograms(name: String, expected: String?) {
    #expect(ExifMoment.inName(name) == expected)
  }

  @Test(
    "names hold days where they hold no time [M4.3]",
    arguments: [
      ("IMG-20260506-WA0001.jpg", "2026-05-06"), ("2026-05-06.jpg", "2026-05-06"), ("holiday 2026-05-06 (2).jpg", "2026-05-06"),
      ("IMG-20261306-WA0001.jpg", nil), ("IMG-99991231-WA0001.jpg", nil), ("123456789.jpg", nil), ("IMG_0042.jpg", nil),
      ("", nil),
    ] as [(String, String?)])
  func days(name: String, expected: String?) {
    #expect(ExifMoment.dayInName(name) == expected)
    var image = ImageBytes(ImageSample([]))
    let read = PhotoMetadata.read(&image, nil, name: "DCIM/" + name)
    #expect(read.takenDay == expected && read.taken == nil)
  }

  @Test("a time that only the name says is marked as such") func marked() throws {
    var image = ImageBytes(ImageSample(Container.jpeg(TIFFMaker.photo().bytes)))
    let read = PhotoMetadata.read(&image, .jpeg, name: "20260506_101112.jpg")
    #expect(read.taken?.hasPrefix("2026-11-20") == true && !read.isTakenFromName && read.takenDay == nil)
    var empty = ImageBytes(ImageSample(Container.jpeg(nil)))
    #expect(PhotoMetadata.read(&empty, .jpeg, name: "20260506_101112.jpg").isTakenFromName)
  }
}
