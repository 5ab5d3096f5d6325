// The engine under globs and ignore patterns: a row of tokens against a path, without recursion and in bounded time.

/// A compiled wildcard pattern.
struct Wildcards: Sendable {
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
    var ranges: [ClosedRange<UInt32>] = []
    var isNegated = false

    func contains(_ value: UInt32) -> Bool {
      for range in ranges where range.contains(value) { return !isNegated }
      return isNegated
    }
  }

  /// What must be matched, in order. Call `seal()` when complete.
  var tokens: [Token] = []
  /// The sets that `.set` refers to.
  var sets: [CharacterSet] = []
  /// True where `?` and sets mean whole characters; false where they mean bytes, as in git.
  var countsCharacters = true
  /// The literal bytes that every match begins with, and those it ends with.
  private(set) var prefix: [UInt8] = []
  private(set) var suffix: [UInt8] = []

  /// Finds prefix and suffix, which refuse most paths at once.
  mutating func seal() {
    prefix = Wildcards.literals(tokens)
    suffix = prefix.count == tokens.count ? [] : Wildcards.literals(tokens.reversed()).reversed()
  }

  private static func literals(_ tokens: some Sequence<Token>) -> [UInt8] {
    var bytes: [UInt8] = []
    for token in tokens {
      guard case .byte(let byte) = token else { break }
      bytes.append(byte)
    }
    return bytes
  }

  /// True where the tokens match the whole of `path`.
  func matches(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
    guard path.count >= prefix.count + suffix.count else { return false }
    for index in prefix.indices where path[index] != prefix[index] { return false }
    if prefix.count == tokens.count { return path.count == prefix.count }
    let offset = path.count - suffix.count
    for index in suffix.indices where path[offset + index] != suffix[index] { return false }
    let middle = UnsafeBufferPointer(rebasing: path[prefix.count..<offset])
    return tokens.withUnsafeBufferPointer { tokens in
      matches(middle, UnsafeBufferPointer(rebasing: tokens[prefix.count..<tokens.count - suffix.count]))
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
