// Ordered words that a record goes through, such as the stages of painting.

import VitrineModel

/// Ordered words that a record goes through.
enum Stages {
  /// Whether a field is a track of stages.
  static func isTrack(_ field: Kind.Field) -> Bool {
    field.isOrdered && field.meaning == .enumeration && !field.isList && (3...10).contains(field.values.count)
  }

  /// The stages as a strip, of which those that were reached are filled.
  static func strip(_ field: Kind.Field, at value: String) -> Markup {
    guard let reached = field.values.firstIndex(of: value) else { return .empty }
    let steps = field.values.indices.map { $0 <= reached ? "<i class=\"on\"></i>" as Markup : "<i></i>" }
    let label = field.marks[value]?.label ?? value
    return """
      <span class="steps" aria-hidden="true">\(steps)</span><span class="visually-hidden">\(label)</span>
      """
  }
}
