// The last steps of an index while a catalogue is loaded: sealing on all cores, and what only the finished report knows.

import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineRules
import VitrineSource

/// The index of a catalogue that is being loaded.
enum IndexLoading {
  /// Makes the index of what the workers gathered.
  static func finish(_ builder: IndexBuilder, _ parts: [IndexPart], _ snapshot: Snapshot) -> RecordIndex {
    let gathered = builder.gathered(parts)
    let columns = Parallel.map(gathered.unitCount, inlineBelow: 2, chunk: 1) {
      0
    } _: { _, unit in
      gathered.sealed(unit)
    }
    let findings = findings(snapshot)
    let (photos, owned) = (snapshot.catalogue.photos, snapshot.links.photos)
    return gathered.finished(columns) { record in
      let found = findings[record]
      guard found != nil || !owned[record].isEmpty else { return nil }
      return RecordContext(
        findings: found.map { Array(snapshot.findings[$0]) } ?? [],
        photos: owned[record].map { timed(photos[$0], in: snapshot.catalogue.records[record]) })
    }
  }

  /// A photo with the time that its record gives it.
  private static func timed(_ photo: PhotoFacts, in record: RecordFacts) -> PhotoFacts {
    guard let taken = PhotoTaken.text(of: photo, in: record) else { return photo }
    var photo = photo
    photo.metadata = photo.metadata ?? PhotoMetadata()
    photo.metadata?.taken = taken
    return photo
  }

  /// The findings of each record that has any: findings and records both stand in byte order of their paths.
  private static func findings(_ snapshot: Snapshot) -> [Int: Range<Int>] {
    var result: [Int: Range<Int>] = [:]
    let (findings, records) = (snapshot.findings, snapshot.catalogue.records)
    var record = 0
    var start = 0
    while start < findings.count {
      let path = findings[start].path
      var end = start + 1
      while end < findings.count, findings[end].path == path { end += 1 }
      while record < records.count, records[record].path.utf8.lexicographicallyPrecedes(path.utf8) { record += 1 }
      if record < records.count, records[record].path == path { result[record] = start..<end }
      start = end
    }
    return result
  }
}
