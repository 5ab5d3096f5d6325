// What every record has, whatever its kind: fields that no schema speaks of, in columns like all others.

package import VitrineModel

/// The built-in fields.
package enum BuiltIn {
  /// The file's path relative to the root.
  package static let path = FieldPath(["path"])
  /// When the file last changed, by the clock of the place where vitrine runs.
  package static let modified = FieldPath(["modified"])
  /// The record above it in the folder tree; for kinds that have a parent.
  package static let parent = FieldPath(["parent"])
  /// The records that refer to it, as parent or by reference.
  package static let usedBy = FieldPath(["used-by"])
  /// The findings in its file: a list of maps.
  package static let finding = FieldPath(["finding"])
  /// The slug of a finding's rule.
  package static let rule = FieldPath(["finding", "rule"])
  /// The severity of a finding: info, warning, error; ordered.
  package static let severity = FieldPath(["finding", "severity"])
  /// The photos that belong to it, by place or by being listed: a list of maps.
  package static let photo = FieldPath(["photo"])
}
