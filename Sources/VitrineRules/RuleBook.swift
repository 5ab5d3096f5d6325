// All rules, by name: for levels, suppressions and `explain`.

package import VitrineModel
import VitrineSchema
package import VitrineSource
import VitrineSyntax
import VitrineText

/// The rules of every room.
package enum RuleBook {
  /// The rules that the report itself applies.
  package static let unusedSuppression = Rule(
    "V020", "unused-suppression", .warning, "a comment silences a rule that finds nothing", help: "delete the comment")

  /// The rule that only a catalogue's history in git can be asked about: `check` does so, and no report of a live catalogue.
  package static let modifiedBehind = Rule(
    "V124", "modified-behind", .info, "a record was changed after the time that it says",
    help: "write the time of the last change; 'vitrine set' and the page keep it up to date")

  /// The rules for which the metadata of photos is read.
  package static let takenConflict = TakenConflict.rule, exposureConflict = ExposureConflict.rule, extraPhoto = ExtraPhoto.rule
  /// The same for what was taken with another camera or lens, and elsewhere.
  package static let cameraConflict = CameraConflict.rule, locationConflict = LocationConflict.rule
  /// The rule for which photos are hashed.
  package static let photoDuplicate = PhotoDuplicate.rule

  /// Every rule, in the order of the codes.
  package static let all: [Rule] =
    (SyntaxRules.all + SchemaRules.all + ModelRules.all + IdentityRules.all + ImportRules.all + [
      unusedSuppression, modifiedBehind,
    ]
    + FileRules.all.map { $0.rule } + CatalogueRules.all.map { $0.rule })
    .reduce(into: [Rule]()) { if !$0.contains($1) { $0.append($1) } }
    .sorted { $0.code < $1.code }

  // With what they declare beside them: that is asked of each at every save.
  private static let recordRules = CatalogueRules.all.compactMap { rule in (rule as? any RecordRule.Type).map { (rule.rule, $0) }
  }
  private static let photoRules = CatalogueRules.all.compactMap { rule in (rule as? any PhotoRule.Type).map { (rule.rule, $0) } }
  private static let troubleRules = CatalogueRules.all.compactMap { $0 as? any TroubleRule.Type }
  private static let manifestRules = CatalogueRules.all.compactMap { $0 as? any ManifestRule.Type }

  private static let referenceRules = Set([DanglingReference.rule, WrongKind.rule, AmbiguousReference.rule].map(\.code))

  /// Whether a rule says of a reference that it leads to no record, whatever it leads to instead.
  package static func isOfReference(_ rule: Rule) -> Bool { referenceRules.contains(rule.code) }

  /// A finding about two records, told of the one that is changed: of two that are the same thing, the check names the second in the order of paths.
  package static func told(_ finding: Finding, whereChanged isChanged: (Path) -> Bool) -> Finding {
    guard finding.rule.code == DuplicateKey.rule.code, !isChanged(finding.path), let other = finding.related.first,
      isChanged(other.path)
    else { return finding }
    return DuplicateKey.turned(finding)
  }

  /// Whether a rule looks at what a value is as a name: of a record, or among the names of a vocabulary.
  static func isOfName(_ rule: Rule) -> Bool { isOfReference(rule) || rule.code == CaseVariant.rule.code }

  /// Looks across files at some records and images, by their slots, with the rules that are on.
  package static func check(
    records: [Int], photos: [Int], _ links: Links, isOn: (Rule) -> Bool, _ report: (Finding) -> Void
  ) {
    for (declared, rule) in recordRules where !records.isEmpty && isOn(declared) {
      for slot in records { rule.check(record: slot, links, report) }
    }
    for (declared, rule) in photoRules where !photos.isEmpty && isOn(declared) {
      for slot in photos { rule.check(photo: slot, links, report) }
    }
  }

  /// The same for files in trouble.
  package static func check(_ troubles: [FileTrouble], isOn: (Rule) -> Bool, _ report: (Finding) -> Void) {
    for rule in troubleRules where isOn(rule.rule) { for trouble in troubles { rule.check(trouble, report) } }
  }

  /// The same for the manifest.
  package static func check(_ manifest: Manifest, isOn: (Rule) -> Bool, _ report: (Finding) -> Void) {
    for rule in manifestRules where isOn(rule.rule) { rule.check(manifest, report) }
  }

  /// The rule of a slug or a code, in any case.
  package static func rule(named name: String) -> Rule? {
    let folded = name.lowercased()
    return all.first { $0.slug == folded || $0.code.lowercased() == folded }
  }

  /// The nearest slug or code to a word that is neither.
  package static func suggestion(for name: String) -> String? {
    NearestWord.nearest(to: name, in: all.map(\.slug) + all.map(\.code))
  }
}
