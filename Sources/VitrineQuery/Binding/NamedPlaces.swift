// What places are called, for `near:`: asked of whoever knows a table of places.

/// Places by their names.
package struct NamedPlaces: Sendable {
  /// What a name stands for.
  package enum Answer: Sendable, Equatable {
    /// A point. Units: degrees.
    case point(latitude: Double, longitude: Double)
    /// No place that is known; perhaps the nearest name.
    case unknown(nearest: String?)
    /// There is no table of places.
    case noTable
  }

  /// Looks a name up.
  let answer: @Sendable (String) -> Answer

  /// Places that are looked up by a function.
  package init(_ answer: @escaping @Sendable (String) -> Answer) { self.answer = answer }

  /// Where only the form of a query matters: every name is a point.
  package static let any = NamedPlaces { _ in .point(latitude: 0, longitude: 0) }
}
