// What is new since a commit: the findings of a catalogue without those that an earlier version had.

package import VitrineCatalog
import VitrineChanges
import VitrineIndex
import VitrineSource

extension KnownFindings {
  /// The findings of an earlier version, seen from a later one: those of a renamed file are known under its new name.
  package init(of earlier: LoadedCatalogue, seenFrom later: LoadedCatalogue) {
    self.init(earlier.findings)
    var gone: [Path: [UInt8]] = [:]
    for path in paths where later.text(at: path) == nil { gone[path] = earlier.text(at: path) }
    guard !gone.isEmpty else { return }
    var added: [Path: [UInt8]] = [:]
    for path in Set(later.findings.map(\.path)) where earlier.text(at: path) == nil { added[path] = later.text(at: path) }
    follow(RenameDetection.oldPaths(gone: gone, added: added))
  }
}
