// The last steps of an index while a catalogue is loaded: sealing on all cores, and what only the finished report knows.

import VitrineFiles
import VitrineIndex
import VitrineModel
import VitrineSource

/// The index of a catalogue that is being loaded.
enum IndexLoading {
  /// Makes the index of what the workers gathered. `contexts` are those of the writer, by the place of the record.
  static func finish(
    _ builder: IndexBuilder, _ parts: [IndexPart], _ contexts: [Int: (findings: [Finding], photos: [PhotoFacts])]
  ) -> RecordIndex {
    let gathered = builder.gathered(parts)
    let columns = Parallel.map(gathered.unitCount, inlineBelow: 2, chunk: 1) {
      0
    } _: { _, unit in
      gathered.sealed(unit)
    }
    return gathered.finished(columns) { record in
      contexts[record].map { RecordContext(findings: $0.findings, photos: $0.photos) }
    }
  }
}
