// The catalogue at one moment: facts, links and the report, never changed once made.

package import VitrineModel
package import VitrineRules
package import VitrineSource

/// An immutable state of a catalogue. Readers keep theirs as long as they like.
package struct Snapshot: Sendable {
  /// All that was read.
  package let catalogue: CatalogueFacts
  /// How the records hang together.
  package let links: Links
  /// The report: every finding that is not silenced, located, with the severity in force, in report order.
  package let findings: [Finding]

  /// Makes the state from what was read.
  ///
  /// Shape: `fileFindings` are located and have their paths; `reading` gives the bytes of a text of the catalogue by its path, and is asked
  /// only for files that a rule across files finds something in.
  package init(_ catalogue: CatalogueFacts, fileFindings: [Finding], reading: @escaping (String) -> [UInt8]?) {
    self.catalogue = catalogue
    let links = Links(catalogue)
    self.links = links
    let levels = RuleLevels(catalogue.manifest)
    var acrossFiles = levels.findings
    for rule in RuleBook.acrossFiles where levels.isOn(rule.rule) {
      rule.check(catalogue, links) { acrossFiles.append($0) }
    }
    acrossFiles.sort(by: Finding.reportOrder)
    var silencer = Silencer(catalogue)
    var all = silencer.unsilenced(fileFindings + acrossFiles.located(reading: reading))
    all += silencer.faults(levels).located(reading: reading)
    findings = all.compactMap { levels.applied(to: $0) }.sorted(by: Finding.reportOrder)
  }
}
