// Why a service could not be asked.

/// What went wrong between this process and a service. Whoever can do the work without the service does so, whatever it is.
package enum ServiceFailure: Error, Hashable, Sendable {
  /// There is no socket, or nobody listens on it.
  case absent
  /// The one who listens is another user, with this number.
  case foreign(uid: UInt32)
  /// It did not answer within the time it was given.
  case silent
  /// It went away before its answer was whole.
  case ended
  /// It is of another version, this one; "" where it did not say.
  case otherVersion(String)
  /// What it said is no HTTP, or is beyond all measure; what, in a few words.
  case broken(String)
  /// It does not do what it was asked, with this HTTP status.
  case refused(Int)
  /// A system call failed with this number.
  case system(Int32)
}

extension ServiceFailure: CustomStringConvertible {
  /// What happened, in a few words that follow "the service".
  package var description: String {
    switch self {
    case .absent: "is not running"
    case .foreign(let uid): "belongs to another user, number \(uid)"
    case .silent: "does not answer"
    case .ended: "went away before it had answered"
    case .otherVersion(""): "did not say which version it is"
    case .otherVersion(let version): "is of version \(version)"
    case .broken(let what): "answered what cannot be understood: \(what)"
    case .refused(let status): "refused with status \(status)"
    case .system(let number): "cannot be reached: error \(number) of the system"
    }
  }
}
