// The names of conflicted copies.

/// Names that file sync tools give to the copies they leave when two machines changed a file.
package enum SyncConflict {
  /// The name of the file that a sync tool's copy stands beside; nil for other names. Known are the marks of Dropbox and Nextcloud ("… (conflicted copy …)"),
  /// Syncthing (".sync-conflict-…") and tools that write "… (Case Conflict)".
  package static func original(ofName name: UnsafeBufferPointer<UInt8>) -> String? {
    // Almost no name has the word: one look at its rarest letters tells.
    guard let word = find("onflict", in: name, from: 0) else { return nil }
    let suffix = name.lastIndex(of: UInt8(ascii: ".")).map { name[$0...] } ?? name[name.endIndex...]
    if let mark = find(".sync-conflict-", in: name, from: 0) { return text(name[..<mark]) + text(suffix) }
    let marks: [StaticString] = ["conflicted copy", "'s conflicted", "Case Conflict", "case conflict"]
    guard marks.contains(where: { find($0, in: name, from: 0) != nil }),
      let open = name[..<word].lastIndex(of: UInt8(ascii: "("))
    else { return nil }
    var end = open
    while end > 0, name[end - 1] == 0x20 { end -= 1 }
    return text(name[..<end]) + text(suffix)
  }

  private static func text(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// The first place of a word, or nil.
  private static func find(_ word: StaticString, in name: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    let count = word.utf8CodeUnitCount
    guard name.count - start >= count else { return nil }
    let first = word.utf8Start[0]
    for index in start...(name.count - count) where name[index] == first {
      var offset = 1
      while offset < count, name[index + offset] == word.utf8Start[offset] { offset += 1 }
      if offset == count { return index }
    }
    return nil
  }
}
