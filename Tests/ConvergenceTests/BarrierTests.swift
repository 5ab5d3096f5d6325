// The barrier: who wrote something and then asks sees it, whatever else goes on.

import Glibc
import Synchronization
import Testing
import VitrineCatalog
import VitrineComparing
import VitrineIndex
import VitrineLive
import VitrineSource
import VitrineSystem
import VitrineTesting

/// Write, then ask.
@Suite struct BarrierTests {
  /// How many times. `VITRINE_BARRIERS` sets it.
  static let times = Soak.setting("VITRINE_BARRIERS") ?? 60

  @Test("what was written before a question is in its answer, while others write and ask (M1.3)")
  func neverStale() throws {
    let folder = try SampleCatalogue.make()
    let root = folder.path + "/root"
    let followed = try FollowedCatalogue(root)
    let isOver = Atomic(false)
    let ends = (0..<3).map { _ in Flag() }
    let stale = Faults()
    // Noise: files come, change and go in folders that come, move and go.
    Thread.start {
      defer { ends[0].raise() }
      var round = 0
      while !isOver.load(ordering: .acquiring) {
        round += 1
        for step in [
          .folder("more/n\(round)"), .write("more/n\(round)/a.yaml", "name: Noise \(round)\n"),
          .move("more/n\(round)", "books/noise"),
          .write("games/noise.yaml", "title: Noise \(round)\n"), .removeTree("books/noise"), .remove("games/noise.yaml"),
        ] as [Step] { step.perform(in: root) }
      }
    }
    for writer in 1...2 {
      Thread.start {
        defer { ends[writer].raise() }
        for number in 0..<Self.times / 2 {
          do {
            let path = "books/w\(writer)/r\(number % 7)/b.yaml"
            let title = "Title \(writer) \(number)"
            var steps: [Step] = [.folder("books/w\(writer)/r\(number % 7)")]
            // Nothing can be exchanged with a file that is not there.
            if Disk.kind(root + "/" + path) == 0 { steps.append(.write(path, "name: Old\n")) }
            steps += SavePattern.all[number % SavePattern.all.count].steps(path, "", "name: \(title)\n").map {
              $0.renamed(writer)
            }
            for step in steps { step.perform(in: root) }
            let state = try followed.asked()
            let found = state.catalogue.index.flatMap { index in index.row(ofPath: Path(path)).map { index.title(of: $0) } }
            if found != title {
              stale.add("\(path): \(found ?? "nothing") instead of \(title), \(SavePattern.all[number % SavePattern.all.count])")
            }
            if number % 5 == 4 {
              Step.removeTree("books/w\(writer)/r\(number % 7)").perform(in: root)
              if try followed.asked().catalogue.index?.row(ofPath: Path(path)) != nil { stale.add("\(path) is there still") }
            }
          } catch { stale.add("\(error)") }
        }
      }
    }
    for end in ends.dropFirst() { #expect(end.wait(seconds: 3600)) }
    isOver.store(true, ordering: .releasing)
    #expect(ends[0].wait())
    #expect(stale.all == [])
    #expect(try followed.differences() == [])
  }
}

/// What several threads found wrong.
private final class Faults: Sendable {
  private let list = Mutex<[String]>([])

  var all: [String] { list.withLock { $0 } }

  func add(_ words: String) { list.withLock { $0.append(words) } }
}

extension Step {
  /// The same step where two writers at once need names of their own beside the catalogue.
  fileprivate func renamed(_ writer: Int) -> Step {
    func own(_ path: String) -> String { path.hasPrefix("../outside/") ? path + "\(writer)" : path }
    switch self {
    case .write(let path, let text): return .write(own(path), text)
    case .remove(let path): return .remove(own(path))
    case .hardlink(let from, let to): return .hardlink(own(from), to)
    default: return self
    }
  }
}
