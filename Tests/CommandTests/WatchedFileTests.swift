// When a file of a watched inbox counts as finished: told by the system, by its rest, by its bytes.

import Testing
import VitrineApplication
import VitrineSource
import VitrineSystem
import VitrineTesting

@Suite("Files of a watched inbox")
struct WatchedFileTests {
  private static func seconds(_ count: Double) -> Int64 { Int64(count * 1_000_000_000) }

  /// The file as the system sees it after so many bytes were written to it.
  private static func status(_ folder: TemporaryFolder, size: Int) throws -> FileStatus {
    try folder.write(String(repeating: "x", count: size), to: "a.jpg")
    return try #require(InboxFile(Path(folder.path + "/a.jpg"), name: "a.jpg")).status
  }

  @Test("a file that was closed is finished at once, but not while a program still has it open")
  func closed() throws {
    var file = WatchedFile(try Self.status(TemporaryFolder(), size: 1), at: 0)
    #expect(!file.isFinished(at: 0, isBeingWritten: false))
    file.isClosed = true
    #expect(file.isFinished(at: 0, isBeingWritten: false))
    #expect(file.isFinished(at: 0, isBeingWritten: nil))
    #expect(!file.isFinished(at: Self.seconds(20), isBeingWritten: true))
  }

  @Test("a file that nobody has open is finished when it rested for a moment; where nobody knows who writes, it rests longer")
  func resting() throws {
    let file = WatchedFile(try Self.status(TemporaryFolder(), size: 1), at: 0)
    #expect(!file.isFinished(at: Self.seconds(0.3), isBeingWritten: false))
    #expect(file.isFinished(at: Self.seconds(0.5), isBeingWritten: false))
    #expect(!file.isFinished(at: Self.seconds(2.4), isBeingWritten: nil))
    #expect(file.isFinished(at: Self.seconds(2.6), isBeingWritten: nil))
  }

  @Test("where nobody knows who writes, a file with a gap rests longer, and one whose writer pauses three times as long as that")
  func pausing() throws {
    let folder = try TemporaryFolder()
    var file = WatchedFile(try Self.status(folder, size: 1), at: 0)
    #expect(file.isToBeAsked(at: Self.seconds(0.5)) && !file.isToBeSearched(at: Self.seconds(3)))
    file.isBlind = true
    #expect(!file.isToBeAsked(at: Self.seconds(2)) && !file.isToBeSearched(at: Self.seconds(2)))
    #expect(file.isToBeSearched(at: Self.seconds(3)))
    file.hasGap = true
    #expect(!file.isFinished(at: Self.seconds(9), isBeingWritten: nil))
    #expect(file.isFinished(at: Self.seconds(11), isBeingWritten: nil))
    // It changes after four seconds, so that twelve are waited for; its gap is looked for anew.
    file = WatchedFile(try Self.status(folder, size: 2), at: Self.seconds(4), after: file)
    #expect(file.hasGap == nil)
    #expect(!file.isFinished(at: Self.seconds(15), isBeingWritten: nil))
    #expect(file.isFinished(at: Self.seconds(17), isBeingWritten: nil))
    // Never more than half a minute.
    file = WatchedFile(try Self.status(folder, size: 3), at: Self.seconds(600), after: file)
    #expect(file.isFinished(at: Self.seconds(631), isBeingWritten: nil))
  }

  @Test("a file that is listed as before is as it was known; one that changes after it was taken is remembered as taken")
  func again() throws {
    let folder = try TemporaryFolder()
    let status = try Self.status(folder, size: 1)
    var file = WatchedFile(status, at: 0)
    file.take()
    file = WatchedFile(status, at: 5, after: file)
    #expect(file.isDone && !file.wasTaken && file.since == 0)
    file = WatchedFile(try Self.status(folder, size: 2), at: 9, after: file)
    #expect(!file.isDone && file.wasTaken && file.since == 9)
  }

  @Test("a gap is a block of zeros in a file that changed lately; what changed since it was listed is not finished either")
  func gaps() throws {
    let folder = try TemporaryFolder()
    let now = WallClock.system.now()
    func file(_ text: String) throws -> InboxFile {
      try folder.write(text, to: "a.jpg")
      return try #require(InboxFile(Path(folder.path + "/a.jpg"), name: "a.jpg"))
    }
    let (full, zeros) = (String(repeating: "x", count: 5000), String(repeating: "\0", count: 9000))
    #expect(try !file(full + full).seemsUnfinished(at: now))
    #expect(try file(full + zeros + full).seemsUnfinished(at: now))
    #expect(try file(full + zeros).seemsUnfinished(at: now))
    // Some zeros are no gap, and what is older than a minute is what it will be.
    #expect(try !file(full + zeros.prefix(4000) + full).seemsUnfinished(at: now))
    #expect(try !file(full + zeros).seemsUnfinished(at: now + Self.seconds(100)))
    let listed = try file(full)
    _ = try file(full + full)
    #expect(listed.seemsUnfinished(at: now))
  }
}
