// When two identities may be meant as one: names that differ by a slip of the finger, dates of which one is a part of the other.

import VitrineModel

/// The comparison of two identities of one kind.
enum Likeness: Sendable {
  /// The first parts are nearly the same, and all others are the same.
  case slips
  /// The first parts are the same, and of the others that are not one is a period that the other lies in: `2020` and `20200917`.
  case periods

  /// Whether two identities are alike.
  func isNear(_ left: Identity, _ right: Identity) -> Bool {
    left.key.withUnsafeBufferPointer { own in
      right.key.withUnsafeBufferPointer { isNear(Key(own, left.leadCount), Key($0, right.leadCount)) }
    }
  }

  /// Whether an identity has a part, besides the first, that may be a year or a month.
  static func hasPeriod(_ identity: Identity) -> Bool {
    identity.rest.split(separator: Identity.separator).contains { part in
      part.count < 8 && part.count > 3 && part.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") }
    }
  }

  /// What identities have in common that are alike.
  func shared(_ identity: Identity) -> ArraySlice<UInt8> {
    switch self {
    case .slips: identity.rest
    case .periods: identity.lead
    }
  }

  /// The bytes of an identity.
  fileprivate struct Key {
    let lead: UnsafeBufferPointer<UInt8>
    let rest: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>, _ leadCount: Int) {
      lead = UnsafeBufferPointer(rebasing: bytes[..<leadCount])
      rest = UnsafeBufferPointer(rebasing: bytes[leadCount...])
    }
  }

  fileprivate func isNear(_ left: Key, _ right: Key) -> Bool {
    switch self {
    case .slips: Self.isNear(left.lead, right.lead) && left.rest.elementsEqual(right.rest)
    case .periods: left.lead.elementsEqual(right.lead) && Self.overlap(left.rest, right.rest)
    }
  }

  /// Whether the parts are the same but for dates, of which one begins with the other.
  private static func overlap(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    func parts(_ bytes: UnsafeBufferPointer<UInt8>) -> [Slice<UnsafeBufferPointer<UInt8>>] {
      bytes.split(separator: Identity.separator, omittingEmptySubsequences: false)
    }
    guard !left.elementsEqual(right) else { return false }
    let (own, others) = (parts(left), parts(right))
    return own.count == others.count
      && zip(own, others).allSatisfy { one, other in
        if one.elementsEqual(other) { return true }
        let (short, long) = one.count < other.count ? (one, other) : (other, one)
        return isDate(short) && isDate(long) && long.filter(isDigit).starts(with: short.filter(isDigit))
      }
  }

  /// Whether a part is a year, a month or a day, with dashes or without.
  private static func isDate(_ part: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    [4, 6, 7, 8, 10].contains(part.count) && part.allSatisfy { isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 <= 9 }

  /// Whether one letter is added, left out or changed, or two neighbours are swapped. Digits and a last letter tell parts of a series apart.
  private static func isNear(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
    guard abs(left.count - right.count) <= 1 else { return false }
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    var leftEnd = left.count
    var rightEnd = right.count
    while leftEnd > start, rightEnd > start, left[leftEnd - 1] == right[rightEnd - 1] {
      leftEnd -= 1
      rightEnd -= 1
    }
    let (leftRest, rightRest) = (left[start..<leftEnd], right[start..<rightEnd])
    guard leftRest.count <= 2, rightRest.count <= 2, !leftRest.isEmpty || !rightRest.isEmpty else { return false }
    guard leftRest.allSatisfy(isLetter), rightRest.allSatisfy(isLetter) else { return false }
    let isAtEnd = leftEnd == left.count && rightEnd == right.count
    if leftRest.count + rightRest.count == 1 { return !isAtEnd }
    if leftRest.count == 1, rightRest.count == 1 { return !isAtEnd && start > 0 }
    return leftRest.count == 2 && rightRest.count == 2 && leftRest.first == rightRest.last && leftRest.last == rightRest.first
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7A }
}

/// The identities of some records side by side, so that all pairs of them are compared without a look at the records. Used again for the next ones.
struct KeyRun {
  private var bytes: [UInt8] = []
  private var keys: [(slot: Int, start: Int, leadCount: Int)] = []

  /// Forgets the identities; their room stays.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    keys.removeAll(keepingCapacity: true)
  }

  /// Adds the identity of a record.
  mutating func append(_ identity: Identity, of slot: Int) {
    keys.append((slot, bytes.count, identity.leadCount))
    bytes += identity.key
  }

  /// Calls `body` for each record, in the order they were added, with the first one before it that is like it.
  func forEach(by likeness: Likeness, _ body: (_ slot: Int, _ earlier: Int?) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      func key(_ index: Int) -> Likeness.Key {
        let end = index + 1 < keys.count ? keys[index + 1].start : bytes.count
        return Likeness.Key(UnsafeBufferPointer(rebasing: bytes[keys[index].start..<end]), keys[index].leadCount)
      }
      for index in keys.indices {
        let own = key(index)
        let earlier = (0..<index).first { likeness.isNear(own, key($0)) }
        body(keys[index].slot, earlier.map { keys[$0].slot })
      }
    }
  }
}
