// Numbers as cameras write them: `1/250`, `0.0040s`, `f/5.6`, `ISO 400`, `5600K`, `+0.3`.

/// A number of a camera.
package struct CameraNumber: Sendable, Hashable {
  /// The number.
  package let value: Double
  /// Half of the last digit that was written: how far off it may be.
  private let tolerance: Double

  /// What stands before and behind a number. Shape: small letters, longer ones first.
  private static let before = ["iso", "f/", "ƒ/", "ƒ", "f"]
  private static let behind = ["sec", "ev", "mm", "k", "s", "m", "\""]

  /// The number that a text is; nil where it is none.
  package init?(_ text: String) {
    guard text.utf8.count <= 32 else { return nil }
    var text = text.lowercased().filter { $0 != " " }
    if let head = Self.before.first(where: { text.hasPrefix($0) }) { text.removeFirst(head.count) }
    if let tail = Self.behind.first(where: { text.hasSuffix($0) }) { text.removeLast(tail.count) }
    if text.hasPrefix("+") { text.removeFirst() }
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let first = Self.decimal(parts[0]) else { return nil }
    if parts.count == 2 {
      guard let second = Self.decimal(parts[1]), second != 0 else { return nil }
      value = first / second
      tolerance = abs(value) * 0.002
      return
    }
    value = first
    let decimals = parts[0].split(separator: ".", omittingEmptySubsequences: false).dropFirst().first?.count ?? 0
    var half = 0.5
    for _ in 0..<decimals { half /= 10 }
    // A whole number is meant exactly.
    tolerance = decimals == 0 ? 0 : half
  }

  /// Whether two texts mean one number, as far as they say it.
  func isSame(as other: CameraNumber) -> Bool { abs(value - other.value) <= max(tolerance, other.tolerance) + 1e-9 }

  private static func decimal(_ text: Substring) -> Double? {
    guard !text.isEmpty, text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") }) else { return nil }
    return Double(text)
  }

  /// A number in the shortest way that cameras take: whole where it is.
  package static func text(_ number: Double) -> String {
    abs(number) < 1e15 && number == number.rounded() ? String(Int(number)) : String((number * 10_000).rounded() / 10_000)
  }

  /// A time as photographers write it. Units: seconds.
  package static func time(_ seconds: Double) -> String {
    seconds > 0 && seconds < 0.3 ? "1/\(Int((1 / seconds).rounded()))" : text((seconds * 10).rounded() / 10)
  }
}
