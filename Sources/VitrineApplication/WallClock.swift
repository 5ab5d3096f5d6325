// What time it is where the program runs: for words such as `today`, and for the times of files.

import Glibc
package import VitrineModel

/// What a clock on the wall shows.
package struct WallClock: Sendable {
  /// The time. Units: nanoseconds since 1970-01-01T00:00:00Z.
  package let now: @Sendable () -> Int64
  /// How far local time is ahead of UTC at a moment. Units: nanoseconds since 1970-01-01T00:00:00Z in, seconds out.
  package let offset: @Sendable (Int64) -> Int

  /// A clock of the given time and zone.
  package init(now: @escaping @Sendable () -> Int64, offset: @escaping @Sendable (Int64) -> Int) {
    self.now = now
    self.offset = offset
  }

  /// The system's clock, in the zone that `TZ` or the system names. Source: clock_gettime(2), CLOCK_REALTIME; localtime_r(3).
  package static let system = WallClock {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  } offset: { nanoseconds in
    var moment = time_t(nanoseconds / 1_000_000_000)
    var local = tm()
    return localtime_r(&moment, &local) == nil ? 0 : local.tm_gmtoff
  }

  /// What the clock shows.
  package var moment: CivilMoment {
    let now = now()
    return CivilMoment(nanoseconds: now, offset: offset(now))
  }

  /// A clock that stands still at a moment with an offset, such as `2026-11-21T12:00:00+03:00`; nil for anything else.
  package init?(standingAt text: String) {
    var text = text
    guard let moment = text.withUTF8({ CivilMoment($0) }), let offset = moment.offset else { return nil }
    let nanoseconds = Int64(moment.instant * 1e9)
    self.init(now: { nanoseconds }, offset: { _ in offset })
  }
}

extension WallClock {
  /// The environment variable that stops the clock.
  package static let variable = "VITRINE_NOW"

  /// This clock, or the one that `VITRINE_NOW` stops.
  ///
  /// Errors: `VITRINE_NOW` is no moment with an offset.
  package func stopped(by environment: (String) -> String?) throws(RequestError) -> WallClock {
    guard let text = environment(Self.variable), !text.isEmpty else { return self }
    guard let clock = WallClock(standingAt: text) else {
      throw RequestError("\(Self.variable) needs a moment such as 2026-11-21T12:00:00+03:00, not '\(text)'")
    }
    return clock
  }
}
