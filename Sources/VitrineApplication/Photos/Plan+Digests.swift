// Plans that move, change or remove photos, with what is kept of their digests.

package import VitrineChanges
import VitrineFiles
import VitrinePhotos
import VitrineSource
package import VitrineSystem

extension Plan {
  /// The plan with the edit of the kept digests that goes with it: a photo that moves takes its digest along, one that is changed gets a new one, one that is
  /// added its first, and one that is removed loses it. Where no digests are kept, it is the plan itself.
  ///
  /// A photo whose bytes are not those that were kept keeps its old digest: who turns it has not seen that it is damaged.
  ///
  /// Errors: the file of digests, or a photo, cannot be read.
  package func carryingDigests(below root: String) throws(FileError) -> Plan {
    let changed = edits.filter { ImageSuffix.isImage($0.path.string) }
    guard !changed.isEmpty || !moves.isEmpty, !edits.contains(where: { $0.path == DigestList.path }),
      let present = try DigestList.text(below: Path(root))
    else { return self }
    var list = DigestList(present)
    for edit in changed {
      switch edit.change {
      case .remove: list.digests[edit.path] = nil
      case .edits: break
      case .replace(let text):
        let isRight: Bool
        if let digest = list.digests[edit.path] {
          isRight = try edit.expects(digest, below: root)
        } else {
          isRight = edit.expected == .absent
        }
        if isRight { list.digests[edit.path] = ContentDigest(text.bytes) }
      }
    }
    // One may go where another was.
    let moved = moves.map { move in (goal: move.to, digest: list.digests[move.from]) }
    for move in moves { list.digests[move.from] = nil }
    for (goal, digest) in moved { if let digest { list.digests[goal] = digest } }
    guard let edit = list.edit(of: present) else { return self }
    return Plan(title, edits + [edit], moves: moves, summary: summary, isDestructive: isDestructive)
  }
}

extension FileEdit {
  /// Whether the bytes that it was made for have a digest.
  fileprivate func expects(_ digest: ContentDigest, below root: String) throws(FileError) -> Bool {
    switch expected {
    case .absent: false
    case .bytes(let bytes): ContentDigest(bytes) == digest
    case .digest(let other): other == digest
    case .file:
      ContentDigest(try FileReader.read(path: Path(root).appending(path), limit: PhotoAddition.largest)) == digest
    }
  }
}
