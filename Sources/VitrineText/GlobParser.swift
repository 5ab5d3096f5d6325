// Reads path patterns: braces are written out first, each alternative is then compiled by itself.

/// The parser of path patterns.
enum GlobParser {
  /// A byte of a pattern with its place there, so that an error in an alternative still knows where it is.
  private struct PlacedByte {
    var byte: UInt8
    var offset: Int
    /// True where a `\` took its meaning away.
    var isPlain: Bool

    func isSign(_ sign: Unicode.Scalar) -> Bool { !isPlain && UInt32(byte) == sign.value }
  }

  /// Compiles a pattern into one or more. Errors: throws at the first thing that is wrong.
  static func parse(_ source: [UInt8]) throws(GlobError) -> [Wildcards] {
    guard source.count <= Glob.longest else {
      throw GlobError("the pattern is longer than \(Glob.longest) bytes", at: Glob.longest)
    }
    guard !source.isEmpty else { throw GlobError("the pattern is empty", at: 0) }
    guard source[0] != 0x2F else {
      throw GlobError("the pattern begins with '/', but paths are relative to the catalogue", at: 0)
    }
    var finished: [Wildcards] = []
    // Each entry still has all braces from some place on; the first pair of each is written out.
    var pending = [try placed(source)]
    while let pattern = pending.popLast() {
      if let choices = try firstChoices(pattern) {
        pending += choices.reversed()
      } else {
        finished.append(try compile(pattern, source.count))
      }
      guard finished.count + pending.count <= Glob.mostAlternatives else {
        throw GlobError("the braces stand for more than \(Glob.mostAlternatives) patterns", at: 0)
      }
    }
    return finished
  }

  /// Reads escapes.
  private static func placed(_ source: [UInt8]) throws(GlobError) -> [PlacedByte] {
    var result: [PlacedByte] = []
    var index = 0
    while index < source.count {
      let isEscape = source[index] == 0x5C
      if isEscape {
        guard index + 1 < source.count else { throw GlobError("there is nothing after the last '\\'", at: index) }
        index += 1
      }
      result.append(PlacedByte(byte: source[index], offset: index, isPlain: isEscape && source[index] != 0x2F))
      index += 1
    }
    return result
  }

  /// The patterns that the first brace pair stands for; `nil` without one.
  private static func firstChoices(_ pattern: [PlacedByte]) throws(GlobError) -> [[PlacedByte]]? {
    var start: Int?
    var commas: [Int] = []
    var depth = 0
    var setStart: Int?
    for (index, byte) in pattern.enumerated() {
      if let opened = setStart {
        // A `]` right after `[`, `[!` or `[^` stands for itself.
        let isFirst =
          index == opened + 1 || (index == opened + 2 && (pattern[opened + 1].isSign("!") || pattern[opened + 1].isSign("^")))
        if byte.isSign("]"), !isFirst { setStart = nil }
      } else if byte.isSign("[") {
        setStart = index
      } else if byte.isSign("{") {
        if depth == 0 { start = index }
        depth += 1
      } else if byte.isSign(","), depth == 1 {
        commas.append(index)
      } else if byte.isSign("}") {
        guard depth > 0, let start else { throw GlobError("this '}' has no '{'", at: byte.offset) }
        depth -= 1
        guard depth == 0 else { continue }
        let bounds = [start] + commas + [index]
        guard bounds.count - 1 <= Glob.mostAlternatives else {
          throw GlobError("the braces stand for more than \(Glob.mostAlternatives) patterns", at: pattern[start].offset)
        }
        return zip(bounds, bounds.dropFirst()).map { from, to in
          Array(pattern[..<start] + pattern[(from + 1)..<to] + pattern[(index + 1)...])
        }
      }
    }
    if let start, depth > 0 { throw GlobError("this '{' has no '}'", at: pattern[start].offset) }
    return nil
  }

  /// Compiles a pattern without braces.
  private static func compile(_ pattern: [PlacedByte], _ end: Int) throws(GlobError) -> Wildcards {
    var result = WildcardTokens()
    var index = 0
    func isPartStart(_ index: Int) -> Bool { index == 0 || pattern[index - 1].byte == 0x2F }
    while index < pattern.count {
      let byte = pattern[index]
      if isPartStart(index) { try checkPart(pattern[index...], end) }
      if byte.isSign("*"), index + 1 < pattern.count, pattern[index + 1].isSign("*") {
        let next = index + 2 < pattern.count ? pattern[index + 2] : nil
        guard isPartStart(index), next.map({ $0.byte == 0x2F }) ?? true else {
          throw GlobError("'**' must be a whole part of the path: write '**/*' and what the name ends with", at: byte.offset)
        }
        if next == nil {
          // All below, but not the folder itself: at least one character.
          result.tokens += [.folders, .anyOne, .star]
        } else if result.tokens.last != .folders {
          result.tokens.append(.folders)
        }
        index += 3
        continue
      }
      index += 1
      switch byte {
      case _ where byte.isSign("*"): if result.tokens.last != .star { result.tokens.append(.star) }
      case _ where byte.isSign("?"): result.tokens.append(.anyOne)
      case _ where byte.isSign("["):
        result.tokens.append(.set(result.sets.count))
        result.sets.append(try characterSet(pattern, &index))
      default: result.tokens.append(.byte(byte.byte))
      }
    }
    guard let last = pattern.last else { throw GlobError("the braces leave nothing of the pattern", at: 0) }
    if last.byte == 0x2F { throw GlobError("the pattern ends with '/', but must match files", at: last.offset) }
    return Wildcards(result, countsCharacters: true)
  }

  /// Refuses parts that no relative path has: empty ones, `.` and `..`.
  private static func checkPart(_ rest: ArraySlice<PlacedByte>, _ end: Int) throws(GlobError) {
    let part = rest.prefix { $0.byte != 0x2F }
    let offset = rest.first?.offset ?? end
    if part.isEmpty { throw GlobError("a part of the path is empty", at: offset) }
    if part.count <= 2, part.allSatisfy({ $0.byte == 0x2E }) { throw GlobError("a path has no part '.' or '..'", at: offset) }
  }

  /// Reads a set after its `[`.
  private static func characterSet(_ pattern: [PlacedByte], _ index: inout Int) throws(GlobError) -> Wildcards.CharacterSet {
    var set = Wildcards.CharacterSet()
    let opened = pattern[index - 1].offset
    if index < pattern.count, pattern[index].isSign("!") || pattern[index].isSign("^") {
      set.isNegated = true
      index += 1
    }
    let first = index
    while index < pattern.count {
      if pattern[index].isSign("]"), index > first {
        index += 1
        return set
      }
      let offset = pattern[index].offset
      let low = character(pattern, &index)
      var high = low
      if index + 1 < pattern.count, pattern[index].isSign("-"), !pattern[index + 1].isSign("]") {
        index += 1
        high = character(pattern, &index)
      }
      guard low != 0x2F, high != 0x2F else { throw GlobError("a set cannot hold '/'", at: offset) }
      guard low <= high else { throw GlobError("the range's first character comes after its last", at: offset) }
      set.ranges.append(low...high)
    }
    throw GlobError("this '[' has no ']'", at: opened)
  }

  /// The character at a place of the pattern, which is passed over.
  private static func character(_ pattern: [PlacedByte], _ index: inout Int) -> UInt32 {
    let bytes = pattern[index..<min(index + 4, pattern.count)].map(\.byte)
    let step = bytes.withUnsafeBufferPointer { $0.scalar(at: 0) }
    index += step.length
    return step.value
  }
}
