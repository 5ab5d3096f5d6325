// The engine under globs and ignore patterns: a row of tokens against a path, without recursion and in bounded time.

/// What a wildcard pattern asks for, in order, while it is being read.
struct WildcardTokens {
  /// The steps.
  var tokens: [Wildcards.Token] = []
  /// The sets that `.set` refers to.
  var sets: [Wildcards.CharacterSet] = []
}

/// A compiled wildcard pattern. A class, since it is met in loops over paths, where copying its arrays would cost more than the matching.
final class Wildcards: Sendable {
  /// One step of a pattern.
  enum Token: Sendable, Equatable {
    /// This byte.
    case byte(UInt8)
    /// One character other than `/`.
    case anyOne
    /// Any characters other than `/`, or none.
    case star
    /// Any characters at all, or none.
    case everything
    /// Any number of whole folders with the `/` after each, or none.
    case folders
    /// One character of a set, never `/`: an index into `sets`.
    case set(Int)
    /// Nothing: the pattern is broken and matches nothing.
    case never
  }

  /// A set of characters as ranges, perhaps turned round.
  struct CharacterSet: Sendable {
    /// The ranges, in the order they were written.
    var ranges: [ClosedRange<UInt32>] = []
    /// True where it holds all but the ranges.
    var isNegated = false

    /// True for a member.
    func contains(_ value: UInt32) -> Bool {
      for range in ranges where range.contains(value) { return !isNegated }
      return isNegated
    }
  }

  /// The literal bytes that every match begins with.
  let prefix: [UInt8]
  /// The literal bytes that every match ends with, after the prefix.
  private let suffix: [UInt8]
  /// What must be matched between them.
  private let tokens: [Token]
  private let sets: [CharacterSet]
  /// True where any bytes at all may stand between prefix and suffix, as in `games/**/*.yaml`.
  private let takesAnything: Bool
  /// True where `?` and sets mean whole characters; false where they mean bytes, as in git.
  private let countsCharacters: Bool

  /// Prepares a pattern for matching.
  init(_ pattern: WildcardTokens, countsCharacters: Bool) {
    prefix = Wildcards.literals(pattern.tokens)
    let rest = pattern.tokens[prefix.count...]
    suffix = Wildcards.literals(rest.reversed()).reversed()
    tokens = Array(rest.dropLast(suffix.count))
    takesAnything = tokens == [.folders, .star] || tokens == [.everything]
    sets = pattern.sets
    self.countsCharacters = countsCharacters
  }

  private static func literals(_ tokens: some Sequence<Token>) -> [UInt8] {
    var bytes: [UInt8] = []
    for token in tokens {
      guard case .byte(let byte) = token else { break }
      bytes.append(byte)
    }
    return bytes
  }

  /// True where the pattern matches the whole of `path`.
  func matches(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    let end = path.count - suffix.count
    guard end >= prefix.count, isEqual(prefix, path, 0), isEqual(suffix, path, end) else { return false }
    if tokens.isEmpty { return end == prefix.count }
    if takesAnything { return true }
    let middle = UnsafeBufferPointer(rebasing: path[prefix.count..<end])
    return tokens.withUnsafeBufferPointer { matches(middle, $0) }
  }

  private func isEqual(_ bytes: [UInt8], _ path: UnsafeBufferPointer<UInt8>, _ offset: Int) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      for index in bytes.indices where bytes[index] != path[offset + index] { return false }
      return true
    }
  }

  /// Matches with two places to come back to: the last `*`, and the last token that crosses folders. Older ones need no second try, since what
  /// lies between two of them is already matched as early as can be; so the time is bounded by the product of the lengths.
  private func matches(_ path: UnsafeBufferPointer<UInt8>, _ tokens: UnsafeBufferPointer<Token>) -> Bool {
    var token = 0
    var place = 0
    var star: (token: Int, place: Int)?
    var deep: (token: Int, place: Int, isByFolder: Bool)?
    while true {
      if token == tokens.count {
        if place == path.count { return true }
      } else {
        var length = 0
        switch tokens[token] {
        case .byte(let byte): length = place < path.count && path[place] == byte ? 1 : 0
        case .anyOne: length = character(path, place).length
        case .set(let set):
          let found = character(path, place)
          length = found.length > 0 && sets[set].contains(found.value) ? found.length : 0
        case .star:
          token += 1
          star = (token, place)
          continue
        case .everything, .folders:
          deep = (token + 1, place, tokens[token] == .folders)
          token += 1
          star = nil
          continue
        case .never: return false
        }
        if length > 0 {
          token += 1
          place += length
          continue
        }
      }
      if let last = star, case let skipped = character(path, last.place).length, skipped > 0 {
        place = last.place + skipped
        token = last.token
        star = (token, place)
      } else if let last = deep, let next = advance(path, last.place, last.isByFolder) {
        place = next
        token = last.token
        deep = (token, place, last.isByFolder)
        star = nil
      } else {
        return false
      }
    }
  }

  /// The character at a place and its length; 0 at a `/` and at the end.
  private func character(_ path: UnsafeBufferPointer<UInt8>, _ place: Int) -> (value: UInt32, length: Int) {
    guard place < path.count, path[place] != 0x2F else { return (0, 0) }
    guard countsCharacters else { return (UInt32(path[place]), 1) }
    let step = path.scalar(at: place)
    return (step.value, step.length)
  }

  private func advance(_ path: UnsafeBufferPointer<UInt8>, _ place: Int, _ isByFolder: Bool) -> Int? {
    guard isByFolder else { return place < path.count ? place + 1 : nil }
    for index in place..<path.count where path[index] == 0x2F { return index + 1 }
    return nil
  }
}
