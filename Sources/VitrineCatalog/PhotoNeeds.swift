// What of photos a check without an index has to read.

import VitrineIndex
import VitrineModel
import VitrineRules

/// What rules that are on want to know of photos.
struct PhotoNeeds {
  /// Whether some rule asks what photos say, or in which order they were taken.
  let metadata: Bool
  /// Whether some rule looks for images with the same bytes.
  let fingerprints: Bool

  /// The needs of a catalogue's rules and kinds.
  init(_ kinds: [Kind], _ manifest: Manifest) {
    let levels = RuleLevels(manifest)
    metadata =
      levels.isOn(RuleBook.takenConflict) && kinds.contains { $0.takenField != nil }
      || levels.isOn(RuleBook.exposureConflict) && kinds.contains { !$0.exposureFields.isEmpty }
      || levels.isOn(RuleBook.extraPhoto) && kinds.contains { $0.photos.most != nil }
      || levels.isOn(RuleBook.cameraConflict) && kinds.contains { !$0.equipmentFields.isEmpty }
      || levels.isOn(RuleBook.locationConflict) && kinds.contains { $0.takesLocation }
    fingerprints = levels.isOn(RuleBook.photoDuplicate)
  }
}
