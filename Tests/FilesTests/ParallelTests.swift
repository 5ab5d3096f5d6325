// Work shared out among threads gives what one thread would give.

import Testing
import VitrineFiles
import VitrineSource
import VitrineSystem

@Suite struct ParallelTests {
  @Test("results come in the order of the items", arguments: [0, 1, 2, 63, 64, 1000, 10_007])
  func order(count: Int) {
    for workers in [0, 1, 2, 5] {
      let result = Parallel.map(count, workers: workers, inlineBelow: 2, state: { 0 }) { state, index in
        state += 1
        return "\(index)"
      }
      #expect(result == (0..<count).map { "\($0)" })
    }
  }

  @Test("the states of all threads together have seen every item once")
  func fold() {
    let sums = Parallel.fold(10_000, workers: 4, state: { 0 }, { $0 += $1 }, finish: { $0 })
    #expect(sums.reduce(0, +) == 49_995_000)
    #expect(sums.count <= 4)
  }

  @Test("what the calling thread does first is done once, whoever does the rest", arguments: [0, 1, 100])
  func first(count: Int) {
    for workers in [1, 2, 5] {
      var done = 0
      let result = Parallel.map(count, workers: workers, inlineBelow: 2, first: { done += 1 }, state: {}) { $1 }
      #expect(done == 1)
      #expect(result == Array(0..<count))
    }
  }

  @Test("work inside work is done where it stands")
  func nested() {
    let result = Parallel.map(100, workers: 2, inlineBelow: 2, state: { 0 }) { _, index in
      Parallel.map(100, workers: 2, inlineBelow: 2, state: { 0 }) { _, inner in inner + index }.reduce(0, +)
    }
    #expect(result == (0..<100).map { 4950 + 100 * $0 })
  }

  @Test("threads with readers of their own on one root read all files")
  func reading() throws {
    let folder = try TemporaryFolder((0..<300).map { ("d\($0 % 7)/f\($0)", "\($0)") })
    let listing = try FileTree.list(root: folder.path, workers: 2)
    let root = try OpenRoot(Path(folder.path))
    let texts = Parallel.map(listing.files.count, workers: 3, state: { FolderReader(root) }) { reader, index -> String in
      do throws(FileError) {
        return String(decoding: try reader.read(fileAt: index, of: listing), as: UTF8.self)
      } catch {
        return error.description
      }
    }
    #expect(texts == listing.files.map { String(listing.name(of: $0).dropFirst()) })
  }
}
