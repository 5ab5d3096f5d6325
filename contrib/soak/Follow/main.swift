// Follows a catalogue as vitrined does, tells every generation on standard output, and answers lines on standard input: for contrib/soak.
//
// usage: Follow ROOT [QUESTIONERS]
//
//   barrier    waits for all that was written before: "barrier GENERATION RECORDS FINDINGS MICROSECONDS"
//   compare    the same, then compares with the folder read anew: "same GENERATION MICROSECONDS", or "different COUNT" and so many lines
//   questions  how many questions the questioners asked, and how many answers contradicted themselves: "questions COUNT WRONG"
//   status     "status WATCHED POLLED OVERFLOWS FREEZE"
//   quit
//
// QUESTIONERS threads ask without end, half of them by barrier.

import Glibc
import Synchronization
import VitrineCatalog
import VitrineComparing
import VitrineIndex
import VitrineLive
import VitrineSource
import VitrineSystem

/// Lines to standard output, whole ones.
private let output = Mutex<Void>(())

private func tell(_ text: String) {
  output.withLock { _ in
    var line = text + "\n"
    line.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = write(1, rest.baseAddress, rest.count)
        if count <= 0 { exit(0) }
        rest = UnsafeRawBufferPointer(rebasing: rest[count...])
      }
    }
  }
}

private func microseconds() -> Int64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
}

/// What questioners counted.
private final class Questions: Sendable {
  let asked = Atomic(0)
  let wrong = Atomic(0)

  /// Asks without end. A state must agree with itself: its rows with its counts, its findings with their number.
  func ask(_ followed: FollowedCatalogue, byBarrier: Bool) {
    while true {
      guard let state = byBarrier ? try? followed.asked() : followed.live.state else { return }
      let catalogue = state.catalogue
      let findings = catalogue.findings.reduce(0) { count, _ in count + 1 }
      let isRight = catalogue.index?.count == catalogue.recordCount && findings == catalogue.findings.count
      asked.wrappingAdd(1, ordering: .relaxed)
      if !isRight { wrong.wrappingAdd(1, ordering: .relaxed) }
      usleep(500)
    }
  }
}

private func words(_ finding: Finding) -> String {
  "\(finding.path.string):\(finding.span.start.line): \(finding.rule.slug): \(finding.message)"
}

private func follow(_ root: String, questioners: Int) throws {
  let followed = try FollowedCatalogue(root)
  let isQuiet = getenv("FOLLOW_QUIET") != nil
  _ = followed.live.subscribe { delta in
    _ = followed.takeDeltas()
    var lines = [
      "generation \(delta.outline.generation) \(microseconds()) changed \(delta.changedPaths.count) appeared \(delta.appeared.count) fixed \(delta.fixed.count)"
    ]
    if !isQuiet {
      lines += delta.changedPaths.prefix(20).map { "  ~ \($0.string)" } + delta.appeared.prefix(20).map { "  + \(words($0))" }
      lines += delta.fixed.prefix(20).map { "  - \(words($0))" }
    }
    tell(lines.joined(separator: "\n"))
  }
  let questions = Questions()
  for number in 0..<questioners { Thread.start { questions.ask(followed, byBarrier: number % 2 == 0) } }
  let first = followed.live.state
  tell("ready \(first.generation) \(first.catalogue.recordCount) \(first.catalogue.findings.count)")
  while let line = readLine() {
    let start = microseconds()
    switch line {
    case "barrier":
      let state = try followed.asked()
      tell(
        "barrier \(state.generation) \(state.catalogue.recordCount) \(state.catalogue.findings.count) \(microseconds() - start)")
    case "compare":
      let state = try followed.asked()
      let time = microseconds() - start
      let differences = FollowedCatalogue.differences(of: state, root: root)
      if differences.isEmpty {
        tell("same \(state.generation) \(time)")
      } else {
        tell((["different \(differences.count)"] + differences).joined(separator: "\n"))
      }
    case "questions":
      tell("questions \(questions.asked.load(ordering: .relaxed)) \(questions.wrong.load(ordering: .relaxed))")
    case "status":
      let status = followed.live.state.status
      tell(
        "status \(status.watchedFolders) \(status.polled.map(\.path)) \(status.overflows) \(status.freeze.map { "\($0)" } ?? "-")"
      )
    case "quit": return
    default: tell("? \(line)")
    }
  }
}

do {
  let words = CommandLine.arguments
  guard words.count >= 2 else {
    tell("usage: Follow ROOT [QUESTIONERS]")
    exit(2)
  }
  try follow(words[1], questioners: words.count > 2 ? Int(words[2]) ?? 0 : 0)
} catch {
  tell("failed: \(error)")
  exit(1)
}
