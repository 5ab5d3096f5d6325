// Tracks of films that say for every moment where the camera was.

/// Wipes the samples of tracks of measurements.
///
/// Source: ISO/IEC 14496-12, 8.5.2 (stsd), 8.7.3 (stsz), 8.7.4 (stsc), 8.7.5 (stco, co64); Camera Motion Metadata (`camm`); GPMF (`gpmd`).
enum FilmMeasurements {
  /// The most samples and chunks that are looked at.
  private static let most = 1 << 20
  /// Android's and Sony's, DJI's, Parrot's and others' (`mett`); of Apple's (`mebx`) those that name a location.
  private static let formats = ["camm", "rtmd", "djmd", "dbgi", "mett", "marl"].map { Array($0.utf8) }
  private static let refusal = StrippingRefusal("its film has a track of measurements that cannot be changed in place")

  /// Changes the samples of a track, if they are measurements. `film` is where the film lies in the file: its offsets count from there.
  ///
  /// Errors: where they lie cannot be understood.
  static func remove(from bytes: inout [UInt8], track: Box, film: Range<Int>) throws(StrippingRefusal) {
    guard let table = FilmBox.first(bytes, in: track, ["mdia", "minf", "stbl"]),
      let description = FilmBox.first(bytes, in: table, ["stsd"]), description.end - description.start >= 16
    else { return }
    let format = Array(bytes[description.start + 12..<description.start + 16])
    let isGoPro = format.elementsEqual("gpmd".utf8)
    let isApple =
      format.elementsEqual("mebx".utf8)
      && bytes.withUnsafeBytes { all in
        UnsafeRawBufferPointer(rebasing: all[description.start..<description.end]).firstIndex(of: Array("location".utf8), from: 0)
          != nil
      }
    guard isGoPro || isApple || formats.contains(format) else { return }
    // Of a film that was cut off nothing is there to be wiped.
    let isWhole = FilmBox.all(bytes, film).contains { $0.type == Box.code("mdat") }
    for sample in try samples(bytes, table, film, isWhole: isWhole) {
      if isGoPro {
        MeasuredLocation.remove(from: &bytes, in: sample)
      } else {
        for index in sample { bytes[index] = 0 }
      }
    }
  }

  /// Where the samples lie in the file.
  private static func samples(_ bytes: [UInt8], _ table: Box, _ film: Range<Int>, isWhole: Bool) throws(StrippingRefusal)
    -> [Range<Int>]
  {
    func box(_ type: StaticString) -> Box? { FilmBox.first(bytes, in: table, [type]) }
    func number(_ box: Box, _ offset: Int, _ width: Int) throws(StrippingRefusal) -> Int {
      let place = box.start + offset
      guard place <= box.end - width, let value = ImageBytes.number(bytes[place..<place + width], false) else { throw refusal }
      return value
    }
    guard let sizes = box("stsz"), let runs = box("stsc"), let offsets = box("stco") ?? box("co64") else { throw refusal }
    let width = offsets.type == Box.code("co64") ? 8 : 4
    let (size, count) = (try number(sizes, 4, 4), try number(sizes, 8, 4))
    let (chunks, runCount) = (try number(offsets, 4, 4), try number(runs, 4, 4))
    guard count <= most, chunks <= most else { throw refusal }
    var found: [Range<Int>] = []
    var (sample, run) = (0, 0)
    for chunk in 0..<chunks where sample < count {
      while run + 1 < runCount, try number(runs, 8 + (run + 1) * 12, 4) <= chunk + 1 { run += 1 }
      let perChunk = try number(runs, 8 + run * 12 + 4, 4)
      let (start, overflow) = try number(offsets, 8 + chunk * width, width).addingReportingOverflow(film.lowerBound)
      guard !overflow else { throw refusal }
      var place = start
      for _ in 0..<min(perChunk, count - sample) {
        let length = size > 0 ? size : try number(sizes, 12 + sample * 4, 4)
        guard place <= film.upperBound, length <= film.upperBound - place else {
          if isWhole { throw refusal }
          return found.merged
        }
        found.append(place..<place + length)
        place += length
        sample += 1
      }
    }
    return found.merged
  }
}
