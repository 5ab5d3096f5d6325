// Names for findings that stay the same from run to run, so that a service can tell old findings from new ones.

import VitrineAlgorithms
import VitrineSource

/// Gives each finding of a report, in report order, a fingerprint.
///
/// Shape: 16 hexadecimal digits: the 64-bit FNV-1a hash of code, path, pointer and message, but no line or column, so that edits above a finding
/// do not change it. Of findings alike in all four, the second and later ones hash their number too, so none is given twice.
struct Fingerprints {
  private var path = Path.root
  private var seen: [UInt64: Int] = [:]

  /// The fingerprint of the next finding.
  mutating func next(_ finding: Finding) -> String {
    if finding.path != path {
      path = finding.path
      seen.removeAll(keepingCapacity: seen.count < 1024)
    }
    var hash = FNV1a()
    for part in [finding.rule.code, finding.path.string, finding.pointer, finding.message] {
      hash.add(part.utf8)
      hash.add(0xFF as UInt8)
    }
    let earlier = seen[hash.value, default: 0]
    seen[hash.value] = earlier + 1
    if earlier > 0 { hash.add(String(earlier).utf8) }
    var digits: [UInt8] = []
    digits.append(hexDigits: hash.value, count: 16)
    return String(decoding: digits, as: UTF8.self)
  }
}
