// Cookies: files made only to see their events come back, behind the events of all that happened before.

import Glibc
import VitrineFiles
import VitrineSystem

/// The cookies that are on their way.
struct CookieShelf {
  /// The folder below the root where cookies are made.
  static let folder = ".vitrine"

  /// The watch of that folder, or -1.
  var watch: Int32 = -1
  /// Counted from 1.
  private var last: UInt64 = 0
  /// Those whose event is awaited.
  private var awaited: Set<UInt64> = []
  /// Those without an event of their own: they come back with the next drain.
  private var plain: Set<UInt64> = []
  /// Those that came back, and when.
  private var back: [UInt64: Int64] = [:]

  /// True where a drain is due only for cookies.
  var hasPlain: Bool { !plain.isEmpty }
  /// True where cookies came back that a drain has not given yet.
  var isHolding: Bool { !back.isEmpty }

  /// True where cookies were placed that no drain has given back yet.
  var isUnderWay: Bool { !awaited.isEmpty || !plain.isEmpty || !back.isEmpty }

  /// The name of a cookie's file. Shape: `cookie-PROCESS-SERIAL`.
  static func name(_ serial: UInt64) -> String { "cookie-\(getpid())-\(serial)" }

  /// A new serial number.
  mutating func next() -> UInt64 {
    last += 1
    return last
  }

  /// Awaits a cookie, by its event or without.
  mutating func await(_ serial: UInt64, hasFile: Bool) {
    if hasFile { awaited.insert(serial) } else { plain.insert(serial) }
  }

  /// Takes a name that appeared in the folder; answers true where it is a cookie that was awaited, and then so are all earlier ones.
  mutating func take(name: [UInt8], now: Int64) -> Bool {
    let prefix = Array("cookie-\(getpid())-".utf8)
    guard name.starts(with: prefix), let serial = UInt64(String(decoding: name[prefix.count...], as: UTF8.self)) else {
      return false
    }
    let found = awaited.filter { $0 <= serial }
    awaited.subtract(found)
    for serial in found { back[serial] = now }
    return !found.isEmpty
  }

  /// Events may be lost: all that are awaited come back with the next drain, after everything was read again.
  mutating func loseEvents() {
    watch = -1
    plain.formUnion(awaited)
    awaited = []
  }

  /// Cookies without an event come back.
  mutating func takePlain(now: Int64) -> Bool {
    if plain.isEmpty { return false }
    for serial in plain { back[serial] = now }
    plain = []
    return true
  }

  /// What came back, if nothing is in doubt; else it is held for a later drain. `unfinished` is when the first file that is being written was
  /// first seen so; nil where none is: who asks now wants to know what it says when it is written.
  mutating func takeBack(isSure: Bool, unfinished: Int64? = nil) -> [WatchCookie] {
    guard isSure, !back.isEmpty else { return [] }
    let ready = back.filter { unfinished ?? Int64.max > $0.value }.keys.sorted()
    for serial in ready { back[serial] = nil }
    return ready.map { WatchCookie(serial: $0) }
  }
}

extension TreeWatcher {
  /// Places a cookie. When `drain` gives it back, everything that was finished before this call is in the batch that brings it or in an
  /// earlier one; and so is what was being written then, as it is once it is closed or quiet, unless somebody writes on and on.
  ///
  /// Its file lies in `.vitrine`, which is made if need be, for no longer than the call. Where none can be made the cookie comes back with
  /// the next drain, which the system's own order of events makes as good.
  package func placeCookie() -> WatchCookie {
    let serial = cookies.next()
    let isPlaced = !phase.isRootGone && !polling.isSilent && isCookieFolderWatched && makeCookie(serial)
    cookies.await(serial, hasFile: isPlaced)
    return WatchCookie(serial: serial)
  }

  /// An event of the folder of cookies.
  func takeCookie(_ event: WatchEvent) {
    if event.events.contains(.ignored) { return cookies.loseEvents() }
    if cookies.take(name: event.name, now: now) { carry.isBarrier = true }
  }

  /// Sees whether a file that is made brings an event. Where it does not, everything is polled.
  func testEvents() {
    polling.isSilent = false
    guard backend.descriptor >= 0, isCookieFolderWatched else { return }
    let serial = cookies.next()
    guard makeCookie(serial) else { return }
    let wanted = Array(CookieShelf.name(serial).utf8)
    var event = WatchEvent()
    // Nothing else is watched yet, so that no event is lost here.
    for _ in 0..<Self.mostEvents {
      guard backend.next(&event) else { break }
      if event.name == wanted { return }
      if event.events.contains(.overflow) { return }
    }
    polling.isSilent = true
  }

  private var isCookieFolderWatched: Bool {
    if cookies.watch >= 0 { return true }
    guard backend.descriptor >= 0 else { return false }
    let name = Array(CookieShelf.folder.utf8) + [0]
    var folder = SystemCall.openFolder(rootFolder.number, name)
    if folder == -ENOENT, CookieShelf.folder.withCString({ mkdirat(rootFolder.number, $0, 0o700) }) == 0 {
      folder = SystemCall.openFolder(rootFolder.number, name)
    }
    guard folder >= 0 else { return false }
    defer { close(folder) }
    let watch = backend.add(folder: folder, events: .created)
    guard watch >= 0 else { return false }
    cookies.watch = watch
    return true
  }

  private func makeCookie(_ serial: UInt64) -> Bool {
    let path = CookieShelf.folder + "/" + CookieShelf.name(serial)
    let file = openat(rootFolder.number, path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    close(file)
    unlinkat(rootFolder.number, path, 0)
    return true
  }
}
