// The fields that say when: what a timeline is sorted by, and what a calendar shows. Decision 0083 says why.

package import VitrineModel

extension Kind {
  /// The field that says when: of those that the kind is sorted by the first with a day, else the first of all.
  package var dayField: Field? {
    func isDay(_ field: Field) -> Bool { [.date, .dateInt, .dateTime].contains(field.meaning) && !field.isList }
    let automatic = Set(stamps.map(\.field))
    return sort.lazy.compactMap { self.field($0.field) }.first { isDay($0) }
      ?? fields.first { isDay($0) && $0.initial != .now && !automatic.contains($0.path) }
  }

  /// The fields whose days a calendar shows: the one that says when, and all that people write. Moments that tools write, such as when a record was
  /// made or a stage was reached, are days of the file and not of the thing.
  package var calendarFields: [Field] {
    let written = Set(stamps.map(\.field) + histories.map { FieldPath($0.field.names + $0.at.names) })
    let when = dayField?.path
    return fields.filter { field in
      field.meaning.isTemporal && (field.path == when || field.initial != .now && !written.contains(field.path))
    }
  }
}
