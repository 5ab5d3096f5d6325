// The table of the camera's requirements (contrib/camera.md): every one is in it, and every test that it names is there.

import Testing
import VitrineTesting

@Suite struct CameraTableTests {
  /// The lines of the table, each taken apart at its bars.
  private static var rows: [[Substring]] {
    (Checkout.text("contrib/camera.md") ?? "").split(separator: "\n").filter { $0.hasPrefix("| C-") }
      .map { $0.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map { $0 } }
  }

  @Test("C-MAP every requirement of the camera is in its table once")
  func whole() {
    var found: [String] = []
    for row in Self.rows {
      for match in row[0].matches(of: /C-([A-Z]+)(\d*)(?: to C-[A-Z]+(\d+))?/) {
        let (_, group, first, last) = match.output
        let start = Int(first) ?? 0
        for number in start...max(start, last.flatMap { Int($0) } ?? start) {
          found.append("\(group)\(first.isEmpty ? "" : "\(number)")")
        }
      }
    }
    let wanted =
      (1...18).map { "FR\($0)" } + (1...9).map { "NFR\($0)" } + (1...9).map { "A\($0)" } + (1...15).map { "U\($0)" } + ["MAP"]
    #expect(found.sorted() == wanted.sorted())
  }

  @Test("a test that the table names is there: its suite, and its function")
  func tests() {
    for row in Self.rows {
      var suite = ""
      for match in row[2].matches(of: /`(?:CommandTests\.)?([A-Z]\w+Tests)?(?:\.([a-z]\w*))?`/) {
        if let name = match.output.1 { suite = String(name) }
        let files = Checkout.tests.filter {
          $0.text.code.contains { $0.holds("struct \(suite)") || $0.holds("extension \(suite)") }
        }
        #expect(!files.isEmpty, "\(row[0]): \(suite)")
        guard let function = match.output.2 else { continue }
        let isThere = files.contains { $0.text.code.contains { $0.holds("func \(function)(") } }
        #expect(isThere, "\(row[0]): \(suite).\(function)")
      }
    }
  }
}
