// Whether a command may be answered by a long-lived process that has read everything already.

/// What a command has to do with a service, if one runs.
package enum ServiceUse: Sendable {
  /// It writes, waits for a person, reads standard input or what lies elsewhere: it runs where it was called.
  case never
  /// It may run in a service, and has nothing to win by it.
  case possible
  /// It answers from a service where one runs.
  case wanted
  /// The same, where its arguments are such.
  case wantedIf(@Sendable (Arguments) -> Bool)
  /// It changes files by a plan, which a service makes where one runs; it carries the plan out itself. Gives the names of the files outside the catalogue that
  /// the plan is made of; nil where the arguments are such that no service can make it.
  case planned(@Sendable (Arguments) -> [String]?)

  /// Whether a service is asked first.
  package func isWanted(_ arguments: Arguments) -> Bool {
    switch self {
    case .never, .possible, .planned: false
    case .wanted: true
    case .wantedIf(let condition): condition(arguments)
    }
  }

  /// Whether a service may run it.
  package func isPossible(_ arguments: Arguments) -> Bool {
    switch self {
    case .never, .planned: false
    case .possible, .wanted: true
    case .wantedIf(let condition): condition(arguments)
    }
  }

  /// The files outside the catalogue that a plan is made of, where a service is asked for one; else nil.
  package func plannedFiles(_ arguments: Arguments) -> [String]? {
    if case .planned(let files) = self { files(arguments) } else { nil }
  }
}
