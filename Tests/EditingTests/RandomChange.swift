// Changes and values at random, with the strings that YAML readers stumble over.

import VitrineEditing
import VitrineTesting

/// Makes changes at random.
struct RandomChange {
  /// The source of randomness.
  var random: SplitMix

  /// Strings that are easily written wrong.
  static let hostile = [
    "", " ", "  lead", "trail ", "no", "yes", "on", "~", "null", "Null", "true", "12", "1.5", "0x1F", "-", "- x", "?", "? x", ":",
    ": x", "a: b",
    "a:", "a :b", "#", "# x", "x #y", "x# y", "&a", "*a", "!t", "!!str x", "|", ">", "%x", "@x", "`x", "\"", "\"x\"", "'", "it's",
    "'x'", "\\",
    "a\\nb", "[", "]", "[x]", "{", "}", "{x: y}", ",", "a, b", "a,b", "---", "--- x", "...", "... x", "<<", "=", "a\nb", "a\n",
    "\na", "a\n\n", "\n",
    "a\n  b\n c", "  a\nb", "a \nb ", "\tx", "x\ty", "a\r\nb", "\r", "é", "日本語", "🍓", "\u{85}", "\u{2028}", "\u{FEFF}x", "\u{0}",
    "\u{7}",
    "2024-05-01", "2024-05-01T20:15:00Z", "12:30", "12:30:45", "1e3", ".inf", ".", "..", "_", "1_000", "0o17", "017", "+1", "x: ",
    " : ", "a\n#b",
    "a\n---\nb", "# a\nb\n", "key: |\n  x", "C#", "a/b", "~x", "x~", "http://x.y/z?a=b#c", "e\u{301}",
    "very " + String(repeating: "long ", count: 40),
  ]

  /// Strings as records have them.
  static let common = ["Square", "SNES", "Chrono Trigger", "wool", "two words", "Île", "x", "library"]

  mutating func string() -> String {
    if random.below(4) == 0 {
      return Self.hostile[random.below(Self.hostile.count)] + Self.hostile[random.below(Self.hostile.count)]
    }
    return random.below(2) == 0 ? Self.hostile[random.below(Self.hostile.count)] : Self.common[random.below(Self.common.count)]
  }

  mutating func value(depth: Int = 0) -> DataValue {
    switch random.below(depth > 2 ? 6 : 9) {
    case 0: return .null
    case 1: return .bool(random.below(2) == 0)
    case 2: return .number(["0", "1", "-7", "20240501", "1.50", "1e9", "-0.0", ".inf", "-.inf", ".nan"][random.below(10)])
    case 3, 4, 5: return .string(string())
    case 6: return .list((0..<random.below(4)).map { _ in .string(string()) })
    case 7: return .list((0..<random.below(4)).map { _ in value(depth: depth + 1) })
    default: return .map(entries(depth: depth))
    }
  }

  private mutating func entries(depth: Int) -> [DataValue.Entry] {
    var entries: [DataValue.Entry] = []
    for _ in 0..<random.below(4) {
      let key = string()
      guard !entries.contains(where: { Array($0.key.utf8) == Array(key.utf8) }) else { continue }
      entries.append(.init(key, value(depth: depth + 1)))
    }
    return entries
  }

  /// A change of one of the paths of a value.
  mutating func change(of whole: DataValue) -> ValueChange {
    let paths = whole.paths
    var path = paths[random.below(paths.count)]
    let found = whole.value(at: path) ?? .null
    switch random.below(10) {
    case 0, 1, 2: return .set(path, value())
    case 3, 4:
      if found.entries == nil, found != .null, random.below(16) > 0 {
        let maps = paths.filter { whole.value(at: $0)?.entries != nil }
        if maps.isEmpty { return .set(path, value()) }
        path = maps[random.below(maps.count)]
      }
      path.append(.key(string()))
      if random.below(4) == 0 {
        path.append(.key(string()))
      }
      return .set(path, value())
    case 5:
      let lists = paths.filter { whole.value(at: $0)?.items != nil }
      guard !lists.isEmpty else {
        return whole.entries == nil ? .set(path, value()) : .insert([.key(string())], at: nil, value())
      }
      path = lists[random.below(lists.count)]
      let count = whole.value(at: path)?.items?.count ?? 0
      return .insert(path, at: random.below(3) == 0 ? nil : random.below(count + 1), value())
    case 6, 7: return path.isEmpty && random.below(16) > 0 ? .set(path, value()) : .remove(path)
    case 8:
      let named = paths.filter(\.endsWithKey)
      return .rename(named.isEmpty ? path : named[random.below(named.count)], to: string())
    default:
      // A map or list that is almost the same.
      guard let other = found.changed(by: .set([.key(string())], value())) else { return .set(path, .string(string())) }
      return .set(path, other)
    }
  }
}

extension [PathStep] {
  fileprivate var endsWithKey: Bool {
    if case .key? = last { return true }
    return false
  }
}
