// How events gather under load, on a clock that only counts.

import Testing
import VitrineLive

/// Batches of a catalogue whose steps take as long as is said.
@Suite struct PaceTests {
  /// What became of some saves.
  private struct Course {
    var batches = 0
    /// From each save to the end of the step that saw it. Units: nanoseconds.
    var delays: [Int64] = []

    var longest: Int64 { delays.max() ?? 0 }
  }

  private static let microsecond: Int64 = 1_000
  private static let millisecond: Int64 = 1_000_000

  /// A step that looks at so many saves.
  private static func cost(_ saves: Int) -> Int64 { 250 * microsecond + Int64(saves) * 60 * microsecond }

  /// Saves at the given times, looked at in the order of `LiveCatalog`'s thread: events there at once, a wait, a step. `askedAt` is when somebody
  /// begins to wait for all that is written, until the next step ends.
  private func course(_ saves: [Int64], askedAt: Int64 = .max) -> Course {
    var pace = BatchPace()
    var course = Course()
    var (now, next, asked) = (0 as Int64, 0, askedAt)
    while next < saves.count {
      if saves[next] <= now {
        let pause = pace.wait(isAwaited: asked <= now)
        now = max(now, min(now + pause, asked))
      } else {
        pace.rest()
        now = saves[next]
      }
      let first = next
      while next < saves.count, saves[next] <= now { next += 1 }
      // What is asked during a step is answered by the one after it.
      if asked <= now { asked = .max }
      now += Self.cost(next - first)
      course.batches += 1
      course.delays += saves[first..<next].map { now - $0 }
      pace.step(isChange: true)
    }
    return course
  }

  @Test("a save in quiet times is looked at as soon as it is there")
  func quiet() {
    let course = course((0..<200).map { $0 * 2 * Self.millisecond })
    #expect(course.batches == 200)
    #expect(course.longest == Self.cost(1))
  }

  @Test("a burst is looked at in few batches, the first of them at once")
  func burst() {
    let course = course((0..<10_000).map { $0 * 100 * Self.microsecond })
    #expect(course.batches < 150)
    #expect(course.delays[0] == Self.cost(1))
  }

  @Test("a writer that never stops holds up nothing for longer than the longest wait and two steps")
  func endless() {
    for interval in [20, 50, 90, 100, 200, 300, 400, 1_000] as [Int64] {
      let saves = (0..<20_000).map { $0 * interval * Self.microsecond }
      let course = course(saves)
      let most = Int(BatchPace.longest / (interval * Self.microsecond))
      // Steps that cost more than is saved meanwhile only grow; there the wait is the least of it.
      if interval >= 90 { #expect(course.longest <= BatchPace.longest + 2 * Self.cost(4 * most)) }
      #expect(course.delays.count == saves.count)
    }
  }

  @Test("after a quiet moment nothing is waited for any more")
  func afterwards() {
    let burst = (0..<1_000).map { $0 * 100 * Self.microsecond }
    let course = course(burst + [300 * Self.millisecond, 310 * Self.millisecond])
    #expect(course.delays.suffix(2) == [Self.cost(1), Self.cost(1)])
  }

  @Test("who waits for what is written ends the wait, and the wait grows up to its bound")
  func awaited() {
    var pace = BatchPace()
    var waits: [Int64] = []
    for _ in 0..<12 {
      pace.step(isChange: true)
      #expect(pace.wait(isAwaited: true) == 0)
      waits.append(pace.wait(isAwaited: false))
    }
    #expect(waits.prefix(BatchPace.free).allSatisfy { $0 == 0 })
    #expect(waits[BatchPace.free] == BatchPace.shortest && waits.last == BatchPace.longest)
    #expect(waits == waits.sorted())
    pace.step(isChange: false)
    #expect(pace.wait(isAwaited: false) == BatchPace.longest, "a file that is still open changes nothing")
    pace.rest()
    #expect(pace.wait(isAwaited: false) == 0)
  }
}
