// What a change of the journal did, as a patch.

import VitrineChanges
package import VitrineJournal
import VitrineSource

/// The difference that a change made, or the one that undoing it makes.
package enum JournalDifference {
  /// A patch of all files; of those whose bytes are not kept or no text, a comment.
  package static func text(of record: Journal.Record, in journal: Journal, isTurned: Bool = false) -> [UInt8] {
    var text: [UInt8] = []
    for (index, step) in record.entry.steps.enumerated() {
      let (before, after) = journal.sides(of: record, step: index)
      let (old, new) = isTurned ? (after, before) : (before, after)
      switch step {
      case .move(let from, let to, _):
        text += isTurned ? UnifiedDiff.render(from: to, to: from) : UnifiedDiff.render(from: from, to: to)
      case .create(let path, _), .drop(let path, _), .remove(let path, _), .replace(let path, _, _):
        if old == nil, new == nil || step.isReplacement {
          text += "# '\(path.shown)' \(step.verb(isTurned)); its bytes are not text, or are no longer kept\n".utf8
        } else if step.isReplacement, new == nil {
          text += "# '\(path.shown)' \(step.verb(isTurned)); its new bytes are no longer kept\n".utf8
        } else {
          text += UnifiedDiff.render(path: path, old: old, new: new)
        }
      }
    }
    return text
  }
}

extension JournalStep {
  fileprivate var isReplacement: Bool { if case .replace = self { true } else { false } }

  /// What became of the file, or becomes when it is undone.
  fileprivate func verb(_ isTurned: Bool) -> String {
    switch self {
    case .create: isTurned ? "goes" : "is new"
    case .replace: "changes"
    case .remove, .drop: isTurned ? "comes back" : "goes"
    case .move: "moves"
    }
  }
}
