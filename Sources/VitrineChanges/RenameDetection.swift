// Which files that are gone in one version of a catalogue are which new files of another: told by what is in them.

package import VitrineSource

/// The pairing of files that are gone with files that came.
///
/// Files with the same bytes are one; of the others those that share the most, by the bytes of their lines, and at least half of the larger one. The work is
/// bounded: a line that stands in very many files tells nothing of any.
package enum RenameDetection {
  /// A line in more files than these is passed over.
  private static let maximumFilesOfLine = 64
  /// Of lines of a file, so many are looked at. Units: lines.
  private static let maximumLines = 2_000

  /// The old path of each new file that has one.
  package static func oldPaths(gone: [Path: [UInt8]], added: [Path: [UInt8]]) -> [Path: Path] {
    var result: [Path: Path] = [:]
    var taken: Set<Path> = []
    let goneFiles = gone.sorted { $0.key < $1.key }
    let addedFiles = added.sorted { $0.key < $1.key }
    var byBytes: [[UInt8]: [Path]] = [:]
    for (path, bytes) in goneFiles.reversed() { byBytes[bytes, default: []].append(path) }
    for (path, bytes) in addedFiles {
      // Where several are alike, the one of the same name.
      guard var same = byBytes[bytes], !same.isEmpty else { continue }
      let place = same.lastIndex { $0.name == path.name } ?? same.count - 1
      result[path] = same[place]
      taken.insert(same.remove(at: place))
      byBytes[bytes] = same
    }
    var filesOfLine: [ArraySlice<UInt8>: [Int]] = [:]
    for (number, (path, bytes)) in goneFiles.enumerated() where !taken.contains(path) {
      for line in Set(lines(bytes)) { filesOfLine[line, default: []].append(number) }
    }
    var pairs: [(score: Double, new: Path, old: Path)] = []
    for (path, bytes) in addedFiles where result[path] == nil {
      var shared: [Int: Int] = [:]
      for line in Set(lines(bytes)) {
        guard let files = filesOfLine[line], files.count <= maximumFilesOfLine else { continue }
        for number in files { shared[number, default: 0] += line.count }
      }
      for (number, count) in shared {
        let larger = max(bytes.count, goneFiles[number].value.count)
        let score = Double(count) / Double(max(larger, 1))
        if score >= 0.5 { pairs.append((score, path, goneFiles[number].key)) }
      }
    }
    pairs.sort { left, right in
      if left.score != right.score { return left.score > right.score }
      return left.new != right.new ? left.new < right.new : left.old < right.old
    }
    for pair in pairs where result[pair.new] == nil && !taken.contains(pair.old) {
      result[pair.new] = pair.old
      taken.insert(pair.old)
    }
    return result
  }

  private static func lines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] { Array(LineDiff.lines(bytes).prefix(maximumLines)) }
}
