// That no library is linked whose licence is not told.

import Testing
import VitrineTesting

@Suite struct LicenceTests {
  /// What the libraries of a name are called among the licences.
  private static let names = [
    "libyaml": "libyaml", "libpcre2": "pcre2", "libutf8proc": "utf8proc", "libsqlite3": "sqlite", "libarchive": "libarchive",
    "libz.": "zlib", "libbrotli": "brotli", "libdeflate": "libdeflate", "libnettle": "nettle", "libexif": "libexif",
    "libinotifytools": "libinotifytools",
    "libmicrohttpd": "libmicrohttpd", "libgnutls": "gnutls", "libqrencode": "libqrencode", "libturbojpeg": "libjpeg-turbo",
    "libpng": "libpng", "libwebp": "libwebp", "libstdc++": "libstdc++", "libgcc_s": "libgcc", "libc.": "glibc", "libm.": "glibc",
    "libpthread": "glibc", "ld-linux": "glibc", "libswift": "swift", "lib_": "swift", "libdispatch": "swift",
    "libBlocks": "swift",
    "libFoundation": "swift",
  ]

  @Test(
    "every library that a program is linked with has its licence in 'vitrine version --licences'", .needs(.program("readelf")))
  func linked() throws {
    let licences = try Running([Programs.vitrine, "version", "--licences"], environment: ["LANG": "C.UTF-8"], in: "/").end(
      within: 60
    ).output
    for program in [Programs.vitrine, Programs.vitrined, Programs.decode] {
      let said = try Running(["readelf", "-d", program], environment: ["PATH": "/usr/bin:/bin"], in: "/").end(within: 60)
      for line in said.output.split(separator: "\n") where line.contains("(NEEDED)") {
        let library = line.split(separator: "[").last?.split(separator: "]").first.map(String.init) ?? ""
        let name = Self.names.first { library.hasPrefix($0.key) }?.value
        #expect(name.map { licences.contains("Files: libraries/\($0)\n") } == true, "\(library) of \(program)")
      }
    }
    // Swift's runtime brings these along where it is inside.
    #expect(licences.contains("Files: libraries/libstdc++\n") && licences.contains("Files: libraries/libgcc\n"))
  }
}
