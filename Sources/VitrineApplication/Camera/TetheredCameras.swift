// What cameras on a cable are set to, for a face that shows it beside its own viewfinder. Decision 0099 says why it is asked here.

import Synchronization
import VitrineCamera
import VitrineSystem

/// The cameras on a cable, asked one question at a time: a camera answers nobody else meanwhile, and wakes for each.
package final class TetheredCameras: Sendable {
  /// A camera, and what it is set to.
  package struct Setting: Sendable, Hashable {
    /// What it calls itself.
    package let model: String
    /// What it is set to, as photographers say it: `ISO 400  1/250 s  ƒ 5.6`; or why it does not say so.
    package let words: String
    /// True where it says so.
    package let isKnown: Bool

    /// A camera of these words.
    package init(model: String, words: String, isKnown: Bool) {
      (self.model, self.words, self.isKnown) = (model, words, isKnown)
    }
  }

  private struct State {
    var isAsking = false
    var answer: [Setting] = []
    var time = Int64.min
  }

  private let state = Mutex(State())
  private let ask: @Sendable () -> [Setting]
  private let clock: @Sendable () -> Int64

  /// How long an answer counts. Units: nanoseconds.
  private static let validity: Int64 = 2_000_000_000

  /// Cameras that are asked by `ask`: those of this machine, where nothing else is said. `clock` only goes forward, in nanoseconds.
  package init(
    asking ask: @escaping @Sendable () -> [Setting] = TetheredCameras.connected,
    clock: @escaping @Sendable () -> Int64 = { MonotonicClock.now }
  ) {
    (self.clock, self.ask) = (clock, ask)
  }

  /// The cameras, and what they are set to. While somebody else's question is under way, and a moment after it, the last answer.
  package func settings() -> [Setting] {
    let known = state.withLock { state -> [Setting]? in
      if state.isAsking || (state.time != .min && clock() - state.time < Self.validity) { return state.answer }
      state.isAsking = true
      return nil
    }
    if let known { return known }
    let answer = ask()
    state.withLock { $0 = State(isAsking: false, answer: answer, time: clock()) }
    return answer
  }

  /// Those of this machine. Who has no program that speaks with cameras has no camera.
  @Sendable package static func connected() -> [Setting] {
    guard let cameras = try? ConnectedCamera.all() else { return [] }
    return cameras.map { camera in
      do throws(CameraFailure) {
        return Setting(model: camera.model, words: try CameraState(of: camera).exposureWords, isKnown: true)
      } catch {
        return Setting(model: camera.model, words: error.message, isKnown: false)
      }
    }
  }
}
