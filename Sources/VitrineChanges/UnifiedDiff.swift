// A change of files as git and patch read it.

package import VitrineSource

/// Unified diffs with git's headers: what `git apply` and `patch -p1` take.
package enum UnifiedDiff {
  /// The lines of context around a change.
  private static let context = 3

  /// The diff of a whole plan, in the order of its paths; `present` gives the bytes of a file as they are now, nil where there is none;
  /// it is not asked where the plan has them.
  ///
  /// Shape: nothing for a file that stays as it is, or whose edits do not fit it. At most `most` files, all by default. A file that is only
  /// known by its trace is not read: it differs as a binary file does.
  package static func render(_ plan: Plan, most: Int = .max, present: (Path) -> [UInt8]?) -> [UInt8] {
    var text: [UInt8] = []
    var goals: [Path: Path] = [:]
    for move in plan.moves { goals[move.from] = move.to }
    var moves = plan.moves[...]
    var shown = 0
    for edit in plan.edits {
      while let move = moves.first, move.from < edit.path, shown < most {
        text += render(from: move.from, to: move.to)
        moves.removeFirst()
        shown += 1
      }
      guard shown < most else { return text }
      if moves.first?.from == edit.path { moves.removeFirst() }
      let part = render(edit, movedTo: goals[edit.path], present: present)
      if !part.isEmpty { shown += 1 }
      text += part
    }
    for move in moves.prefix(most - shown) { text += render(from: move.from, to: move.to) }
    return text
  }

  private static func render(_ edit: FileEdit, movedTo goal: Path?, present: (Path) -> [UInt8]?) -> [UInt8] {
    if edit.change.isRemoval, case .file = edit.expected { return removal(edit.path) }
    if case .replace(let text) = edit.change, text.original != nil { return arrival(edit.path) }
    let old = if case .bytes(let bytes) = edit.expected { bytes } else { present(edit.path) }
    if edit.change.isRemoval { return render(path: edit.path, old: old ?? [], new: nil) }
    guard let new = edit.result(on: old) else { return [] }
    guard let goal else { return render(path: edit.path, old: old, new: new) }
    return render(from: edit.path, to: goal, old: old ?? [], new: new)
  }

  /// The diff of a file that is removed without having been read.
  private static func removal(_ path: Path) -> [UInt8] {
    let before = name("a", path)
    return Array(
      "diff --git \(before) \(name("b", path))\ndeleted file mode 100644\nBinary files \(before) and /dev/null differ\n".utf8)
  }

  /// The diff of a new file whose bytes nobody reads for it.
  private static func arrival(_ path: Path) -> [UInt8] {
    let after = name("b", path)
    return Array(
      "diff --git \(name("a", path)) \(after)\nnew file mode 100644\nBinary files /dev/null and \(after) differ\n".utf8)
  }

  /// The diff of a file that gets another place, and maybe other bytes.
  package static func render(from: Path, to goal: Path, old: [UInt8] = [], new: [UInt8] = []) -> [UInt8] {
    var text = Array("diff --git \(name("a", from)) \(name("b", goal))\n".utf8)
    if old == new { text += "similarity index 100%\n".utf8 }
    text += "rename from \(name(from))\nrename to \(name(goal))\n".utf8
    if old != new { text += hunks(name("a", from), name("b", goal), hasBlank(from), hasBlank(goal), old, new) }
    return text
  }

  /// The diff of one file. Shape: `old` is nil for a new file, `new` for a removed one; nothing where both are the same.
  package static func render(path: Path, old: [UInt8]?, new: [UInt8]?) -> [UInt8] {
    guard old != new else { return [] }
    var text = Array("diff --git \(name("a", path)) \(name("b", path))\n".utf8)
    if old == nil { text += "new file mode 100644\n".utf8 }
    if new == nil { text += "deleted file mode 100644\n".utf8 }
    let before = old == nil ? "/dev/null" : name("a", path)
    let after = new == nil ? "/dev/null" : name("b", path)
    return text + hunks(before, after, old != nil && hasBlank(path), new != nil && hasBlank(path), old ?? [], new ?? [])
  }

  /// The lines that differ, below the two names; a name with a blank ends with a tab, where a diff asks for that.
  private static func hunks(
    _ before: String, _ after: String, _ tabBefore: Bool, _ tabAfter: Bool, _ old: [UInt8], _ new: [UInt8]
  ) -> [UInt8] {
    if old.contains(0) || new.contains(0) { return Array("Binary files \(before) and \(after) differ\n".utf8) }
    let oldLines = LineDiff.lines(old)
    let newLines = LineDiff.lines(new)
    let changes = LineDiff.changes(from: oldLines, to: newLines)
    guard !changes.isEmpty else { return [] }
    var text = Array("--- \(before)\(tabBefore ? "\t" : "")\n+++ \(after)\(tabAfter ? "\t" : "")\n".utf8)
    for hunk in hunks(changes) { render(hunk, oldLines, newLines, to: &text) }
    return text
  }

  private static func hasBlank(_ path: Path) -> Bool { path.utf8.contains(UInt8(ascii: " ")) }

  /// Changes so close that their contexts touch make one hunk.
  private static func hunks(_ changes: [LineChange]) -> [ArraySlice<LineChange>] {
    var hunks: [ArraySlice<LineChange>] = []
    var start = 0
    for index in changes.indices.dropFirst()
    where changes[index].old.lowerBound - changes[index - 1].old.upperBound > 2 * context {
      hunks.append(changes[start..<index])
      start = index
    }
    hunks.append(changes[start...])
    return hunks
  }

  private static func render(
    _ hunk: ArraySlice<LineChange>, _ old: [ArraySlice<UInt8>], _ new: [ArraySlice<UInt8>], to text: inout [UInt8]
  ) {
    guard let first = hunk.first, let last = hunk.last else { return }
    let lead = min(context, first.old.lowerBound)
    let trail = min(context, old.count - last.old.upperBound)
    let oldRange = first.old.lowerBound - lead..<last.old.upperBound + trail
    let newRange = first.new.lowerBound - lead..<last.new.upperBound + trail
    text += "@@ -\(span(oldRange)) +\(span(newRange)) @@\n".utf8
    var position = oldRange.lowerBound
    for change in hunk {
      for line in old[position..<change.old.lowerBound] { append(" ", line, to: &text) }
      for line in old[change.old] { append("-", line, to: &text) }
      for line in new[change.new] { append("+", line, to: &text) }
      position = change.old.upperBound
    }
    for line in old[position..<oldRange.upperBound] { append(" ", line, to: &text) }
  }

  /// The first line, counted from 1, and the number of lines unless it is one; an empty range names the line before it.
  private static func span(_ range: Range<Int>) -> String {
    switch range.count {
    case 0: "\(range.lowerBound),0"
    case 1: "\(range.lowerBound + 1)"
    default: "\(range.lowerBound + 1),\(range.count)"
    }
  }

  private static func append(_ mark: Unicode.Scalar, _ line: ArraySlice<UInt8>, to text: inout [UInt8]) {
    text.append(UInt8(ascii: mark))
    text += line
    if line.last != 0x0A { text += "\n\\ No newline at end of file\n".utf8 }
  }

  /// A name as git writes it: quoted where it has a quote, a backslash or a control character.
  private static func name(_ side: Path, _ path: Path) -> String { name(side.appending(path)) }

  private static func name(_ path: Path) -> String {
    guard path.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return path.string
    }
    var quoted: [UInt8] = [UInt8(ascii: "\"")]
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): quoted += [UInt8(ascii: "\\"), byte]
      case 0..<0x20, 0x7F:
        quoted += [UInt8(ascii: "\\"), byte >> 6 & 7 | 0x30, byte >> 3 & 7 | 0x30, byte & 7 | 0x30]
      default: quoted.append(byte)
      }
    }
    return String(decoding: quoted + [UInt8(ascii: "\"")], as: UTF8.self)
  }
}
