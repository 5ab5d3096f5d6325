// Files of map tiles for tests: MBTiles as SQLite writes them, made smaller by zlib; PMTiles written here.

import FoundationEssentials
import VitrineCompression
import VitrinePlaces

/// Files of map tiles.
enum TileFiles {
  /// MBTiles of two zooms, whose `tiles` is a view: a red tile of the world, a blue one of its south-west, and a script in the place of the north-east.
  static var database: [UInt8] { bytes(databaseText) }
  /// The same with a view that never ends.
  static var endless: [UInt8] { bytes(endlessText) }
  /// The same with a view that joins a table of 81 rows six times.
  static var long: [UInt8] { bytes(longText) }

  private static func bytes(_ text: String) -> [UInt8] {
    Compression.expanded([UInt8](Data(base64Encoded: text) ?? Data()), limit: 1 << 20)
  }

  /// A PNG of one pixel.
  static let png: [UInt8] =
    database.indices.lazy.first { database[$0...].starts(with: [0x89, 0x50, 0x4E, 0x47]) }.map { start in
      // Up to the end of IEND.
      let end = database[start...].indices.first { database[$0...].starts(with: [0xAE, 0x42, 0x60, 0x82]) } ?? start
      return Array(database[start..<end + 4])
    } ?? []

  /// PMTiles of these tiles, by zoom, column and row, without compression; those behind the first in a leaf where `hasLeaf`.
  static func archive(_ tiles: [(zoom: Int, column: Int, row: Int, bytes: [UInt8])], hasLeaf: Bool = false, type: UInt8 = 2)
    -> [UInt8]
  {
    let sorted = tiles.compactMap { tile in
      TileArchive.number(zoom: tile.zoom, column: tile.column, row: tile.row).map { ($0, tile.bytes) }
    }
    .sorted { $0.0 < $1.0 }
    var data: [UInt8] = []
    var entries: [(tile: UInt64, run: UInt64, length: UInt64, offset: UInt64)] = []
    for (number, bytes) in sorted {
      entries.append((number, 1, UInt64(bytes.count), UInt64(data.count)))
      data += bytes
    }
    var (root, leaf): ([UInt8], [UInt8]) = (directory(entries), [])
    if hasLeaf {
      leaf = directory(Array(entries.dropFirst()))
      root = directory([entries[0], (entries[1].tile, 0, UInt64(leaf.count), 0)])
    }
    let metadata = Array(#"{"name":"Streets","attribution":"<b>Nobody</b>"}"#.utf8)
    var header = Array("PMTiles".utf8) + [3]
    var place = UInt64(TileArchive.headerCount)
    for part in [root, metadata, leaf, data] {
      header += little(place, 8) + little(UInt64(part.count), 8)
      place += UInt64(part.count)
    }
    header += little(UInt64(tiles.count), 8) + little(UInt64(tiles.count), 8) + little(UInt64(tiles.count), 8)
    header += [1, 1, 1, type, UInt8(tiles.map(\.zoom).min() ?? 0), UInt8(tiles.map(\.zoom).max() ?? 0)]
    for degrees in [-180, -85, 180, 85] { header += little(UInt64(UInt32(bitPattern: Int32(degrees * 10_000_000))), 4) }
    return header + [0] + little(0, 8) + root + metadata + leaf + data
  }

  private static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> UInt64($0 * 8)) }
  }

  private static func directory(_ entries: [(tile: UInt64, run: UInt64, length: UInt64, offset: UInt64)]) -> [UInt8] {
    var before: UInt64 = 0
    var bytes = variable(UInt64(entries.count))
    for entry in entries {
      bytes += variable(entry.tile - before)
      before = entry.tile
    }
    for entry in entries { bytes += variable(entry.run) }
    for entry in entries { bytes += variable(entry.length) }
    for entry in entries { bytes += variable(entry.offset + 1) }
    return bytes
  }

  private static func variable(_ number: UInt64) -> [UInt8] {
    var (bytes, rest): ([UInt8], UInt64) = ([], number)
    while rest >= 0x80 {
      bytes.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  private static let databaseText = """
    eNrtVU1rE0EYnnc3H5u2QaHUGG1haEESuk1bpBAxDaY21EAN2gbryTrZnbZTd3fCZtLs5tbqxZt/w4tYUPwR/gHx4M2TxYsX8eTOblrbk4giInnYed95np19\
    3l1mZ2b97ioTFG9x1yYCX0UKAkA3MEYIJYMWRz+QCFrsFAf0cyRRwYDQRAl5HA3wTyEtJxaeIPgCH+EdvIXDgAzwVzGdUKdWiBAua3YE406J4B2Xbi1OepPl\
    KwZv+ddxnTe56ZdmSfliXM1ON3nHMdsz88U5faa4oMtcXBiOqZfP2cTrcW7PD6uSMEeSuRFFzY5GS7zlbA+DOjbmEJs2eNcZCuqrcITgW/AHHA3m4n9GIp5K\
    pUANkqaBEo9rmpZKh/O/iuA17AZpgN/AuKqicqltuKwlysSirsjN50uzfaGmxND+had36ivpoUty2aVrt5bX+ucoaPJ8fNZd/xCkkdpypeG9N14eXgMEX6GC\
    PpcfywK1an35xdLDgxr8qlWRGCpSz0Nl/NOr56et0uGhfh/BG9gALej8IezPxJJjmYx2sLjHaFcwi7bDcHOtWmlU8b1adQOHAiZt3KYWNQS2SavQk1xuWpsW\
    3aOWLjVPanLwpsGtju2Eon8iuryrM5ts03bBJIKc6CHZcrktjfEuZw6OhmF+3Cswc1GaMfO2mshks9AVpGnR6GYUY/03blSWVqv9x3LMxMwRdJu6uOUGmuvj\
    R9TXw4pNizfzD5RkZnQU9qdCv6BEcKlnnAIh15MuuhdGP4yRsX7KNNfTPd3P53GXiR3eETj4XGauQCIzMQFGZE8FkaWPs3K2UF/NyS0fC+oJfY9Ynaib/w7v\
    z+97
    """
  private static let endlessText = """
    eNrtVc9rE0EUnpdJ0k3boFBqjLYwtCC7dGsTpBAxDaY2tIEatA32pHWymbaj+yPszmaT3lq9ePPf8CIWFP8I/wHx4M2TxYsX8eTsJtX0JCqISD523pvvg/0e\
    s7PzZvP2OheM7DiuRQW5gmIIAF0nBCGUkiOBfkCRIz7AAf0cKXTZgMgkFvEEGuKfQlqOJDxG8Bk+wFt4A0eSDPFXMZfEs6tUCJc3fMEdu0jJnst2lmY6M6VL\
    htPqXiM1p+E0u8UFWjqfwNm5huPbTW8+X8jp84VFPcyFxbE4vnjGop19x7HyYzgk3A5JbjyGsxO9I96yd8cAT07a1GJ1J7BHZX0Mxwi+yj/geLgX/zOSiVQq\
    BVgmRYFYIqEoSiod7f86glfwQKYh/gBTGKNS0TNc3hIlajJXqHmtuNAXqrE4Ojj35FZtNT16ITx26eraykb/HgUlvB+fBpvvZRqvrpTrnXfGi6OrgOALlNGn\
    0qOwQLVSW3m+fP+wCr9qVaAGRvgslKc+vnw2aJWOLvU1BK9hCxQ5+U0cLMVHJjMZ5fBum7NAcJN5UbixUSnXK+ROtbJFIoFQjwRc7BGXGb7r8TYjtsq1UFY9\
    ZjJDkDzxbdkGCTVN0pf4XJ7suI5FbO1EyoWvhO1t22RtZuoRD0tsG47pW/aA4DqBzr+zJhW0b0aCPeYywou5mziZyWYhELRhMm7RXeb1Yry/gnp5eb1CeprK\
    m4Tbgu0yl7Rcqbld8pB19ci5YToN7V5sJDMxAQezkZ9FW/LBp5ykoO6HLnonit0o9oz1AVN1X+/oXU2LPprjCyIXw5urkMxMT4PRs2eChqVPcux0ob6qhi2f\
    CNYRepuafm+qfQMj5fJu
    """
  private static let longText = """
    eNrt1TFsG1UYB/D3v7MdO05oIU2dtAk8kqbY5JI4pAGHuiFOYxJDGpI2UAZEe7YvyYHts+xLbEcMpHQAiaFDBwYGBgaQEGqlIhg6dOhQiQ4dOlSoQkUqUiUi\
    VIkOFerA/84BEnVACAkhlM/+fe/e0933nvx8esfmpk3bkAtWKa/bckgoAhBjUgohguQTf0aAPJv6EH8dQdGfgde5Uty+T2zHfyqanU3BaYFf8CNu4FucZ2c7\
    /tXo9andk7ptl8z0sm1ahbgul0rGwqGuatfo/oxVrB2UM1baytbiA/pom1dt701by4VsuW8wFtX6YsOa08aGgx517468Xl21rPxgUHU6ZsHpRJsUtb2l/ooX\
    C4tBqK2tBT1vzFuVQiPnV7Eu8Cv/Aevbe/F/Dp83EAhAZeP3Q/F6/X5/oNnd/2mBr/AWm+34B9GhqmI0Xs6UzKI9queMkh0ejMQHNgZSikes7f5gdmayuXGP\
    89o1p6Ymjm6co/A75+OZyrHv2TSlJhLz1e8y586PQOA+EuLn0fecCVLJmYkvx0+eSuHvlorpGVWoO5Ho+OnC55tLOfs/Jy4KPOBE93AX67iD27iFmzwNruMa\
    ruIKLuMSLuIbXMA5fIHP8Ck+wcf4CGdxBh/ifZzGu3gHVdgoIoclZHESb+B1zGMW05jCBMYQRwwHEIWGMPZBogNt2IWdaIIfHq77gbgv7om7Yl3cEbfFLXFT\
    3BDXxTVxVVwRl8UlLvGhUOaUgDJLr9AMHaFpepleohRN0SS9SEmaoMM0TgkaoxdolA5RnA7S8zRCMXqOnqVhOkBD9AwNUpQGqJ/6SKNeepoiFKanaD/10D7q\
    pi56kiQ9QY9TJ3XQXtpD7dRGIdpNrbSLWugxepR20g56hJqpiYLUSM7HTw3kIy95SCWFoLjvv1f0CHyN4/CLH3j5cKyNeBtaQyH/qVdXTKNimzmj7KbDR5OJ\
    +aR8LZU8Lt0BqZdl2cgZGVtGnWvn9DmRM1aMnOb2nZtOZKzccr6waaBkVTS9X/+jn9VtXS6UrLxMm4tS15ycdnPGzVk3G25ekJUlo2RIPt+bpgxlyaCFfj0e\
    7fH4Qi0tGLL1dM7gE/x6N9Y9nxifTjpzhPXIEdUXam9Hxb3NzOuLRrmePVturo+Fzaw0C7axaJRkscSxUk2+bdQ0d+HpnJWOvKk0OLOudbv18nqRX3VLJQ6E\
    V50qWtXNNTfXC2ubioZXtapWi0RkxbSXrGVb8tcys5PwhTo7kamXN2zdmfr3Vtk60cZo2DnypW1UbW1Fzy3XLyO/Af+DOmo=
    """
}
