// What stands first of what was found: what a person who types the start of a name is likely to mean.

import Glibc

/// The folded titles of all things, by number, and the order that words give to them.
///
/// Of things found by words alone, in four groups, each in the order they came in: the title is what was typed; it begins with it; each word
/// begins a word of it; all others.
package struct TitleRanking: Sendable {
  private var bytes: [UInt8] = []
  private var starts: [UInt32] = [0]

  /// No titles.
  package init() {}

  /// The number of titles.
  package var count: Int { starts.count - 1 }

  /// Adds the title of the next thing: `write` appends it to the bytes, folded.
  package mutating func append(_ write: (inout [UInt8]) -> Void) {
    write(&bytes)
    starts.append(UInt32(truncatingIfNeeded: bytes.count))
  }

  /// Things in the order of the folded words.
  package func ranked(_ items: [Int], by words: [[UInt8]]) -> [Int] {
    let words = words.filter { !$0.isEmpty }
    guard !words.isEmpty else { return items }
    let phrase = Array(words.joined(separator: [0x20]))
    var groups: [[Int]] = [[], [], [], []]
    bytes.withUnsafeBufferPointer { bytes in
      for item in items where item < count {
        let title = UnsafeBufferPointer(rebasing: bytes[Int(starts[item])..<Int(starts[item + 1])])
        groups[Self.group(of: title, phrase, words)].append(item)
      }
    }
    return Array(groups.joined())
  }

  private static func group(of title: UnsafeBufferPointer<UInt8>, _ phrase: [UInt8], _ words: [[UInt8]]) -> Int {
    if let base = title.baseAddress, phrase.count <= title.count, memcmp(base, phrase, phrase.count) == 0 {
      return title.count == phrase.count ? 0 : 1
    }
    return words.allSatisfy { beginsWord($0, in: title) } ? 2 : 3
  }

  /// True where a word stands in a title at the start of one of its words.
  private static func beginsWord(_ word: [UInt8], in title: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let base = title.baseAddress else { return false }
    var start = 0
    while start + word.count <= title.count {
      guard let found = memchr(base + start, Int32(word[0]), title.count - word.count - start + 1) else { return false }
      let place = UnsafeRawPointer(found) - UnsafeRawPointer(base)
      if place == 0 || !isWordByte(title[place - 1]), memcmp(found, word, word.count) == 0 { return true }
      start = place + 1
    }
    return false
  }

  /// Letters and digits; of what is beyond ASCII, all.
  private static func isWordByte(_ byte: UInt8) -> Bool {
    byte >= 0x80 || byte &- 0x61 < 26 || byte &- 0x30 < 10
  }
}
