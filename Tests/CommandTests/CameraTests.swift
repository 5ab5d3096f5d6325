// Photos from cameras while somebody pulls the cable, presses Ctrl-C or ends the program: each is taken once, and none is lost.

import Testing
import VitrineTesting

@Suite("Photos from a camera")
struct CameraTests {
  /// Makes a catalogue in `c`, and the card of a camera with so many photos of different bytes.
  private static let making = """
    set -e
    cp -r 'CAMERAS/.' .; PATH=$PWD/bin:$PATH; export PATH
    mkdir c card; (cd c && vitrine --quiet init)
    n=0; while [ $n -lt $N ]; do { cat 'PHOTO'; printf '\\000\\000\\000\\014free%04d' $n; } >card/IMG_$n.heic; n=$((n+1)); done
    export CARD=$PWD/card CAMERAS=nikon-d750

    """.replacing("PHOTO", with: TestData.checkout + "/examples/collection/shots/2026-05-30/IMG_0193.heic")
    .replacing("CAMERAS/.", with: TestData.checkout + "/Tests/CommandTests/cameras/.")

  /// Says how many bytes are nowhere, how many records and photos there are, and what waits.
  private static let counting = """

    sha256sum card/* | cut -c1-64 | sort >before
    find c -name .vitrine -prune -o -type f -name '*.heic' -exec sha256sum {} + | cut -c1-64 | sort >after
    comm -23 before after | wc -l; uniq -d after | wc -l
    find c/shots -name '*.yaml' | wc -l; find c/.vitrine/camera -mindepth 1 -type f | wc -l
    """

  private static func run(_ count: Int, _ body: String) throws -> (numbers: [Int?], errors: String) {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try scratch.write("N=\(count)\n" + making + body + counting, to: "script")
    let step = try Shell.run("sh \(scratch.path)/script", in: folder.path, scratch: scratch)
    return (step.output.split(separator: "\n").map { Int($0) }, step.errors)
  }

  @Test("C-NFR1 C-U15 a signal ends tethering when all that came is taken")
  func interrupted() throws {
    let (numbers, errors) = try Self.run(
      12,
      """
      cd c; vitrine camera tether >../said 2>&1 & V=$!; cd ..
      t=0; while [ "$(find c/shots -name '*.heic' 2>/dev/null | wc -l)" -lt 4 ] && [ $t -lt 400 ]; do sleep 0.05; t=$((t+1)); done
      t=0; while [ "$(cat .camera/taken)" -lt 12 ] && [ $t -lt 400 ]; do sleep 0.05; t=$((t+1)); done
      kill -TERM $V; wait $V || :
      """)
    #expect(numbers == [0, 0, 12, 0], "\(errors)")
  }

  @Test("C-U15 killed in the middle, the next session takes what the one before left")
  func killed() throws {
    let (numbers, errors) = try Self.run(
      12,
      """
      cd c; vitrine camera tether >../said 2>&1 & V=$!; cd ..
      t=0; while [ "$(cat .camera/taken 2>/dev/null || echo 0)" -lt 6 ] && [ $t -lt 400 ]; do sleep 0.02; t=$((t+1)); done
      kill -KILL $V; wait $V || :
      t=0; while [ "$(cat .camera/taken)" -lt 12 ] && [ $t -lt 400 ]; do sleep 0.05; t=$((t+1)); done
      cd c; vitrine --quiet camera fetch; vitrine check >/dev/null; cd ..
      """)
    #expect(numbers == [0, 0, 12, 0], "\(errors)")
  }

  @Test("C-FR11 the page says what the cameras on a cable are set to, whatever their makers call it")
  func onThePage() throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try scratch.write(
      "N=0\n"
        + Self.making.replacing("CAMERAS=nikon-d750", with: "CAMERAS='canon-eos-6d nikon-d750 sony-a7iii' WEBCAMS=webcam-c920")
          + """

          cd c; entry=$(vitrine serve 2>/dev/null)
          curl -sS -c ../jar -o /dev/null "$entry"; home=${entry%%/enter*}
          curl -sS -b ../jar "$home/camera/tethered"; echo
          vitrine camera set --camera canon kelvin=5600 iso=400 >/dev/null
          t=0; while [ $t -lt 400 ]; do curl -sS -b ../jar "$home/camera/tethered" | head -n 1 >../now; grep -q 5600 ../now && break; sleep 0.05; t=$((t+1)); done
          cat ../now
          vitrine daemon stop >/dev/null 2>&1
          """, to: "script")
    let step = try Shell.run("sh \(scratch.path)/script", in: folder.path, scratch: scratch)
    #expect(
      step.output == """
        set\tCanon EOS 6D\tISO Auto  1/125 s  ƒ 5.6  AWB  One Shot
        set\tNikon DSC D750\tISO 400  1/125 s  ƒ 4  +0.3 EV  Direct sunlight  AF-S
        set\tSony Alpha-A7 III (PC Control)\tAuto ISO  1/60 s  ƒ 2.8  AWB
        set\tHD Pro Webcam C920\t1/40 s  AWB  AF
        set\tCanon EOS 6D\tISO 400  1/125 s  ƒ 5.6  Color Temperature  5600 K  One Shot

        """, "\(step.errors)")
  }

  @Test("C-FR12 gphoto2 itself fetches a folder of photos, byte for byte", .needs(.program("gphoto2")))
  func directoryBrowse() throws {
    let (numbers, errors) = try Self.run(
      5,
      """
      rm bin/gphoto2; for f in card/*.heic; do mv "$f" "${f%.heic}.jpg"; done
      cd c; vitrine --quiet camera fetch --camera 'Directory Browse' --at "disk:$CARD"
      vitrine camera fetch --camera 'Directory Browse' --at "disk:$CARD" 2>&1 | grep -c 'the same bytes' || :; cd ..
      """)
    #expect(numbers == [1, 0, 0, 5, 0], "\(errors)")
  }

  @Test(
    "a camera that does not answer, or says too much, keeps nobody waiting for ever",
    arguments: ["yes END", "head -c 9000000 /dev/zero"])
  func endless(command: String) throws {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try folder.write(program: "#!/bin/sh\n[ \"$1\" = --auto-detect ] && exec \(command)\n\(command)\n", to: "gphoto2")
    let step = try Shell.run(
      "PATH=$PWD:$PATH vitrine camera get --camera x --at usb:001,002", in: folder.path, scratch: scratch)
    #expect(step.status == 3)
    #expect(step.errors == "vitrine: 'gphoto2' says more than can be meant\n")
  }
}
