// Ingests that are cut short, watched, or run out of space: every photo is taken once, and none is lost.

import Testing
import VitrineTesting

@Suite("Ingest")
struct IngestTests {
  /// Makes a catalogue in `c`, and an inbox of so many photos of different bytes in `i`: one photo, with a box of its own that says nothing.
  private static let making = """
    set -e
    mkdir c i; (cd c && vitrine --quiet init)
    P='PHOTO'
    n=0; while [ $n -lt $N ]; do { cat "$P"; printf '\\000\\000\\000\\014free%04d' $n; } >i/IMG_$n.heic; n=$((n+1)); done
    sha256sum i/* | cut -c1-64 | sort >before

    """.replacing("PHOTO", with: TestData.checkout + "/examples/collection/shots/2026-05-30/IMG_0193.heic")

  /// Says which bytes are nowhere, which photos are in the catalogue twice, and how many records and photos there are.
  private static let counting = """

    find c i -name .vitrine -prune -o -type f -name '*.heic' -exec sha256sum {} + | cut -c1-64 | sort -u >after
    comm -23 before after | wc -l
    find c -name .vitrine -prune -o -type f -name '*.heic' -exec sha256sum {} + | cut -c1-64 | sort | uniq -d | wc -l
    find c/shots -name '*.yaml' | wc -l; find c/shots -name '*.heic' | wc -l; ls i | wc -l
    find c i -name '.vitrine-*' | wc -l
    """

  private static func run(_ count: Int, _ body: String, shell: String = "sh") throws -> TranscriptStep {
    let (folder, scratch) = (try TemporaryFolder(), try TemporaryFolder())
    try scratch.write("N=\(count)\n" + making + body + counting, to: "script")
    return try Shell.run("\(shell) \(scratch.path)/script", in: folder.path, scratch: scratch)
  }

  @Test("C-U15 killed at any moment, and taken again: every photo is in the catalogue once, and none is lost", arguments: 0..<6)
  func kills(seed: Int) throws {
    var random = SplitMix(state: UInt64(seed))
    let delays = (0..<4).map { _ in "0.\(10 + random.below(35))" }.joined(separator: " ")
    let step = try Self.run(
      60,
      """
      cd c
      for t in \(delays); do timeout -s KILL $t vitrine --quiet ingest ../i >/dev/null 2>&1 || :; done
      vitrine --quiet ingest ../i >/dev/null 2>../said
      vitrine check >/dev/null || cat ../said; cd ..
      """)
    #expect(step.output.split(separator: "\n").map { Int($0) } == [0, 0, 60, 60, 0, 0], "\(step.errors)")
  }

  @Test("C-NFR1 four writers at once, watched: each finished photo becomes a record, also those that come in pieces")
  func watched() throws {
    let step = try Self.run(
      40,
      """
      mkdir w; cd c
      vitrine ingest --watch ../w >../said 2>&1 & V=$!
      cd ..
      while ! grep -q watching said; do sleep 0.02; done
      for k in 0 1 2 3; do (
        n=$k; while [ $n -lt 40 ]; do
          case $((n % 3)) in
            0) mv i/IMG_$n.heic w/;;
            1) { head -c 2000 i/IMG_$n.heic; sleep 0.01; tail -c +2001 i/IMG_$n.heic; } >w/IMG_$n.heic; rm i/IMG_$n.heic;;
            2) mkdir -p w/d$k; cp i/IMG_$n.heic w/.part$n; mv w/.part$n w/d$k/IMG_$n.heic; rm i/IMG_$n.heic;;
          esac
          n=$((n+4))
        done) & W="$W $!"
      done
      wait $W
      t=0; while [ "$(find w -type f | wc -l)" -gt 0 ] && [ $t -lt 400 ]; do sleep 0.05; t=$((t+1)); done
      kill $V; wait $V || :
      (cd c && vitrine check >/dev/null) || cat said
      """)
    #expect(step.output.split(separator: "\n").map { Int($0) } == [0, 0, 40, 40, 0, 0], "\(step.errors)")
  }

  @Test("a full disk leaves inbox and catalogue as they were, and says so")
  func fullDisk() throws {
    guard Need.ownFileSystem.isMet(for: "an ingest on a full disk") else { return }
    let step = try Self.run(
      40,
      """
      mkdir d; mount -t tmpfs -o size=128k tmpfs d; cp -a c d/; cd d/c
      vitrine --quiet ingest ../../i 2>../../said && echo done
      grep -c 'no space left' ../../said; find . -name '*.heic' | wc -l
      cd ../..; umount d
      """, shell: "unshare -rm sh")
    #expect(step.output.split(separator: "\n").map { Int($0) } == [1, 0, 0, 0, 0, 0, 40, 0], "\(step.errors)")
  }

  @Test("what nobody can take is left where it is; what cannot be read changes the status and nothing else")
  func hostileInbox() throws {
    let step = try Self.run(
      3,
      """
      ln -s /etc/passwd i/link.jpg; ln -s ../c i/loop; mkfifo i/pipe.jpg; : >i/empty.heic; mkdir i/folder.jpg
      cp i/IMG_1.heic "$(printf 'i/\\311l\\303\\251 \\377.heic')"; mv i/IMG_2.heic "$(printf 'i/IMG_0\\n.heic')"; mkdir i/d; cp "$P" i/d/IMG_0.heic
      mkdir i/lost+found; chmod 000 i/IMG_0.heic i/lost+found
      cat >take <<'END'
      cd c; timeout 20 vitrine --quiet ingest ../i 2>../said; echo $?
      END
      if [ "$(id -u)" = 0 ]; then setpriv --bounding-set=-dac_override,-dac_read_search sh take; else sh take; fi
      chmod 644 i/IMG_0.heic; rmdir i/lost+found; grep -c 'permission denied' said; grep -c 'not UTF-8' said; grep -rl root: c/shots | wc -l
      (cd c; timeout 20 vitrine --quiet ingest ../i >/dev/null 2>&1 || echo $?; vitrine check >/dev/null && echo 0)
      """)
    // Three photos and the one of the folder; the empty file stays, and so does that whose name is not UTF-8.
    #expect(step.output.split(separator: "\n").map { Int($0) }.prefix(5) == [3, 2, 1, 0, 3], "\(step.output)\(step.errors)")
    #expect(
      step.output.split(separator: "\n").map { Int($0) }.dropFirst(5).prefix(5) == [0, 0, 0, 4, 4], "\(step.output)\(step.errors)"
    )
  }

  @Test("a file that a program still has open for writing is left for the next time, however long it pauses")
  func stillOpen() throws {
    let step = try Self.run(
      3,
      """
      cd c; exec 3>>../i/IMG_1.heic
      vitrine ingest ../i 2>../said; grep -c 'IMG_1.heic is still being written' ../said; find . -name '*.heic' | wc -l
      exec 3>&-; vitrine --quiet ingest ../i; cd ..
      """)
    #expect(step.output.split(separator: "\n").map { Int($0) } == [1, 2, 0, 0, 3, 3, 0, 0], "\(step.errors)")
  }

  /// Makes a card of a folder whose changes bring no events, and that can be pulled out (`contrib/soak/slowcard.py`).
  private static let card = "python3 '\(TestData.checkout)/contrib/soak/slowcard.py'"

  @Test(
    "a file with a gap, on a card that does not say who writes, is left for the next time", .needs(.program("python3")))
  func gap() throws {
    guard Need.ownFileSystem.isMet(for: "a card that does not say who writes") else { return }
    let step = try Self.run(
      3,
      """
      mkdir m; \(Self.card) i m; cp i/IMG_1.heic whole; { cat "$P"; head -c 9000 /dev/zero; } >i/IMG_1.heic
      cd c; vitrine ingest ../m 2>../said; grep -c 'IMG_1.heic is still being written' ../said; find . -name '*.heic' | wc -l
      cp ../whole ../i/IMG_1.heic; vitrine --quiet ingest ../m; umount ../m; cd ..
      """, shell: "unshare -rm sh")
    // The photos stay on the card.
    #expect(step.output.split(separator: "\n").map { Int($0) } == [1, 2, 0, 0, 3, 3, 3, 0], "\(step.output)\(step.errors)")
  }

  @Test(
    "C-U15 a card that is pulled out in the middle leaves nothing half taken, and is taken once when it is put in again",
    .needs(.program("python3")), arguments: [20_000, 250_000, 450_000, 560_000])
  func pulledCard(after bytes: Int) throws {
    guard Need.ownFileSystem.isMet(for: "a card that is pulled out") else { return }
    let step = try Self.run(
      40,
      """
      mkdir m; \(Self.card) i m --fail-after \(bytes); cd c
      vitrine --quiet ingest ../m 2>../said || echo $?
      grep -c 'disk reported an error' ../said | sed 's/[1-9][0-9]*/1/'; umount -l ../m
      [ $(find . -name '*.yaml' -path './shots/*' | wc -l) = $(find . -name '*.heic' | wc -l) ] && echo 1; find . -name '.vitrine-*' | wc -l
      \(Self.card) ../i ../m; vitrine --quiet ingest ../m; vitrine check >/dev/null && echo 1; umount ../m; cd ..
      """, shell: "unshare -rm sh")
    // The photos stay on the card, which is another file system.
    #expect(
      step.output.split(separator: "\n").map { Int($0) } == [3, 1, 1, 0, 1, 0, 0, 40, 40, 40, 0], "\(step.output)\(step.errors)")
  }

  @Test(
    "C-NFR1 watched, a card whose changes bring no events is pulled and put in again, and every photo is taken once",
    .needs(.program("python3")))
  func watchedCard() throws {
    guard Need.ownFileSystem.isMet(for: "a card whose changes bring no events") else { return }
    let step = try Self.run(
      10,
      """
      mkdir m; \(Self.card) i m --fail-after 30000; cd c
      vitrine ingest --watch ../m 2>../said & V=$!
      t=0; until grep -q 'disk reported' ../said || [ $t -gt 400 ]; do sleep 0.05; t=$((t+1)); done
      umount -l ../m; \(Self.card) ../i ../m
      t=0; until [ $(find . -name '*.heic' | wc -l) = 10 ] || [ $t -gt 400 ]; do sleep 0.05; t=$((t+1)); done
      kill $V; wait $V || :; umount ../m; sha256sum ../i/* | cut -c1-64 | sort >../before; cd ..
      """, shell: "unshare -rm sh")
    #expect(step.output.split(separator: "\n").map { Int($0) } == [0, 0, 10, 10, 10, 0], "\(step.output)\(step.errors)")
  }

  @Test("two ingests of one inbox at once take every photo once")
  func twoAtOnce() throws {
    let step = try Self.run(
      60,
      """
      cd c
      vitrine --quiet ingest --wait 30 ../i >/dev/null 2>../said1 & V=$!
      vitrine --quiet ingest --wait 30 ../i >/dev/null 2>../said2 || :
      wait $V || :
      vitrine --quiet ingest ../i >/dev/null 2>&1 || :
      vitrine check >/dev/null || cat ../said1 ../said2; cd ..
      """)
    #expect(step.output.split(separator: "\n").map { Int($0) } == [0, 0, 60, 60, 0, 0], "\(step.errors)")
  }

  @Test("C-NFR7 ten files of 40 MB each are copied, compared and undone without being held in memory")
  func largeFiles() throws {
    let step = try Self.run(
      2,
      """
      for n in 0 1 2 3 4 5 6 7 8 9; do { cat "$P"; printf '\\000\\000\\000\\000free%04d' $n; head -c 40000000 /dev/zero; } >i/L$n.heic; done
      sha256sum i/* | cut -c1-64 | sort >before
      cd c; ulimit -v 1200000
      vitrine --quiet ingest --originals keep ../i >/dev/null
      find . -name '*.heic' | wc -l; vitrine --quiet undo; find . -path ./.vitrine -prune -o -name '*.heic' -print | wc -l
      vitrine --quiet redo; cd ..
      """)
    #expect(step.output.split(separator: "\n").map { Int($0) } == [12, 0, 0, 0, 12, 12, 12, 0], "\(step.errors)")
  }
}
