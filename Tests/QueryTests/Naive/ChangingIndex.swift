// An index that came about by changes: other records first, then records put, replaced and taken out until all is as it should be.

import VitrineIndex
import VitrineModel
import VitrineSource
import VitrineTesting

extension RecordIndex {
  /// The index of the given records, reached by changes of chance. `other` makes a record for a path, as it may have been before.
  static func reached(
    _ records: [IndexedRecord], kinds: [Kind], _ random: inout SplitMix, other: (inout SplitMix, Path) -> IndexedRecord
  ) -> RecordIndex {
    // Files that will be gone: some with the ids of those that stay.
    let strays = (0..<1 + records.count / 3).map { number in
      let name = random.below(2) == 0 ? "S\(number)" : NaiveCatalogue.lastPart(records[random.below(records.count)].path.string)
      return Path(["", "a/", "z/"][random.below(3)] + name + [".yaml", ".yml"][random.below(2)])
    }
    let wanted = Dictionary(records.map { ($0.path, $0) }) { _, last in last }
    let paths = records.map(\.path) + Set(strays).subtracting(wanted.keys).sorted()
    var known: [Path: IndexedRecord] = [:]
    var isRight: Set<Path> = []
    for path in paths where random.below(3) > 0 {
      let record = wanted[path].flatMap { random.below(2) == 0 ? $0 : nil }
      if record != nil { isRight.insert(path) }
      known[path] = record ?? other(&random, path)
    }
    var writer = IndexWriter(
      RecordIndex(kinds: kinds, records: Array(known.values), offset: RandomContext.offset), offset: RandomContext.offset)
    var present = Set(known.keys)
    for _ in 0..<random.below(2 * paths.count) {
      let path = paths[random.below(paths.count)]
      isRight.remove(path)
      switch random.below(4) {
      case 0:
        writer.remove(path: path)
        present.remove(path)
      case 1: writer.setContext(RandomContext.next(&random, path: path.string), ofPath: path)
      default:
        writer.put(other(&random, path))
        present.insert(path)
      }
    }
    for path in paths.shuffled(using: &random) {
      guard var record = wanted[path] else {
        writer.remove(path: path)
        continue
      }
      if isRight.contains(path), random.below(4) > 0 { continue }
      let context = record.context
      if random.below(3) == 0 { record.context = RandomContext.next(&random, path: path.string) }
      writer.put(record)
      writer.setContext(context, ofPath: path)
    }
    return writer.index
  }
}
