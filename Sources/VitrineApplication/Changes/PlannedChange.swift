// A change that was planned and is still to be carried out: by the process that planned it, or by the one that asked it to. Decision 0037 says why.

package import VitrineChanges

/// A plan, and how it is to be carried out.
package struct PlannedChange: Sendable, Equatable {
  /// What will be done.
  package var plan: Plan
  /// How it is shown and asked for.
  package var options: ChangeExecution
  /// The message when all is done, in place of the number of files.
  package var told: String?

  /// A change of the given plan.
  package init(_ plan: Plan, _ options: ChangeExecution, told: String?) {
    self.plan = plan
    self.options = options
    self.told = told
  }
}

/// How a change is shown, asked for and carried out.
package struct ChangeExecution: Sendable, Equatable {
  /// Show what would change, and change nothing.
  package var isDryRun = false
  /// Print nothing but the difference.
  package var isOnlyDifference = false
  /// Take `yes` for the answer.
  package var isAgreed = false
  /// How much of the difference is shown.
  package var shown = Shown.some
  /// How its progress is reported.
  package var progress = Progress.auto
  /// How long others are waited for that change the catalogue, and how long the change is planned anew where they changed its files. Units: seconds, 3,600 at most.
  package var wait = ChangeExecution.standardWait

  /// How long others are waited for where nothing is said. Units: seconds.
  package static let standardWait = 5

  /// How much of the difference is shown on standard output.
  package enum Shown: UInt8, Sendable {
    /// Nothing: the command has another output.
    case nothing
    /// That of a few files.
    case some
    /// All of it.
    case all
  }

  /// How the progress of long work is reported.
  package enum Progress: String, Sendable, CaseIterable {
    /// On one line of a terminal, where it takes longer than a moment.
    case auto
    /// A JSON object a line.
    case json
    /// Not at all.
    case none
  }

  /// An execution with these options.
  package init(isDryRun: Bool = false, isAgreed: Bool = false, shown: Shown = .some) {
    self.isDryRun = isDryRun
    self.isAgreed = isAgreed
    self.shown = shown
  }
}

extension PlannedChange {
  /// The change as bytes for a process of the same version; nil for one that is too large to travel.
  ///
  /// Shape: a byte each for dry run (and only the difference), agreement, what is shown and progress, two for the seconds to wait; a byte that says whether there is a message, and if so its length in eight bytes, the
  /// highest first, and the text; then the plan (`PlanCoding`).
  package var bytes: [UInt8]? {
    guard let plan = PlanCoding.bytes(of: plan) else { return nil }
    var bytes: [UInt8] = [
      (options.isDryRun ? 1 : 0) | (options.isOnlyDifference ? 2 : 0), options.isAgreed ? 1 : 0, options.shown.rawValue,
    ]
    bytes.append(options.progress == .auto ? 0 : options.progress == .json ? 1 : 2)
    bytes += [UInt8(truncatingIfNeeded: options.wait >> 8), UInt8(truncatingIfNeeded: options.wait)]
    bytes.append(told == nil ? 0 : 1)
    if let told {
      for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: told.utf8.count >> shift)) }
      bytes += told.utf8
    }
    return bytes + plan
  }

  /// The change of some bytes; nil for what is none.
  package init?(bytes: [UInt8]) {
    guard bytes.count >= 7, let shown = ChangeExecution.Shown(rawValue: bytes[2]), bytes[3] < 3 else { return nil }
    var rest = bytes[7...]
    if bytes[6] == 1 {
      guard rest.count >= 8 else { return nil }
      let count = rest.prefix(8).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      rest = rest.dropFirst(8)
      guard count <= UInt64(rest.count) else { return nil }
      told = String(decoding: rest.prefix(Int(count)), as: UTF8.self)
      rest = rest.dropFirst(Int(count))
    } else {
      told = nil
    }
    guard let plan = PlanCoding.plan(of: Array(rest)) else { return nil }
    self.plan = plan
    options = ChangeExecution(isDryRun: bytes[0] & 1 != 0, isAgreed: bytes[1] != 0, shown: shown)
    options.isOnlyDifference = bytes[0] & 2 != 0
    options.progress = [.auto, .json, .none][Int(bytes[3])]
    options.wait = Int(bytes[4]) << 8 | Int(bytes[5])
  }
}
