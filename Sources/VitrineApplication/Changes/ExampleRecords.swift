// Records to look around with, which come with the program: for a person whose catalogue is still empty.

package import VitrineCatalog
package import VitrineChanges
import VitrineModel
import VitrineSource
import VitrineSyntax

/// The example records of the stock kinds, with their photos and views, as far as they fit a catalogue.
package struct ExampleRecords {
  /// What a catalogue may be given.
  private let files: [File]
  private let catalogue: LoadedCatalogue

  private struct File {
    var path: Path
    /// The kind that it is a record, a photo or a view of.
    var kind: String
    var isRecord: Bool
  }

  private static let prefix = "examples/"
  private static let viewSuffix = ".view.yaml"

  /// The examples whose paths a catalogue's collections claim, where nothing stands yet.
  package init(for catalogue: LoadedCatalogue) {
    self.catalogue = catalogue
    let known = Set(catalogue.kinds.map(\.name))
    var kinds: [String: String] = [:]
    var others: [Path] = []
    var files: [File] = []
    for name in Stock.names(under: Self.prefix) {
      let path = Path(String(name.dropFirst(Self.prefix.count)))
      guard !catalogue.isTaken(path) else { continue }
      if path.hasSuffix(Self.viewSuffix) {
        guard let kind = Self.kind(ofView: path), known.contains(kind) else { continue }
        files.append(File(path: path, kind: kind, isRecord: false))
      } else if path.isRecordFile {
        guard let collection = path.withUTF8({ catalogue.manifest.collection(claiming: $0) }) else { continue }
        let kind = catalogue.manifest.collections[collection].kind
        guard known.contains(kind) else { continue }
        kinds[path.stem.string] = kind
        files.append(File(path: path, kind: kind, isRecord: true))
      } else {
        others.append(path)
      }
    }
    for photo in others {
      guard let record = Self.record(of: photo, among: kinds), let kind = kinds[record] else { continue }
      files.append(File(path: photo, kind: kind, isRecord: false))
    }
    self.files = files
  }

  /// How many records there are of each kind.
  package var counts: [String: Int] { files.reduce(into: [:]) { if $1.isRecord { $0[$1.kind, default: 0] += 1 } } }

  /// The plan that adds the examples of some kinds. What would be found faulty without the others, as a miniature without its project, is left out.
  package func plan(kinds: Set<String>) -> Plan {
    var chosen = files.filter { kinds.contains($0.kind) }
    while true {
      let plan = Plan(
        "add \(chosen.count(where: \.isRecord)) example records",
        chosen.compactMap { file in
          Stock.file(named: Path(Self.prefix + file.path.string)).map { .create(file.path, $0) }
        })
      let faulty = Set(PlanCheck(plan, on: catalogue).findings.lazy.filter { !$0.value.isEmpty }.map(\.key))
      let kept = chosen.filter { !faulty.contains($0.path) }
      // A photo goes with its record.
      let records = Dictionary(kept.filter(\.isRecord).map { ($0.path.stem.string, $0.kind) }) { first, _ in first }
      let left = kept.filter {
        $0.isRecord || $0.path.hasSuffix(Self.viewSuffix) || Self.record(of: $0.path, among: records) != nil
      }
      if left.count == chosen.count { return plan }
      chosen = left
    }
  }

  /// The record beside a photo whose name begins like its own, without its suffix; of several the one with the longest name.
  private static func record(of photo: Path, among records: [String: String]) -> String? {
    let name = photo.string
    return records.keys.filter { name.hasPrefix($0) && !name.dropFirst($0.count).contains("/") }.max { $0.count < $1.count }
  }

  /// The kind that a view is of.
  private static func kind(ofView path: Path) -> String? {
    let tree = YAML.parse(Stock.file(named: Path(prefix + path.string)) ?? []).tree
    return tree.withReader { reader in
      tree.roots.first.flatMap { reader.value($0, named: "kind") }.map { reader.text($0) }
    }
  }
}
