// A fenced block of a page that is a file: see Sources/CStock/explain/README.md.

/// A fenced block: what its first line says, and its lines.
package struct PageBlock {
  /// What stands at the path.
  package private(set) var form = ExplainPage.Form.file
  /// The path; nil where the block is no file.
  package private(set) var path: String?
  /// The marks in it.
  package private(set) var findings: [ExplainPage.MarkedFinding] = []
  /// What is wrong with the block itself.
  package private(set) var problems: [String] = []
  private var isHex = false
  private var hasPictures = false
  private var isOpen = false
  private var times = 1
  private var lines: [Substring] = []

  /// A block without lines, of the words after its fence.
  package init(words: [String]) {
    isHex = words.first == "hex"
    if words.first == "link" { form = .link }
    if words.first == "fifo" { form = .pipe }
    path = words.first { $0.hasPrefix("path=") }.map { String($0.dropFirst(5)) }
    for word in words.dropFirst() where !word.hasPrefix("path=") {
      if word == "pictures" {
        hasPictures = true
      } else if word == "open" {
        isOpen = true
      } else if word.hasPrefix("times="), let count = Int(word.dropFirst(6)), count > 0 {
        times = count
      } else if let match = word.wholeMatch(of: /finding=([a-z0-9-]+)@([0-9]+)(?::([0-9]+))?/), let line = Int(match.output.2) {
        let column = match.output.3.flatMap { Int($0) }
        findings.append(.init(path: path ?? "", line: line, column: column, slug: String(match.output.1)))
      } else {
        problems.append("'\(word)' means nothing after a fence")
      }
    }
  }

  /// Adds a line, and takes the mark at its end.
  package mutating func add(_ line: Substring) {
    guard !isHex, form == .file, let mark = line.firstRange(of: "# finding:") else { return lines.append(line) }
    for word in line[mark.upperBound...].split(separator: " ") {
      let parts = word.split(separator: "@", maxSplits: 1)
      let column = parts.count > 1 ? Int(parts[1]) : nil
      if parts.count > 1 && column == nil { problems.append("'\(word)' is not SLUG@COLUMN") }
      findings.append(.init(path: path ?? "", line: lines.count + 1, column: column, slug: String(parts[0])))
    }
    var end = mark.lowerBound
    while end > line.startIndex, line[line.index(before: end)] == " " { end = line.index(before: end) }
    lines.append(line[..<end])
  }

  /// The bytes of the file.
  package mutating func bytes() -> [UInt8] {
    if isHex { return hexBytes() }
    var text = lines.map { $0 + "\n" }.joined()
    if isOpen || form == .link, !text.isEmpty { text.removeLast() }
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x2400...0x241F where hasPictures: bytes.append(UInt8(scalar.value - 0x2400))
      case 0x2421 where hasPictures: bytes.append(127)
      default: bytes += Array(String(scalar).utf8)
      }
    }
    return repeated(bytes)
  }

  /// The bytes as often as they shall stand, by doubling: there may be millions of them.
  private func repeated(_ bytes: [UInt8]) -> [UInt8] {
    var all = bytes
    all.reserveCapacity(bytes.count * times)
    while all.count < bytes.count * times { all += all.prefix(bytes.count * times - all.count) }
    return all
  }

  private mutating func hexBytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var high: UInt8?
    for line in lines {
      for character in line.prefix(while: { $0 != "#" }) where character != " " {
        guard let digit = character.hexDigitValue else {
          problems.append("'\(character)' is no hexadecimal digit")
          continue
        }
        if let first = high {
          bytes.append(first << 4 | UInt8(digit))
          high = nil
        } else {
          high = UInt8(digit)
        }
      }
    }
    if high != nil { problems.append("an odd number of hexadecimal digits") }
    return repeated(bytes)
  }
}
