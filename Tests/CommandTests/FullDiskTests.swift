// A disk without space, and a file that may not grow: a clear word, what stood there untouched, and no rubbish.

import FoundationEssentials
import Testing
import VitrineTesting

@Suite("Full disks")
struct FullDiskTests {
  /// What keeps a file from growing.
  enum Way: String, CaseIterable {
    /// A file system of its own, with 64 KiB, where a user may have one.
    case disk
    /// A limit for each file, as the shell's `ulimit -f` sets it: 20 blocks of 512 bytes.
    case limit

    /// The script that runs another, which has a folder for its results in `$T`.
    func script(_ body: String) -> String {
      switch self {
      case .limit: "mkdir -p $T; ulimit -f 20; \(body)"
      case .disk: "mkdir -p $T; mount -t tmpfs -o size=64k tmpfs $T || exit 99; \(body)"
      }
    }
  }

  /// Whether a way can be gone here: not every user may have file systems of their own.
  private static func isOpen(_ way: Way, for what: String) -> Bool {
    way == .limit || Need.ownFileSystem.isMet(for: what + " on a full disk")
  }

  /// Runs a script in a catalogue whose records fill more than the space.
  private static func run(_ body: String, _ way: Way) throws -> (said: [String], told: String) {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write("vitrine: 1\ncollections: [{kind: project, files: \"*/project.yaml\"}]\n", to: "vitrine.yaml")
    for number in 100..<200 {
      // Words that no archive makes much smaller.
      var random = SplitMix(state: UInt64(number))
      let words = (0..<60).map { _ in String(random.next(), radix: 36) }.joined(separator: " ")
      try folder.write("game_system: Warhammer 40K\narmy: Army \(number)\nnotes: \(words)\n", to: "p\(number)/project.yaml")
    }
    try scratch.write(way.script(body), to: "script")
    let shell = way == .disk ? "unshare -rm sh" : "sh"
    let step = try Shell.run(
      "T=\(scratch.path)/results \(shell) \(scratch.path)/script", in: folder.path, scratch: scratch)
    #expect(step.status == 0)
    return (step.output.split(separator: "\n").map(String.init), step.errors.replacing("\(scratch.path)/", with: ""))
  }

  /// What is told of a file.
  private static func words(_ name: String, _ way: Way) -> String {
    switch way {
    case .disk: "vitrine: cannot write 'results/\(name)': no space left on the disk; free some space (df -h shows where)\n"
    case .limit: "vitrine: cannot write 'results/\(name)': "
    }
  }

  @Test(
    "what 'share' and 'export' cannot write whole leaves the older one as it was, and nothing beside it",
    arguments: Way.allCases, ["page.html", "b.zip", "b.tar", "b.tar.gz", "e.json", "e.ndjson", "e.csv", "e.yaml", "e.sqlite"])
  func target(way: Way, name: String) throws {
    guard Self.isOpen(way, for: name) else { return }
    let command =
      name.hasPrefix("e.") ? "vitrine export projects --format \(name.dropFirst(2)) -o" : "vitrine share projects --overwrite -o"
    let result = try Self.run("echo old > $T/\(name); \(command) $T/\(name); echo $?; cat $T/\(name); ls -A $T", way)
    #expect(result.said == ["3", "old", name])
    #expect(result.told.hasPrefix(Self.words(name, way)), "\(result.told)")
    #expect(result.told.split(separator: "\n").count == 1)
  }

  @Test("a folder that cannot be written whole is not there", arguments: Way.allCases)
  func folder(way: Way) throws {
    guard Self.isOpen(way, for: "a folder") else { return }
    // The gallery is the one file of the folder that is longer than the limit.
    let result = try Self.run("vitrine share projects -o $T/bundle; echo $?; ls -A $T", way)
    #expect(result.said == ["3"])
    #expect(result.told.hasPrefix(Self.words("bundle", way)), "\(result.told)")
  }

  @Test("a change for which there is no space is not made, and leaves nothing; once there is some, it is", .needs(.ownFileSystem))
  func change() throws {
    let result = try Self.run(
      """
      mkdir $T/p; cp vitrine.yaml $T; cp p100/project.yaml $T/p; cd $T; cat p/project.yaml > ../before
      head -c 100000 /dev/zero > ballast 2> /dev/null
      vitrine set p/project -- started=2020-01-01 > /dev/null; echo $?; cmp p/project.yaml ../before; ls -A . p
      rm ballast; vitrine set p/project -q -- started=2020-01-01 > /dev/null; echo $?; grep started p/project.yaml
      """, .disk)
    #expect(result.said == ["3", ".:", "ballast", "p", "vitrine.yaml", "p:", "project.yaml", "0", "started: 2020-01-01"])
    #expect(result.told.contains("no space left on the disk; free some space (df -h shows where)"))
  }

  @Test("a folder of photos that the disk has no room for is refused before anything is copied", .needs([Need.ownFileSystem]))
  func photos() throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    for number in 0..<3 {
      let head: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, UInt8(number), 0]
      try folder.write(head + [UInt8](repeating: 1, count: 700_000) + [0xFF, 0xD9], to: "camera/\(number).jpg")
    }
    try scratch.write(
      """
      mkdir -p $T; mount -t tmpfs -o size=2m tmpfs $T || exit 99
      printf 'vitrine: 1\\ncollections: [{kind: shot, files: "shots/*.yaml"}]\\n' >$T/vitrine.yaml
      vitrine -C $T new shot --photos "$PWD/camera" --yes; echo status $?; ls $T
      """, to: "script")
    let step = try Shell.run(
      "T=\(scratch.path)/results unshare -rm sh \(scratch.path)/script", in: folder.path, scratch: scratch)
    #expect(step.output == "status 3\nvitrine.yaml\n", "\(step.output)")
    #expect(step.errors.contains("nothing was copied"), "\(step.errors)")
  }
}
