// The load of a machine, from files as the kernel has them.

import Testing
import VitrineSystem
import VitrineTesting

/// What a folder in place of `/sys` and `/proc` says.
@Suite struct MachineLoadTests {
  private static func load(_ files: [String: String]) throws -> MachineLoad {
    let folder = try TemporaryFolder()
    for (path, text) in files { try folder.write(text, to: path) }
    return MachineLoad.read(below: folder.path)
  }

  /// A thermal zone of so many thousandths of a degree, with points of these kinds.
  private static func zone(
    _ number: Int, at temperature: String, _ points: [(kind: String, temperature: String)]
  ) -> [String: String] {
    let zone = "sys/class/thermal/thermal_zone\(number)/"
    var files = [zone + "temp": temperature + "\n"]
    for (place, point) in points.enumerated() {
      files[zone + "trip_point_\(place)_type"] = point.kind + "\n"
      files[zone + "trip_point_\(place)_temp"] = point.temperature + "\n"
    }
    return files
  }

  @Test("C-NFR5 a zone near the point where the kernel slows down is hot, and before it is there")
  func heat() throws {
    let points = [(kind: "critical", temperature: "105000"), (kind: "passive", temperature: "80000")]
    #expect(try Self.load(Self.zone(0, at: "76900", points)) == MachineLoad())
    #expect(try Self.load(Self.zone(0, at: "77000", points)) == MachineLoad(heat: 77))
    // Of several zones the hottest; zones may have gaps between their numbers.
    let several = Self.zone(0, at: "79000", points).merging(Self.zone(7, at: "83500", points)) { first, _ in first }
    #expect(try Self.load(several) == MachineLoad(heat: 83))
    // A zone that only says where it warns or switches off; one that names no limit; one whose limits are none.
    #expect(try Self.load(Self.zone(1, at: "92000", [("critical", "105000")])) == MachineLoad(heat: 92))
    #expect(try Self.load(Self.zone(1, at: "91999", [("critical", "105000")])) == MachineLoad())
    #expect(try Self.load(Self.zone(2, at: "87000", [])) == MachineLoad(heat: 87))
    #expect(
      try Self.load(Self.zone(2, at: "60000", [("passive", "0"), ("active", "50000"), ("hot", "-274000")])) == MachineLoad())
  }

  @Test("C-NFR5 work that waits for a processor most of the time is a load")
  func pressure() throws {
    func load(_ text: String) throws -> MachineLoad { try Self.load(["proc/pressure/cpu": text]) }
    #expect(try load("some avg10=79.99 avg60=12.00 avg300=1.00 total=1\nfull avg10=0.00\n") == MachineLoad())
    #expect(try load("some avg10=80.00 avg60=12.00 avg300=1.00 total=1\nfull avg10=0.00\n") == MachineLoad(stall: 80))
  }

  @Test("a kernel that says nothing, or something odd, has no load")
  func absent() throws {
    #expect(try Self.load([:]) == MachineLoad())
    #expect(try Self.load(["proc/pressure/cpu": "none"]) == MachineLoad())
    #expect(try Self.load(["proc/pressure/cpu": "some avg10=99999999999999999999.9"]) == MachineLoad())
    #expect(try Self.load(["sys/class/thermal/thermal_zone0/temp": "warm"]) == MachineLoad())
    #expect(try Self.load(["sys/class/thermal/thermal_zone0/temp": ""]) == MachineLoad())
  }
}
