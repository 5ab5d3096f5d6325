// Terms of saved queries that ask for a value which gets another name, or goes.

import VitrineModel
import VitrineQuery
import VitrineText

/// What becomes of the terms of queries that ask for a value.
struct PropertyTerms {
  private let scope: PropertyScope
  /// The new name; nil where the value goes.
  private let new: String?
  private let keys: Set<[UInt8]>

  /// The terms that ask for what is meant by `scope`.
  init(_ scope: PropertyScope, new: String?) {
    self.scope = scope
    self.new = new
    keys = Set(scope.meant.map { Folding.vocabulary($0) })
  }

  /// What becomes of the views of a catalogue.
  func edits<Source: ChangeSource>(in source: Source) -> ViewQueries<Source>.Result {
    ViewQueries(source).edits { value in
      let subject = subject(of: value.fields)
      if case .other = subject { return .same }
      switch value.form {
      case .anything: return .same
      case .range(let low, let high):
        let isMeant = [low, high].compactMap(\.self).contains { keys.contains(Folding.vocabulary($0)) }
        return isMeant ? .doubtful : .same
      case .text(let text, _):
        guard keys.contains(Folding.vocabulary(text)), needsChange(text, value.relation) else { return .same }
        guard let new, isRight(text, value.relation, subject) else { return .doubtful }
        return .another(new)
      }
    }
  }

  /// What a term's path is about.
  private enum Subject {
    case words
    case texts
    case mixed
    case other
  }

  private func subject(of fields: [(kind: Int, field: Kind.Field)]) -> Subject {
    let meant = fields.filter { scope.fields.contains(PropertyField(kind: $0.kind, path: $0.field.path)) }
    if meant.isEmpty { return .other }
    // Where fields of other kinds have the name, too, the term asks for more than the value.
    if meant.count < fields.count { return .mixed }
    return meant.contains { $0.field.meaning == .text } ? .texts : .words
  }

  /// Whether a term finds something else once the value has its new name: most relations do not see how it is spelled.
  private func needsChange(_ text: String, _ relation: Query.Relation) -> Bool {
    guard let new, Folding.vocabulary(new) == Folding.vocabulary(text) else { return true }
    return relation == .exactly && !text.utf8.elementsEqual(new.utf8)
  }

  /// Whether the new name in the place of the old one finds what was found before, and nothing is lost.
  private func isRight(_ text: String, _ relation: Query.Relation, _ subject: Subject) -> Bool {
    switch (subject, relation) {
    case (.mixed, _), (.other, _): return false
    case (_, .exactly), (_, .equal), (_, .unequal), (.words, .matches): return true
    case (_, .word), (_, .comparison): return false
    case (.texts, .matches):
      // A part of a text is asked for: no other value may have it as a part.
      let part = Folding.fold(text)
      return !scope.spellings.contains { value in
        !scope.meant.contains(value) && Folding.vocabulary(value) != new.map { Folding.vocabulary($0) }
          && Self.contains(part, in: Folding.fold(value))
      }
    }
  }

  private static func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    guard part.count <= whole.count else { return false }
    return (0...(whole.count - part.count)).contains { whole[$0...].starts(with: part) }
  }
}
