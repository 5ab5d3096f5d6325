// A copy that a file sync tool left.

package import VitrineModel
package import VitrineSource

/// A file whose name says that two machines changed it at once.
package enum ConflictedCopy: CatalogueRule {
  package static let rule = Rule(
    "V011", "conflicted-copy", .warning, "a sync tool left a conflicted copy",
    help: "compare the two files, keep what is right in one, and delete the other")

  package static func check(_ catalogue: CatalogueFacts, _ links: Links, _ report: (Finding) -> Void) {
    for trouble in catalogue.troubles {
      guard case .conflictedCopy(let original) = trouble.cause else { continue }
      report(Finding(rule, in: trouble.path, at: ByteRange(at: 0), "a sync tool left this copy beside '\(original)'; it is no record of its own"))
    }
  }
}

extension ConflictedCopy {
  /// The length of the shortest name that may be a copy.
  package static let shortestMark = 12

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
      if text[index...].utf8.starts(with: wanted), let end = text.utf8.index(index, offsetBy: wanted.count, limitedBy: text.endIndex) {
        return index..<end
      }
      index = text.utf8.index(after: index)
    }
    return nil
  }
}
