// The door to madvise(2): what stays in memory lies on large pages.

import Glibc

/// Memory on large pages, of which the processor finds its way in many more bytes at once: a save looks at few bytes in many places.
enum LargePages {
  /// Units: bytes.
  private static let size: UInt = 2 << 20
  /// `MADV_COLLAPSE`: since Linux 6.1; C libraries are younger than that.
  private static let collapse: Int32 = 25

  /// Moves what the process has in memory of its own onto large pages, where nearly all of such a page is in use and the system has it to give; else
  /// nothing is different. It takes some milliseconds for each 10 MiB, in which whoever needs a new page waits: to be done on a thread of its own, once
  /// most of what stays is there.
  ///
  /// Source: madvise(2), mincore(2), proc_pid_maps(5).
  static func take() {
    guard let maps = fopen("/proc/self/maps", "re") else { return }
    defer { fclose(maps) }
    var line: UnsafeMutablePointer<CChar>?
    var capacity = 0
    defer { free(line) }
    var ranges: [Range<UInt>] = []
    while getline(&line, &capacity, maps) > 0, let line {
      if let range = ownRange(String(cString: line)) { ranges.append(range) }
    }
    for range in ranges {
      var start = (range.lowerBound + size - 1) / size * size
      while start + size <= range.upperBound {
        if isNearlyFull(start) { _ = madvise(UnsafeMutableRawPointer(bitPattern: start), Int(size), collapse) }
        start += size
      }
    }
  }

  /// Whether so much of a large page is in use that the rest of it is no waste: stacks are mostly empty.
  private static func isNearlyFull(_ start: UInt) -> Bool {
    var pages = [UInt8](repeating: 0, count: Int(size) / sysconf(Int32(_SC_PAGESIZE)))
    guard mincore(UnsafeMutableRawPointer(bitPattern: start), Int(size), &pages) == 0 else { return false }
    return pages.count { $0 & 1 != 0 } * 16 >= pages.count * 15
  }

  /// The addresses of a mapping that is private, may be written and has no file; nil for any other.
  private static func ownRange(_ line: String) -> Range<UInt>? {
    let fields = line.split(whereSeparator: \.isWhitespace)
    guard fields.count == 5 || fields.count == 6 && fields[5] == "[heap]", fields[1] == "rw-p", fields[4] == "0" else {
      return nil
    }
    let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
    return ends.count == 2 && ends[0] < ends[1] ? ends[0]..<ends[1] : nil
  }
}
