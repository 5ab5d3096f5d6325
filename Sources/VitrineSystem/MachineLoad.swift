// How hot and how busy the kernel says this machine is, from a few small files.

import Glibc

/// A look at the machine's own thermal zones and at its pressure stall information.
///
/// Source: Linux, Documentation/driver-api/thermal/sysfs-api.rst and Documentation/accounting/psi.rst.
package struct MachineLoad: Sendable, Hashable {
  /// The temperature of the hottest zone that has come near the point where the kernel slows the machine down; nil where none has. Units: degrees Celsius.
  package var heat: Int?
  /// The share of the last ten seconds in which work waited for a processor; nil while it is no reason to do less. Units: per cent.
  package var stall: Int?

  /// A load of these values.
  package init(heat: Int? = nil, stall: Int? = nil) { (self.heat, self.stall) = (heat, stall) }

  /// True where less should be done for a while.
  package var isHigh: Bool { heat != nil || stall != nil }

  /// How far below its limit a zone counts as hot, so that less is done before the kernel sees to it. Units: thousandths of a degree.
  private static let margin = 3_000
  /// What counts as the limit of a zone that names none. Units: thousandths of a degree.
  private static let usualLimit = 90_000
  /// A limit below this is a zone's way to say that it has none. Units: thousandths of a degree.
  private static let leastLimit = 40_000
  /// The share of time that work may wait for a processor. Units: per cent.
  private static let mostStall = 80

  /// Looks. `root` stands before `/sys` and `/proc`: "" on a machine, a folder in tests. A kernel that says nothing has no load.
  package static func read(below root: String = "") -> MachineLoad {
    var load = MachineLoad()
    for index in 0..<64 {
      let zone = "\(root)/sys/class/thermal/thermal_zone\(index)"
      guard let temperature = number(in: zone + "/temp") else { continue }
      if temperature >= limit(of: zone) - margin { load.heat = max(load.heat ?? .min, temperature / 1_000) }
    }
    if let stall = stall(in: text(of: root + "/proc/pressure/cpu")), stall >= mostStall { load.stall = stall }
    return load
  }

  /// Where the kernel begins to slow a zone's devices down; where it only has a point at which it warns or switches off, somewhat below that.
  private static func limit(of zone: String) -> Int {
    var found: [String: Int] = [:]
    for point in 0..<16 {
      guard let kind = text(of: "\(zone)/trip_point_\(point)_type")?.prefix(while: { $0 != "\n" }) else { break }
      guard let temperature = number(in: "\(zone)/trip_point_\(point)_temp"), temperature >= leastLimit else { continue }
      found[String(kind)] = min(found[String(kind)] ?? .max, temperature)
    }
    return found["passive"] ?? found["hot"] ?? found["critical"].map { $0 - 10_000 } ?? usualLimit
  }

  /// The share of a line such as `some avg10=12.34 avg60=…`.
  private static func stall(in text: String?) -> Int? {
    guard let text, text.hasPrefix("some avg10=") else { return nil }
    return Int(text.dropFirst("some avg10=".count).prefix { $0 != "." && $0 != " " })
  }

  private static func number(in path: String) -> Int? {
    text(of: path).flatMap { Int($0.prefix { $0 != "\n" }) }
  }

  /// The first bytes of a small file; nil where there is none, or its device does not answer.
  private static func text(of path: String) -> String? {
    let descriptor = SystemCall.repeated { open(path, O_RDONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    let bytes = [UInt8](unsafeUninitializedCapacity: 256) { buffer, count in
      count = max(Glibc.read(descriptor, buffer.baseAddress, buffer.count), 0)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }
}
