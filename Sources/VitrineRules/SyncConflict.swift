// The names of conflicted copies.

/// Names that file sync tools give to the copies they leave when two machines changed a file.
package enum SyncConflict {
  /// The length of the shortest name that may be a copy.
  package static let shortestName = 12

  /// The name of the file that a sync tool's copy stands beside; nil for other names. Known are the marks of Dropbox and Nextcloud ("… (conflicted copy …)"),
  /// Syncthing (".sync-conflict-…") and OneDrive-like tools ("… (Case Conflict)").
  package static func original(ofName name: Substring) -> String? {
    guard name.utf8.contains(UInt8(ascii: "o")) else { return nil }
    let suffix = name.lastIndex(of: ".").map { name[$0...] } ?? ""
    if let mark = firstRange(of: ".sync-conflict-", in: name) { return String(name[..<mark.lowerBound]) + suffix }
    for words in ["conflicted copy", "'s conflicted", "Case Conflict", "case conflict"] {
      guard let mark = firstRange(of: words, in: name), let open = name[..<mark.lowerBound].lastIndex(of: "(") else { continue }
      var stem = name[..<open]
      while stem.last == " " { stem.removeLast() }
      return String(stem) + suffix
    }
    return nil
  }

  private static func firstRange(of word: String, in text: Substring) -> Range<Substring.Index>? {
    let wanted = Array(word.utf8)
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].utf8.starts(with: wanted),
        let end = text.utf8.index(index, offsetBy: wanted.count, limitedBy: text.endIndex)
      {
        return index..<end
      }
      index = text.utf8.index(after: index)
    }
    return nil
  }
}
