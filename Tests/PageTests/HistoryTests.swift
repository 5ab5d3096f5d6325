// The history of a record in a repository: commits and changes in one list, and nothing that the repository's settings name.

import Glibc
import Testing
import VitrinePage
import VitrineSystem
import VitrineTesting

/// The history of a record, from the journal and from git.
@Suite(.needs(.program("git"))) struct HistoryTests {
  private let page: RunningPage

  init() throws { page = try RunningPage() }

  /// Runs commands in the folder of the catalogue, with nobody's settings of git. `commit DAY AUTHOR SUBJECT` commits all that git knows.
  private func run(_ commands: String) {
    let commit = """
      commit() { GIT_AUTHOR_DATE="2026-11-$1T10:00:00+03:00" GIT_COMMITTER_DATE="2026-11-$1T10:00:00+03:00" \
      GIT_AUTHOR_NAME="$2" GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@example.org \
      git commit -q -a -m "$3"; }
      """
    let own = "export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_NOSYSTEM=1; set -e"
    #expect(system("cd '\(page.folder.path)' || exit 1; \(own)\n\(commit)\n\(commands)") == 0)
  }

  /// The items of a history.
  private func items(_ text: String) -> [Substring] { text.split(separator: "<li class=\"change").dropFirst().map { $0 } }

  @Test("commits stand between the changes of the journal by their time, through another name, with nothing of them as markup")
  func merged() throws {
    run(
      #"""
      git init -q -b main .; git add things schemas vitrine.yaml
      commit 18 'Ann &lt;i&gt; & Bo' 'Begin </li> & <script>x</script>'
      git mv things/two.yaml things/second.yaml; commit 19 Ann 'Another name'
      """#)
    let edit = "/things/second?edit"
    #expect(try page.post(edit, try page.form(edit, typing: ["title": "Second"])).status == 303)
    run("commit 22 Zoe 'After the change'")
    let text = try page.get("/things/second?history").text
    let shown = items(text)
    try #require(shown.count == 4, "\(text)")
    #expect(shown[0].contains("<bdi>After the change</bdi>") && shown[0].contains("22 November 2026, 10:00 +03:00"))
    #expect(shown[1].contains("action=\"/undo\"") && shown[1].contains("<ins>+title: Second</ins>"))
    #expect(shown[2].contains("<bdi>Another name</bdi>") && shown[2].contains("things/two.yaml →</span> things/second.yaml"))
    #expect(shown[3].contains("<bdi>Begin &lt;/li&gt; &amp; &lt;script&gt;x&lt;/script&gt;</bdi>"), "\(shown[3])")
    #expect(shown[3].contains("<bdi>Ann &amp;lt;i&amp;gt; &amp; Bo</bdi>") && !text.contains("<script>x"), "\(shown[3])")
    #expect(shown[3].contains(/<code>[0-9a-f]{8}<\/code>/))
    #expect(try page.get("/things/second?history", ["Accept-Language: tr"]).text.contains("22 Kasım 2026, 10:00"))
  }

  @Test("what a commit changed is shown where it is asked for, and of no other object")
  func difference() throws {
    run(
      """
      git init -q -b main .; git add things; commit 18 Ann Begin
      printf 'title: Third\\n' > things/two.yaml; commit 19 Ann Change
      """)
    let text = try page.get("/things/two?history").text
    #expect(!text.contains("<ins>"))
    let match = try #require(text.firstMatch(of: /history&amp;commit=([0-9a-f]{40})#/))
    let shown = try page.get("/things/two?history&commit=\(match.output.1)").text
    #expect(shown.contains("<del>-title: Two</del>") && shown.contains("<ins>+title: Third</ins>"), "\(shown)")
    for other in ["", "HEAD", "--all", String(repeating: "0", count: 40)] {
      #expect(try !page.get("/things/two?history&commit=\(other)").text.contains("<ins>"), "\(other)")
    }
  }

  @Test("a record that was renamed in the page and is not committed yet has the commits of its former name")
  func uncommittedName() throws {
    run("git init -q -b main .; git add things; commit 18 Ann Begin")
    let preview = try page.post("/things/two?rename", [("to", "second")])
    #expect(try page.post("/things/two?rename", RunningPage.fields(of: preview.text)).status == 303)
    let shown = items(try page.get("/things/second?history").text)
    #expect(shown.count == 2 && shown.last?.contains("<bdi>Begin</bdi>") == true, "\(shown)")
  }

  @Test("a history that is empty says what was looked through, and no more")
  func empty() throws {
    let nothing = try page.get("/things/two?history").text
    #expect(
      nothing.contains("The journal knows no change of this record.") && nothing.contains("What vitrine changed, the latest"))
    run("git init -q -b main .")
    #expect(try page.get("/things/two?history").text.contains("Neither the journal nor git knows a change of this record."))
    run("git add things/one.yaml; commit 18 Ann Begin")
    #expect(try page.get("/things/two?history").text.contains("Neither the journal nor git knows a change of this record."))
    #expect(try items(page.get("/things/one?history").text).count == 1)
    // A repository that git cannot read.
    run("echo broken > .git/HEAD")
    #expect(try page.get("/things/one?history").text.contains("The journal knows no change of this record."))
  }

  @Test("of many commits the latest are shown, and that there are more; of few, no such thing")
  func many() throws {
    run(
      """
      git init -q -b main .; git add things; commit 18 Ann Begin
      for number in $(seq 49); do echo "# $number" >> things/two.yaml; commit 19 Ann "Change $number"; done
      """)
    let whole = try page.get("/things/two?history").text
    #expect(items(whole).count == 50 && !whole.contains("commits are shown"))
    run("echo '# 50' >> things/two.yaml; commit 20 Ann 'Change 50'")
    let text = try page.get("/things/two?history").text
    #expect(items(text).count == 50 && text.contains("Only the latest 50 commits are shown."))
    #expect(text.contains("<bdi>Change 50</bdi>") && !text.contains("<bdi>Begin</bdi>"))
  }

  @Test("no program runs that the repository's settings name, and what takes the place of commits is not shown")
  func hostile() throws {
    let ran = try TemporaryFolder()
    for name in ["gpg", "monitor", "other"] {
      try ran.write(program: "#!/bin/sh\ntouch '\(ran.path)/ran-\(name)'\ncat\n", to: name)
    }
    run(
      #"""
      git init -q -b main .; git add things; commit 18 Ann Begin
      printf 'title: Third\n' > things/two.yaml; commit 19 Ann Change
      git cat-file commit HEAD | sed 's/^committer.*/&\
      gpgsig -----BEGIN PGP SIGNATURE-----\
       \
       x\
       -----END PGP SIGNATURE-----/' > .git/signed
      signed=$(git hash-object -t commit -w --stdin < .git/signed); git update-ref HEAD $signed
      printf 'title: Fourth\n' > things/two.yaml; commit 20 Ann Replaced; new=$(git rev-parse HEAD); git reset -q --hard $signed
      git replace $signed $new; touch things/two.yaml; echo 'Else <a@example.org>' > .mailmap
      """#)
    let traps = """
      for name in core.pager pager.log filter.x.clean filter.x.smudge filter.x.process diff.x.textconv diff.x.command \
      diff.external core.sshCommand core.editor core.alternateRefsCommand core.hooksPath; do \
      git config $name '\(ran.path)/other'; done; echo '*.yaml filter=x diff=x' > .gitattributes; git config log.mailmap true
      git config gpg.program '\(ran.path)/gpg'; git config log.showSignature true
      git config core.fsmonitor '\(ran.path)/monitor'; git config diff.orderFile /nowhere
      git config remote.origin.url 'ext::\(ran.path)/other'; git config remote.origin.promisor true
      git config protocol.ext.allow always
      """
    run(traps)
    let text = try page.get("/things/two?history").text
    #expect(items(text).count == 2 && text.contains("<bdi>Change</bdi>") && text.contains("<bdi>Ann</bdi>"), "\(text)")
    let match = try #require(text.firstMatch(of: /history&amp;commit=([0-9a-f]{40})#/))
    #expect(try page.get("/things/two?history&commit=\(match.output.1)").text.contains("<ins>+title: Third</ins>"))
    #expect(try ran.names(in: "") == ["gpg", "monitor", "other"])
    // They would have run.
    run("git --no-replace-objects -c diff.orderFile= log -1 >/dev/null 2>&1 || true; git status >/dev/null 2>&1 || true")
    #expect(try ran.names(in: "").filter { $0.hasPrefix("ran-") } != [])
  }

  @Test("a repository that keeps git waiting is given up soon, and other pages do not wait for it")
  func slow() throws {
    run("git init -q -b main .; git add things; commit 18 Ann Begin; mkfifo .git/more; git config include.path more")
    let start = MonotonicClock.now
    let lines = ["GET /things/two?history HTTP/1.1", page.host, try page.cookie()].joined(separator: "\r\n") + "\r\n\r\n"
    let clients = try (0..<3).map { _ in try RawClient(port: page.server.port) }
    for client in clients { try client.send(lines) }
    #expect(try page.get("/things").status == 200)
    for client in clients { #expect(try client.reply().text.contains("The journal knows no change of this record.")) }
    #expect(MonotonicClock.now - start < 30_000_000_000)
  }
}
