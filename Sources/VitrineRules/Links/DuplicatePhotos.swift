// Images with the same bytes.

import VitrineModel
import VitrineSource

/// Which images are copies of which: by the hashes that were made as they were read.
struct DuplicatePhotos: Sendable {
  private var byBytes = SlotGroups()
  /// The first in byte order of the paths of each group of several.
  private var firsts: [UInt64: Int] = [:]
  private var pending: Set<UInt64> = []

  /// Adds an image.
  mutating func add(_ slot: Int, _ photo: PhotoFacts) {
    guard let hash = photo.fingerprint else { return }
    if byBytes.add(slot, hash: hash) { pending.insert(hash) }
  }

  /// Takes an image out. Nothing where it is not known.
  mutating func remove(_ slot: Int) {
    guard byBytes.contains(slot) else { return }
    if byBytes.isShared(slot) { pending.insert(byBytes.hash(of: slot)) }
    byBytes.remove(slot)
  }

  /// Finds the first of each group that changed.
  mutating func settle(_ photos: [PhotoFacts], _ touched: inout Touched) {
    for hash in pending {
      let members = byBytes.members(hash)
      firsts[hash] = members.count > 1 ? members.min { photos[$0].path < photos[$1].path } : nil
      touched.photos.formUnion(members)
    }
    pending = []
  }

  /// The first image with the bytes of another; nil where that is the only one, or the first.
  func first(withBytesOf slot: Int) -> Int? {
    guard byBytes.contains(slot), let first = firsts[byBytes.hash(of: slot)], first != slot else { return nil }
    return first
  }
}
