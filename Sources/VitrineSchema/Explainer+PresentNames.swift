// Which of a few names are keys of a map that may have very many.

import VitrineSyntax

extension Explainer {
  /// Those of some names that the entries of a map have. Cost: a key that is like no name in its length and ends is not hashed.
  func names(_ names: some Sequence<String>, presentIn entries: [Entry]) -> Set<String> {
    let names = Set(names)
    var sketches = [Bool](repeating: false, count: 4096)
    for name in names {
      var name = name
      name.withUTF8 { sketches[Self.sketch($0)] = true }
    }
    return Set(
      entries.lazy.filter { sketches[Self.sketch(reader.content($0.key))] }.map { reader.text($0.key) }.filter {
        names.contains($0)
      })
  }

  /// A number below 4,096 from a text's length, first and last byte.
  private static func sketch(_ bytes: UnsafeBufferPointer<UInt8>) -> Int {
    guard let first = bytes.first, let last = bytes.last else { return 0 }
    return (bytes.count &* 389 &+ Int(first) &* 31 &+ Int(last) &* 7) & 4095
  }
}
