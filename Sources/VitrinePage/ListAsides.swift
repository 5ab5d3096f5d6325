// What stands beside a list, such as its filters with their counts: found out once for each state of the catalogue.
// Decision 0069 says why.

import Synchronization
import VitrineApplication

/// Filters and letters of the lists that were looked at last.
final class ListAsides: Sendable {
  /// Which list.
  struct Key: Hashable {
    /// The place of the kind; nil for all.
    var kind: Int?
    /// The query as it was typed.
    var query: String
    /// The order that is asked for.
    var sort: String?
    /// Whether letters stand beside it.
    var hasLetters: Bool
    /// The language that fields and values are called in.
    var language: String
  }

  /// What stands beside it.
  struct Aside {
    /// The fields that it may be filtered by.
    var filters: [RecordCollection.Filter]
    /// The letters that its titles begin with.
    var letters: [RecordCollection.Letter]
  }

  /// The most lists that are kept; of more the oldest goes.
  private static let most = 24

  private struct State {
    var moment = Moment(generation: 0, day: 0)
    var asides: [(key: Key, aside: Aside)] = []
  }

  /// What queries depend on: the state of the catalogue, and what day it is.
  struct Moment: Hashable {
    /// The generation of the catalogue.
    var generation: UInt64
    /// The day, counted from 1970.
    var day: Int64
  }

  private let state = Mutex(State())

  /// What is known at a moment: of another moment nothing is.
  func known(at moment: Moment) -> Known { Known(asides: self, moment: moment) }

  /// What is known at one moment.
  struct Known {
    fileprivate let asides: ListAsides
    fileprivate let moment: Moment

    /// What stands beside a list; nil where that is not known yet.
    func aside(of key: Key) -> Aside? {
      asides.state.withLock { state in state.moment == moment ? state.asides.last { $0.key == key }?.aside : nil }
    }

    /// Keeps what stands beside a list.
    func keep(_ aside: Aside, of key: Key) {
      asides.state.withLock { state in
        // Who still reads an older state keeps nothing.
        if state.moment.generation > moment.generation { return }
        if state.moment != moment { state = State(moment: moment) }
        state.asides.removeAll { $0.key == key }
        state.asides.append((key, aside))
        if state.asides.count > ListAsides.most { state.asides.removeFirst() }
      }
    }
  }
}
