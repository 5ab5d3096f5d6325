// The way in: changes of a document's value to the fewest edits of its text. Decision 0020 says why.

package import VitrineSource
package import VitrineSyntax

/// Computes edits of YAML (and JSON) texts.
///
/// Each change is made beside its neighbours and in their manner, then the result is read again: only what was to change may be different.
/// Where a small edit does not prove right, a wider one is tried; where none does, the change is refused.
package enum TreeEditor {
  /// In which order the keys of the map at a path should stand; keys it does not name may stand anywhere.
  package typealias KeyOrder = (_ path: [PathStep]) -> [String]

  /// How many bytes are read again for several changes of one text, which are proved one after the other: some seconds' work. Units: bytes.
  package static let mostWork = 1 << 28

  /// The text edits, in terms of `bytes`, that make `changes` one after the other. Each path is meant on the result of those before.
  ///
  /// Shape: in order, none overlapping; nothing where the values are there already.
  /// - Parameter keyOrder: an added key lands after the nearest of its predecessors in this order that is there, not always at the end.
  ///
  /// Errors: `EditRefusal`; then nothing may be written.
  package static func edits(_ changes: [ValueChange], in bytes: [UInt8], keyOrder: KeyOrder? = nil) throws(EditRefusal)
    -> [TextEdit]
  {
    try edits(changes, in: YAML.parse(bytes), keyOrder: keyOrder)
  }

  /// The same for a text that was parsed already, as one document.
  package static func edits(_ changes: [ValueChange], in parsed: ParsedText, keyOrder: KeyOrder? = nil) throws(EditRefusal)
    -> [TextEdit]
  {
    guard parsed.isComplete else { throw unreadable(parsed) }
    var editing = TextEditing(parsed)
    var left = mostWork
    for (index, change) in changes.enumerated() {
      do throws(EditRefusal) {
        // The text may grow with each change, too.
        guard changes.count == 1 || editing.byteCount <= left / (changes.count - index) else {
          throw tooMany(changes.count, editing, at: change)
        }
        left -= editing.byteCount
        try editing.make(change, keyOrder)
      } catch {
        throw error.in(change: index, isFirstText: !editing.isChanged)
      }
    }
    return editing.composition.edits()
  }

  private static func tooMany(_ count: Int, _ editing: TextEditing, at change: ValueChange) -> EditRefusal {
    EditRefusal(
      .tooMany,
      "\(count) changes are too many for a text of \(editing.byteCount) bytes, which is read again for each of them; "
        + "divide the file into smaller ones, or change it in your editor",
      at: editing.place(of: change))
  }

  /// Why a text that was not read whole is not edited.
  static func unreadable(_ parsed: ParsedText) -> EditRefusal {
    let fault = parsed.findings.first { $0.severity == .error } ?? parsed.findings.first
    if let second = parsed.findings.first(where: { $0.rule == SyntaxRules.multiDocument }) {
      return EditRefusal(.severalDocuments, "the file holds several documents", at: second.range)
    }
    return EditRefusal(.unreadable, "the file does not parse: \(fault?.message ?? "it was not read whole")", at: fault?.range)
  }
}

/// A text while changes are made to it.
private struct TextEditing {
  /// What was changed so far.
  private(set) var composition: EditComposition
  /// Whether the text is another than at first.
  private(set) var isChanged = false
  private var present: ParsedText

  init(_ parsed: ParsedText) {
    present = parsed
    composition = EditComposition(parsed.tree.bytes)
  }

  /// How long the text is now. Units: bytes.
  var byteCount: Int { present.tree.bytes.count }

  /// Where a change would be made, as far as that is there; nil where there is no way.
  func place(of change: ValueChange) -> ByteRange? {
    present.tree.withReader { reader in
      let way = try? EditPath(change.path, root: present.tree.roots.first, reader)
      return way?.value.map { reader.node($0).range }
    }
  }

  /// Makes one change.
  mutating func make(_ change: ValueChange, _ keyOrder: TreeEditor.KeyOrder?) throws(EditRefusal) {
    guard case .divided(let parts) = try apply(change, keyOrder, divides: true) else { return }
    let before = self
    do throws(EditRefusal) {
      let order = Self.order(of: change, or: keyOrder)
      for part in parts { _ = try apply(part, order, divides: false) }
    } catch {
      self = before
      _ = try apply(change, keyOrder, divides: false)
    }
  }

  private mutating func apply(
    _ change: ValueChange, _ keyOrder: TreeEditor.KeyOrder?, divides: Bool
  ) throws(EditRefusal) -> EditMaker.Outcome {
    let result = present.tree.withReader { reader -> Result<EditMaker.Outcome, EditRefusal> in
      do throws(EditRefusal) {
        return .success(try EditMaker(present, reader, keyOrder: keyOrder).outcome(of: change, divides: divides))
      } catch {
        return .failure(error)
      }
    }
    let outcome = try result.get()
    if case .made(let edits, let parsed) = outcome {
      composition.apply(edits)
      present = parsed
      isChanged = true
    }
    return outcome
  }

  /// The order of keys that is wanted, and where none is, the order of the map that is written.
  private static func order(of change: ValueChange, or keyOrder: TreeEditor.KeyOrder?) -> TreeEditor.KeyOrder {
    { path in
      if let keyOrder, case let known = keyOrder(path), !known.isEmpty { return known }
      guard case .set(let base, var value) = change, path.starts(with: base) else { return [] }
      for step in path.dropFirst(base.count) {
        switch step {
        case .key(let key): value = value[key] ?? .null
        case .item(let index): value = value.items.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? .null
        }
      }
      return value.entries?.map(\.key) ?? []
    }
  }
}

extension EditRefusal {
  /// The refusal as that of one of several changes; a place in a text that nobody has is left out.
  fileprivate func `in`(change: Int, isFirstText: Bool) -> EditRefusal {
    var refusal = isFirstText ? self : EditRefusal(reason, message)
    refusal.change = change
    return refusal
  }
}
