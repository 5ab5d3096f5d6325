// A daemon below whose catalogue file systems are mounted and unmounted.

import Testing
import VitrineTesting

@Suite("Mounts below a running daemon")
struct MountTests {
  @Test("bound folders, a file system over a folder, and both gone again are seen by the next question", .needs(.ownFileSystem))
  func mounts() throws {
    let house = try Household(records: 0)
    let script = """
      mount -t tmpfs -o mode=700 tmpfs "$1" || exit 99
      mkdir -m 700 "$1/run" && mkdir -p "$1/c/games/bound" "$1/c/games/deep/er" "$1/stick a" && cd "$1/c" || exit 98
      export XDG_RUNTIME_DIR="$1/run"
      record() { echo "title: $2\nrelease: 20200101\nstatus: library\nproperties: {}" > "$1"; }
      echo 'vitrine: 1\ncollections: [{kind: game, files: "games/**/*.yaml"}]' > vitrine.yaml
      record games/a.yaml Alpha; record games/deep/er/d.yaml Delta; record "../stick a/s.yaml" Stick
      mount --bind "../stick a" games/bound
      titles() { "$2" list --columns title 2> /dev/null | tail -n +2 | tr '\\n' ' '; echo "$1"; }
      "$2" daemon start > /dev/null 2>&1
      titles 'bound before' "$2"
      umount games/bound; titles 'unbound' "$2"
      record "../stick a/t.yaml" Tango; titles 'written where nothing is' "$2"
      mount --bind "../stick a" games/bound; titles 'bound' "$2"
      record "../stick a/u.yaml" Uniform; titles 'written elsewhere' "$2"
      umount -l games/bound; titles 'lazily unbound' "$2"
      mount -t tmpfs tmpfs games; titles 'covered' "$2"
      record games/c.yaml Cover; titles 'written in the cover' "$2"
      mkdir -p games/x; mount --bind "../stick a" games/x; titles 'bound in the cover' "$2"
      umount games/x; umount games; titles 'uncovered' "$2"
      mount --bind "../stick a/s.yaml" games/a.yaml; titles 'a file bound over a file' "$2"
      record "../stick a/s.yaml" Sierra; titles 'written through its own name' "$2"
      record games/a.yaml Other; titles 'written through the other' "$2"
      record games/b.yaml Both; mount --bind games/b.yaml games/deep/er/d.yaml; titles 'a file at two names' "$2"
      record games/b.yaml Two; titles 'written through one of two' "$2"
      umount games/deep/er/d.yaml; rm games/b.yaml; titles 'one again' "$2"
      umount games/a.yaml; titles 'a file again' "$2"
      mkdir -p games/p/m; mount --bind "../stick a" games/p/m; titles 'bound again' "$2"
      mv games/p games/q; titles 'moved with its mount' "$2"; umount games/q/m; titles 'unbound where it moved' "$2"
      mkdir games/src games/one games/two; record games/src/w.yaml Whiskey; mount --bind games/src games/one; mount --bind games/src games/two
      titles 'a folder at three names' "$2"; mv games/src ../gone; titles 'at the bound two' "$2"
      rm -r ../gone; titles 'removed while bound' "$2"
      "$2" daemon stop > /dev/null 2>&1
      """
    let words = ["unshare", "-rm", "sh", "-c", script, "sh", house.runtime.path, Programs.vitrine]
    let said = try Running(words, environment: house.environment, in: house.runtime.path).end()
    #expect(said.errors.isEmpty, "\(said)")
    let expected = [
      "Alpha Delta Stick bound before", "Alpha Delta unbound", "Alpha Delta written where nothing is",
      "Alpha Delta Stick Tango bound",
      "Alpha Delta Stick Tango Uniform written elsewhere", "Alpha Delta lazily unbound", "covered", "Cover written in the cover",
      "Cover Stick Tango Uniform bound in the cover", "Alpha Delta uncovered", "Delta Stick a file bound over a file",
      "Delta Sierra written through its own name", "Delta Other written through the other", "Both Both Other a file at two names",
      "Other Two Two written through one of two", "Delta Other one again",
      "Alpha Delta a file again", "Alpha Delta Other Tango Uniform bound again",
      "Alpha Delta Other Tango Uniform moved with its mount",
      "Alpha Delta unbound where it moved", "Alpha Delta Whiskey Whiskey Whiskey a folder at three names",
      "Alpha Delta Whiskey Whiskey at the bound two", "Alpha Delta removed while bound",
    ]
    #expect(said.output.split(separator: "\n").map(String.init) == expected, "\(said)")
  }

  @Test("a catalogue on a file system of FUSE, where no event tells of changes, is as its files are", .needs(.program("python3")))
  func fuse() throws {
    guard Need.ownFileSystem.isMet(for: "a catalogue on FUSE") else { return }
    let house = try Household(records: 0)
    let script = """
      mount -t tmpfs -o mode=700 tmpfs "$1" || exit 99
      mkdir -m 700 "$1/run" && mkdir -p "$1/c/games/old" "$1/m" && cd "$1/c" || exit 98
      export XDG_RUNTIME_DIR="$1/run"
      record() { echo "title: $2\nrelease: 20200101\nstatus: library\nproperties: {}" > "$1"; }
      echo 'vitrine: 1\ncollections: [{kind: game, files: "games/**/*.yaml"}]' > vitrine.yaml
      record games/a.yaml Alpha; record games/old/b.yaml Beta
      python3 "$3" "$1/c" "$1/m" || exit 97
      titles() { "$2" -C "$4/m" list --columns title 2> /dev/null | tail -n +2 | tr '\\n' ' '; echo "$1"; }
      "$2" -C "$1/m" daemon start > /dev/null 2>&1
      titles 'begun' "$2" . "$1"
      for name in Bravo Gamma Delta; do record games/a.yaml $name; titles 'written' "$2" . "$1"; done
      mv games/old games/new; record games/new/c.yaml Coda; titles 'moved' "$2" . "$1"
      rm games/new/b.yaml; titles 'removed' "$2" . "$1"
      "$2" -C "$1/m" daemon status | grep -c '^polled.*fuse'
      "$2" -C "$1/m" daemon stop > /dev/null 2>&1; umount "$1/m"
      """
    let card = TestData.checkout + "/contrib/soak/slowcard.py"
    let words = ["unshare", "-rm", "sh", "-c", script, "sh", house.runtime.path, Programs.vitrine, card]
    let said = try Running(words, environment: house.environment, in: house.runtime.path).end()
    let expected = [
      "Alpha Beta begun", "Beta Bravo written", "Beta Gamma written", "Beta Delta written", "Beta Coda Delta moved",
      "Coda Delta removed", "1",
    ]
    #expect(said.output.split(separator: "\n").map(String.init) == expected, "\(said)")
  }
}
