// A million events: nothing grows. Takes half a minute, so that it is not part of the suite: VITRINE_SOAK=1 contrib/test --filter SoakTests

import Glibc
import Testing
import VitrineTesting
import VitrineWatch

/// What is held does not depend on what happened.
@Suite(.enabled(if: getenv("VITRINE_SOAK") != nil, "on request only: VITRINE_SOAK=1 contrib/test --filter SoakTests"))
struct SoakTests {
  @Test("a million events leave no memory behind", arguments: Source.allCases)
  func million(_ source: Source) throws {
    try source.with { backend in
      let folder = try TemporaryFolder(inMemory: true)
      for number in 0..<20 { folder.makeFolders("d\(number)") }
      let run = try WatchRun(folder, backend)
      func round(_ number: Int) {
        let place = "d\(number % 20)/"
        folder.put(place + "f\(number).yaml")
        link(folder.path + "/" + place + "f\(number).yaml", folder.path + "/" + place + "h\(number).yaml")
        folder.move(place + "f\(number).yaml", "d\((number + 7) % 20)/g\(number).yaml")
        folder.makeFolders(place + "n\(number)")
        folder.put(place + "n\(number)/x.yaml")
        folder.move(place + "n\(number)", place + "m\(number)")
        folder.removeTree(place + "m\(number)")
        folder.remove(place + "h\(number).yaml")
        folder.remove("d\((number + 7) % 20)/g\(number).yaml")
        if number % 50 == 49 { _ = run.watcher.drain(now: monotonic()) }
      }
      for number in 0..<20_000 { round(number) }
      run.settle()
      let before = residentBytes()
      for number in 20_000..<65_000 { round(number) }
      run.settle()
      let growth = residentBytes() - before
      #expect(growth < 4_000_000, "\(growth) bytes more")
      #expect(try run.differences() == [])
      #expect(run.watcher.folderCount == 21)
    }
  }

  /// The resident bytes of this process.
  private func residentBytes() -> Int {
    guard let file = fopen("/proc/self/statm", "re") else { return 0 }
    defer { fclose(file) }
    var buffer = [UInt8](repeating: 0, count: 128)
    let count = buffer.withUnsafeMutableBytes { fread($0.baseAddress, 1, $0.count, file) }
    let words = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ")
    guard words.count > 1, let pages = Int(words[1]) else { return 0 }
    return pages * 4096
  }
}
