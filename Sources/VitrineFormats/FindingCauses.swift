// Which findings of a report have one cause, so that a thousand of them need not be read one by one.

import VitrineSource

/// The findings of a report by what caused them.
///
/// Two findings have one cause where rule, message and field are the same, whatever the file and the number of an item. Where a field has
/// more than a few messages that differ only in numbers and in what stands in quotes, such as many unknown systems, these are one cause as well.
struct FindingCauses {
  /// The number of each finding's cause, in the order of the report; causes are counted from 0 in the order in which they come.
  let causes: [Int]
  /// How many findings each cause has.
  private(set) var counts: [Int] = []
  /// How many files each cause has findings in.
  private(set) var files: [Int] = []

  /// So many messages that differ only in what they quote are causes of their own; more of them are one.
  private static let mostWordings = 8

  /// The causes of findings in report order.
  init(_ findings: [Finding]) {
    let keys = findings.map(Key.init)
    var wordings: [Int: Set<Int>] = [:]
    for key in keys where wordings[key.unquoted, default: []].count <= Self.mostWordings {
      wordings[key.unquoted, default: []].insert(key.exact)
    }
    var numbers: [Int: Int] = [:]
    var causes: [Int] = []
    causes.reserveCapacity(findings.count)
    var lastFile: [Path] = []
    for (finding, key) in zip(findings, keys) {
      let name = wordings[key.unquoted, default: []].count > Self.mostWordings ? key.unquoted : key.exact
      let cause = numbers[name] ?? counts.count
      if cause == counts.count {
        numbers[name] = cause
        counts.append(0)
        files.append(0)
        lastFile.append(finding.path)
      }
      if counts[cause] == 0 || lastFile[cause] != finding.path { files[cause] += 1 }
      lastFile[cause] = finding.path
      counts[cause] += 1
      causes.append(cause)
    }
    self.causes = causes
  }

  /// What tells causes apart. Shape: hashes of 64 bits with the seed of the process; no two causes meet in one but by a chance of no account.
  private struct Key {
    /// Rule, field and message.
    let exact: Int
    /// Rule, field and message without what it quotes; without the last part of the field, where the message quotes that.
    let unquoted: Int

    init(_ finding: Finding) {
      var exact = Hasher()
      exact.combine(finding.rule.code)
      var unquoted = exact
      exact.combine(finding.message)
      let quoted = Self.combine(finding.message, in: &unquoted)
      let parts = finding.pointer.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      for (number, part) in parts.enumerated() {
        // The number of an item says nothing of the cause.
        let isNumber = !part.isEmpty && part.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        exact.combine(isNumber ? 0 : Self.hash(part))
        if number == parts.count - 1, quoted.contains(where: { $0.elementsEqual(part) }) { continue }
        unquoted.combine(isNumber ? 0 : Self.hash(part))
      }
      self.exact = exact.finalize()
      self.unquoted = unquoted.finalize()
    }

    private static func hash(_ bytes: some Sequence<UInt8>) -> Int {
      var hasher = Hasher()
      for byte in bytes { hasher.combine(byte) }
      return hasher.finalize()
    }

    /// Combines a message without numbers and without what stands in quotes, and gives the latter.
    private static func combine(_ message: String, in hasher: inout Hasher) -> [Substring.UTF8View] {
      var quoted: [Substring.UTF8View] = []
      for (number, part) in message.utf8.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false).enumerated() {
        if number % 2 == 1 {
          quoted.append(part)
          continue
        }
        // A number is a value of the record, or a limit that stands in the words around it as well.
        for words in part.split(whereSeparator: { $0 &- 0x30 < 10 }) { hasher.combine(hash(words)) }
      }
      return quoted
    }
  }
}
