// Names for findings that stay the same from run to run, so that a service can tell old findings from new ones.

import VitrineSource

/// Gives each finding of a report, in report order, a fingerprint.
///
/// Shape: 16 hexadecimal digits: the 64-bit FNV-1a hash of code, path, pointer and message, but no line or column, so that edits above a finding
/// do not change it. Of findings alike in all four, the second and later ones hash their number too, so none is given twice.
struct Fingerprints {
  private var path = ""
  private var seen: [UInt64: Int] = [:]

  /// The fingerprint of the next finding.
  mutating func next(_ finding: Finding) -> String {
    if finding.path != path {
      path = finding.path
      seen.removeAll(keepingCapacity: seen.count < 1024)
    }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for part in [finding.rule.code, finding.path, finding.pointer, finding.message] {
      for byte in part.utf8 { Self.add(byte, to: &hash) }
      Self.add(0xFF, to: &hash)
    }
    let earlier = seen[hash, default: 0]
    seen[hash] = earlier + 1
    if earlier > 0 {
      for byte in String(earlier).utf8 { Self.add(byte, to: &hash) }
    }
    var digits: [UInt8] = []
    digits.append(hexDigits: hash, count: 16)
    return String(decoding: digits, as: UTF8.self)
  }

  private static func add(_ byte: UInt8, to hash: inout UInt64) {
    hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }
}
