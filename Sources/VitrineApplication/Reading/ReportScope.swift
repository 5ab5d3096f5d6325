// The report on a catalogue or a part of it: what `vitrine check` and `GET /v1/report` ask for.

package import VitrineCatalog
package import VitrineChanges
package import VitrineFormats
import VitrineIndex
package import VitrineSource

/// The part of a catalogue that a report is about.
package struct ReportScope: Sendable, Hashable {
  private let paths: [Path]

  /// The part below these relative paths; all of it where there are none.
  package init(_ paths: [Path]) { self.paths = paths.contains("") ? [] : paths }

  /// The same part after files were moved: a file that was asked for is asked for under its new name, too.
  package func following(_ moves: [FileMove]) -> ReportScope {
    ReportScope(paths + moves.filter { paths.contains($0.from) }.map(\.to))
  }

  /// What was found in it, in report order.
  package func findings(of catalogue: LoadedCatalogue) -> [Finding] {
    paths.isEmpty ? Array(catalogue.findings) : catalogue.findings.filter { contains($0.path) }
  }

  /// What would be found in it with a plan, in report order.
  package func findings(of catalogue: LoadedCatalogue, after check: PlanCheck) -> [Finding] {
    let others = findings(of: catalogue).filter { check.findings[$0.path] == nil }
    let changed = check.findings.filter { paths.isEmpty || contains($0.key) }.flatMap(\.value)
    return (others + changed).sorted(by: Finding.reportOrder)
  }

  /// The report on it, which took `seconds`.
  package func report(on catalogue: LoadedCatalogue, seconds: Double) -> Report {
    Report(findings: findings(of: catalogue), counts: counts(of: catalogue), seconds: seconds, version: Version.number) {
      catalogue.text(at: $0)
    }
  }

  /// The report on a catalogue's own schemas.
  package static func schemas(of catalogue: LoadedCatalogue, seconds: Double) -> Report {
    Report(
      findings: catalogue.findings.findings(below: SchemaStore.folder),
      counts: Report.Counts(files: catalogue.schemas.ownPaths.count), seconds: seconds, version: Version.number
    ) { catalogue.text(at: $0) }
  }

  /// What lies in it.
  private func counts(of catalogue: LoadedCatalogue) -> Report.Counts {
    guard !paths.isEmpty else {
      return Report.Counts(records: catalogue.recordCount, photos: catalogue.photoCount, files: catalogue.fileCount)
    }
    // Files are looked up; only for a folder all paths are looked at.
    let found = catalogue.book.withWriter { writer in
      Set(paths).map { (isRecord: writer.facts(ofRecordAt: $0) != nil, isPhoto: writer.facts(ofPhotoAt: $0) != nil) }
    }
    if found.allSatisfy({ $0.isRecord || $0.isPhoto }) {
      let (records, photos) = (found.count { $0.isRecord }, found.count { $0.isPhoto })
      return Report.Counts(records: records, photos: photos, files: records + photos)
    }
    let (records, photos) = catalogue.book.counts { contains($0) }
    return Report.Counts(records: records, photos: photos, files: records + photos)
  }

  /// Whether a path lies in it.
  func contains(_ path: Path) -> Bool {
    paths.isEmpty || paths.contains { path.isWithin($0) }
  }
}
