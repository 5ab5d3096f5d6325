// What becomes of a change that was interrupted: decided from what stands on the disk, without touching it.

/// Which of a step's two sides a file shows.
package enum StepSide: Sendable, Hashable {
  /// What stood there before.
  case before
  /// What stands there after.
  case after

  /// The other one.
  package var other: StepSide { self == .before ? .after : .before }
}

/// What is seen of one step.
package struct StepObservation: Sendable, Hashable {
  /// The side that the file shows; nil where somebody else changed it.
  package var side: StepSide?
  /// True where all that the other side needs is there.
  package var canTurn: Bool

  /// A step that shows a side.
  package init(side: StepSide?, canTurn: Bool) {
    self.side = side
    self.canTurn = canTurn
  }

  /// True where the step shows a side, or can be brought to it.
  package func reaches(_ goal: StepSide) -> Bool { side == goal || (side == goal.other && canTurn) }
}

/// The way out of an interrupted change.
package enum Recovery: Sendable, Hashable {
  /// Nothing had its new name yet: what was written beside the files is removed, and the entry with it.
  case discard
  /// All steps are brought to this side, but for those that somebody else changed, which stay as they are. The journal then holds the change
  /// as `state`; the entry goes where that is nil.
  case settle(StepSide, as: JournalState?)
  /// The entry was being removed, and goes.
  case remove
  /// Nothing is under way.
  case nothing

  /// The way out of a change in `state`, with what is seen of its steps.
  ///
  /// What was meant is completed where every step can be; else all is taken back. Where neither is possible for every step, because
  /// somebody else changed files meanwhile, the rest is taken back.
  package init(_ state: JournalState, _ observations: [StepObservation]) {
    switch state {
    case .staging: self = .discard
    case .pending:
      self = Recovery.canReach(.after, observations) ? .settle(.after, as: .done) : .settle(.before, as: nil)
    case .failing: self = .settle(.before, as: nil)
    case .undoing:
      self = Recovery.canReach(.before, observations) ? .settle(.before, as: .undone) : .settle(.after, as: .done)
    case .redoing:
      self = Recovery.canReach(.after, observations) ? .settle(.after, as: .done) : .settle(.before, as: .undone)
    case .leaving: self = .remove
    case .done, .undone, .aborted: self = .nothing
    }
  }

  private static func canReach(_ goal: StepSide, _ observations: [StepObservation]) -> Bool {
    observations.allSatisfy { $0.reaches(goal) }
  }
}
