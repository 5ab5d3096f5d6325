// The records that a query cannot know: their files, or the folders they may lie in, cannot be read.

import VitrineIndex
import VitrineModel
package import VitrineSource
import VitrineSyntax

extension LoadedCatalogue {
  /// The files of records of some kinds, by their places, that cannot be read or are too large, and the folders that cannot be listed, in which there
  /// may be more; in the order of paths. What cannot be understood is not among them: its record is known.
  package func unreadRecords(ofKinds wanted: [Int]) -> [Path] {
    var unread: [Path] = []
    for trouble in book.withWriter({ $0.fileTroubles }) {
      if case .unreadable = trouble.cause { unread.append(trouble.path) }
    }
    for finding in findings where finding.rule == SyntaxRules.tooLarge { unread.append(finding.path) }
    return unread.filter { mayHold($0, recordsOf: wanted) }.sorted()
  }

  /// Whether what lies at a path may be a record of some kinds, or a folder with such.
  private func mayHold(_ path: Path, recordsOf wanted: [Int]) -> Bool {
    switch path.withUTF8({ FileRole.role(of: $0, manifest) }) {
    case .record(let collection):
      let name = manifest.collections[collection].kind
      return wanted.contains { kinds[$0].name == name }
    case .other: return true
    case .manifest, .schema, .view, .unclaimed, .conflictedCopy, .photo: return false
    }
  }
}
