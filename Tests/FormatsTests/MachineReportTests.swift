// The report formats that other programs read.

import Testing
import VitrineFormats
import VitrineSource

@Suite struct MachineReportTests {
  @Test("short is one line a finding, with no control character")
  func short() {
    #expect(
      text("short", Samples.report) == """
        games/crlf.yaml:2:8: warning[type]: 'status' has no value; expected 'library' or 'wishlist'
        games/crlf.yaml:3:8: warning[type]: notes of several lines
        games/evil.yaml:1:9: warning[type]: control ␛[2J characters & <marks>; \\u{9b}here␊there
        games/hades.yaml:6:15: error[enum]: 'Nintendo Swich' is not a known system; did you mean 'Nintendo Switch'?
        games/open.yaml:1:9: warning[type]: the file ends without a line break
        games/tabs.yaml:1:14: info[note]: two parts
        games/wide.yaml:1:11: warning[type]: wide and combined characters; [here](1) and {0}
        games/zelda: 50%, a.yaml:1:8: error[duplicate-key]: 'Zelda' is there twice

        """)
  }

  @Test("github escapes percent signs everywhere, colons and commas in properties, and keeps each command on one line")
  func gitHub() {
    #expect(
      text("github", Samples.report) == """
        ::warning file=games/crlf.yaml,line=2,col=8,endColumn=8,title=type V110::'status' has no value; expected 'library' or \
        'wishlist'%0Ahelp: write a value of the right type
        ::warning file=games/crlf.yaml,line=3,endLine=5,title=type V110::notes of several lines%0Ahelp: write a value of the right type
        ::warning file=games/evil.yaml,line=1,col=9,endColumn=15,title=type V110::control ␛[2J characters & <marks>; \
        \\u{9b}here␊there%0Ahelp: write a value of the right type
        ::error file=games/hades.yaml,line=6,col=15,endColumn=28,title=enum V112::'Nintendo Swich' is not a known system; did you mean \
        'Nintendo Switch'?%0Ahelp: use one of the 48 systems in schemas/vocabulary/system.yaml, or add it there
        ::warning file=games/open.yaml,line=1,col=9,endColumn=9,title=type V110::the file ends without a line break%0Ahelp: write a \
        value of the right type
        ::notice file=games/tabs.yaml,line=1,col=14,endColumn=15,title=note V190::two parts%0Ahelp: nothing to do
        ::warning file=games/wide.yaml,line=1,col=11,endColumn=16,title=type V110::wide and combined characters; [here](1) and \
        {0}%0Ahelp: write a value of the right type
        ::error file=games/zelda%3A 50%25%2C a.yaml,line=1,col=8,endColumn=12,title=duplicate-key V201::'Zelda' is there twice%0Ahelp: \
        remove or change one of the two

        """)
  }

  @Test("checkstyle groups by file and escapes what XML reserves or cannot hold")
  func checkstyle() {
    #expect(
      text("checkstyle", Samples.report) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <checkstyle version="10.0">
          <file name="games/crlf.yaml">
            <error line="2" column="8" severity="warning" message="'status' has no value; expected 'library' or 'wishlist'" source="vitrine.type"/>
            <error line="3" column="8" severity="warning" message="notes of several lines" source="vitrine.type"/>
          </file>
          <file name="games/evil.yaml">
            <error line="1" column="9" severity="warning" message="control ␛[2J characters &amp; &lt;marks&gt;; &#155;here&#10;there" source="vitrine.type"/>
          </file>
          <file name="games/hades.yaml">
            <error line="6" column="15" severity="error" message="'Nintendo Swich' is not a known system; did you mean 'Nintendo Switch'?" source="vitrine.enum"/>
          </file>
          <file name="games/open.yaml">
            <error line="1" column="9" severity="warning" message="the file ends without a line break" source="vitrine.type"/>
          </file>
          <file name="games/tabs.yaml">
            <error line="1" column="14" severity="info" message="two parts" source="vitrine.note"/>
          </file>
          <file name="games/wide.yaml">
            <error line="1" column="11" severity="warning" message="wide and combined characters; [here](1) and {0}" source="vitrine.type"/>
          </file>
          <file name="games/zelda: 50%, a.yaml">
            <error line="1" column="8" severity="error" message="'Zelda' is there twice" source="vitrine.duplicate-key"/>
          </file>
        </checkstyle>

        """)
  }

  @Test("junit has a case for each file with findings and one for the rest; only errors fail")
  func jUnit() {
    var report = Samples.report
    report.findings = report.findings.filter { $0.path.starts(with: "games/crlf") || $0.path.starts(with: "games/hades") }
    #expect(
      text("junit", report) == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="vitrine" tests="3" failures="1" errors="0" time="0.012">
          <testsuite name="vitrine check" skipped="0" tests="3" failures="1" errors="0" time="0.012">
            <testcase classname="vitrine" name="games/crlf.yaml">
              <system-out>2:8: warning[type]: 'status' has no value; expected 'library' or 'wishlist'
        3:8: warning[type]: notes of several lines</system-out>
            </testcase>
            <testcase classname="vitrine" name="games/hades.yaml">
              <failure type="enum" message="1 error">6:15: error[enum]: 'Nintendo Swich' is not a known system; did you mean \
        'Nintendo Switch'?</failure>
            </testcase>
            <testcase classname="vitrine" name="118 other files without findings"/>
          </testsuite>
        </testsuites>

        """)
  }

  @Test("ndjson writes every key of a finding, and json the same objects with the counts")
  func json() {
    var report = Samples.report
    report.findings = report.findings.filter { $0.path.starts(with: "games/hades") }
    let object = """
      {"code":"V112","rule":"enum","severity":"error","path":"games/hades.yaml",\
      "start":{"byte":94,"line":6,"column":15,"utf16Column":15},"end":{"byte":108,"line":6,"column":29,"utf16Column":29},\
      "pointer":"/platforms/0/system","record":"Hades","message":"'Nintendo Swich' is not a known system",\
      "label":"did you mean 'Nintendo Switch'?","help":"use one of the 48 systems in schemas/vocabulary/system.yaml, or add it there",\
      "note":"","related":[],"fixes":[{"title":"replace with 'Nintendo Switch'","safe":true,\
      "edits":[{"start":94,"end":108,"replacement":"Nintendo Switch"}]}]}
      """
    #expect(text("ndjson", report) == object + "\n")
    #expect(
      text("json", report) == """
        {
          "format": 1,
          "tool": {"name":"vitrine","version":"1.2.3"},
          "summary": {"errors":1,"warnings":0,"infos":0,"records":83,"photos":25,"files":120,"seconds":0.012300},
          "findings": [
            \(object)
          ]
        }

        """)
  }

  @Test("sarif gives a result its rule, region, fix, related places and an encoded path, and lets no text pass for a link")
  func sarif() throws {
    let lines = text("sarif", Samples.report).split(separator: "\n").map { $0.drop { $0 == " " } }
    let hades = try #require(lines.first { $0.contains("hades") })
    #expect(
      hades == """
        {"ruleId":"V112","ruleIndex":1,"level":"error","message":{"text":"'Nintendo Swich' is not a known system; did you mean \
        'Nintendo Switch'?\\nuse one of the 48 systems in schemas/vocabulary/system.yaml, or add it there"},\
        "locations":[{"physicalLocation":{"artifactLocation":{"uri":"games/hades.yaml","uriBaseId":"%SRCROOT%"},\
        "region":{"startLine":6,"startColumn":15,"endLine":6,"endColumn":29,"byteOffset":94,"byteLength":14}},\
        "logicalLocations":[{"fullyQualifiedName":"/platforms/0/system"}]}],"partialFingerprints":{"vitrine/v1":"4fbb89dd45def1f4"},\
        "fixes":[{"description":{"text":"replace with 'Nintendo Switch'"},"artifactChanges":[{"artifactLocation":\
        {"uri":"games/hades.yaml","uriBaseId":"%SRCROOT%"},"replacements":[{"deletedRegion":{"startLine":6,"startColumn":15,\
        "endLine":6,"endColumn":29},"insertedContent":{"text":"Nintendo Switch"}}]}]}]},
        """)
    let zelda = try #require(lines.first { $0.contains("V201") && $0.contains("ruleIndex") })
    #expect(zelda.contains(#""uri":"games/zelda%3A%2050%25%2C%20a.yaml""#))
    #expect(zelda.contains(#""relatedLocations":[{"id":1,"physicalLocation":{"artifactLocation":{"uri":"games/zelda.yaml""#))
    #expect(lines.contains { $0.contains(#"\\[here\\](1) and {{0}}"#) })
    #expect(isJSON(text("sarif", Samples.report)))
  }

  @Test("a replacement that is no UTF-8 stands in base 64, and for sarif as binary content of a region in bytes")
  func binaryFix() {
    var finding = Finding(Rule("V999", "test", .error, "summary", help: "help"), at: ByteRange(0, 2), "m")
    finding.fixes = [Fix("mend", [TextEdit(ByteRange(1, 2), [0xFF, 0x61, 0x62, 0x63])], isSafe: false)]
    let located = report(SourceText(path: "a", bytes: Array("abc".utf8)).located([finding]))
    #expect(text("ndjson", located).contains(#""edits":[{"start":1,"end":2,"replacementBase64":"/2FiYw=="}]"#))
    #expect(
      text("sarif", located).contains(
        #"{"deletedRegion":{"byteOffset":1,"byteLength":1},"insertedContent":{"binary":"/2FiYw=="}}"#))
  }

  @Test("a report without findings is still a whole document in every format")
  func empty() {
    let clean = report([])
    #expect(text("short", clean).isEmpty && text("ndjson", clean).isEmpty && text("github", clean).isEmpty)
    #expect(text("gitlab", clean) == "[]\n")
    #expect(text("checkstyle", clean).hasSuffix("<checkstyle version=\"10.0\">\n</checkstyle>\n"))
    #expect(
      text("junit", clean).contains("tests=\"1\" failures=\"0\"") && text("junit", clean).contains("12 files without findings"))
    for name in ["json", "gitlab", "sarif"] { #expect(isJSON(text(name, clean))) }
  }

  @Test("gitlab fingerprints are unique, and stay when lines move")
  func fingerprints() throws {
    let rule = Rule("V999", "test", .error, "summary", help: "help")
    func report(_ shift: Int) -> String {
      let source = SourceText(
        path: "a.yaml", bytes: Array(String(repeating: "#\n", count: shift).utf8) + Array("a: 1\nb: 2\n".utf8))
      let findings = [0, 5, 5].map { Finding(rule, at: ByteRange(shift * 2 + $0, shift * 2 + $0 + 1), "alike") }
      return text(
        "gitlab",
        VitrineFormats.Report(
          findings: source.located(findings), counts: .init(records: 1, photos: 0, files: 1), version: "1", texts: { _ in nil }))
    }
    func prints(_ text: String) -> [Substring] { text.split(separator: "\n").filter { $0.contains("fingerprint") } }
    #expect(prints(report(0)) == prints(report(7)))
    #expect(Set(prints(report(0))).count == 3)
  }

  @Test("the names of the formats are unique and in order, and each says what it is for")
  func shelf() {
    #expect(
      Report.formats.map { $0.name } == ["checkstyle", "github", "gitlab", "human", "json", "junit", "ndjson", "sarif", "short"])
    #expect(Table.formats.map { $0.name } == ["csv", "json", "markdown", "ndjson", "paths0", "paths", "table", "yaml"])
    #expect(Report.formats.allSatisfy { !$0.summary.isEmpty } && Table.formats.allSatisfy { !$0.summary.isEmpty })
    #expect(Report.format(named: "nothing") == nil && Table.format(named: "nothing") == nil)
  }
}
