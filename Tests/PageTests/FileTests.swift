// The page's own files: what is sent, how it is kept, what their folder looks like.

import FoundationEssentials
import Testing
import VitrinePage
import VitrineSyntax
import VitrineTesting

/// Styles, modules and languages.
@Suite struct FileTests {
  private func names(_ folder: String) -> [String] {
    (try? TestData.own("Sources/CPage/page.c")).map { bytes in
      String(decoding: bytes, as: UTF8.self).matches(of: /\{"([^"]+)", file/).map { String($0.output.1) }.filter {
        $0.hasPrefix(folder + "/")
      }
    } ?? []
  }

  private func text(_ name: String) throws -> String {
    String(decoding: try TestData.own("Sources/CPage/" + name), as: UTF8.self)
  }

  private func keys(_ language: String) throws -> [String: String] {
    let tree = YAML.parse(try TestData.own("Sources/CPage/languages/\(language).yaml")).tree
    return tree.withReader { reader in
      var keys: [String: String] = [:]
      if let root = tree.roots.first { reader.forEachEntry(root) { keys[reader.text($0.key)] = reader.text($0.value) } }
      return keys
    }
  }

  @Test("files have the program's version in their address, are kept, come smaller, and are not sent twice")
  func caching() throws {
    let page = try RunningPage()
    let start = try page.get("/").text
    let address = try #require(start.firstMatch(of: /href="(\/assets\/[^"]+\/style\.css)"/)).output.1
    let plain = try page.get(String(address))
    #expect(plain.headers["content-type"] == "text/css; charset=utf-8")
    #expect(plain.headers["cache-control"]?.contains("immutable") == true)
    let small = try page.get(String(address), ["Accept-Encoding: gzip, br"])
    #expect(small.headers["content-encoding"] == "gzip")
    #expect(small.body.count * 2 < plain.body.count && small.body.starts(with: [0x1F, 0x8B]))
    let tag = try #require(plain.headers["etag"])
    #expect(try page.get(String(address), ["If-None-Match: \(tag)"]).status == 304)
    #expect(try page.get("/assets/x/modules/../../page.c").status == 404)
  }

  @Test("a folder can stand in for the files in the program, and serves no other file")
  func folder() throws {
    let folder = try TemporaryFolder()
    try folder.write("body { color: red }", to: "styles/page.css")
    try folder.write("secret", to: "secret.txt")
    let page = try RunningPage(change: { $0.files = folder.path })
    #expect(try page.get("/assets/x/style.css").text == "body { color: red }")
    #expect(try page.get("/assets/x/secret.txt").status == 404)
  }

  @Test("the design page is there for people who work on the page's files only")
  func design() throws {
    let folder = try TemporaryFolder()
    #expect(try RunningPage().get("/design").status == 404)
    let page = try RunningPage(change: { $0.files = folder.path })
    #expect(try page.get("/design").text.contains("<h2>Stages</h2>"))
    #expect(try page.get("/design/thing?state=refused").text.contains("class=\"msg\""))
    #expect(try page.get("/design/nothing").status == 404)
  }

  @Test("all own code is less than 90 kB on its way, and no file of the script is long")
  func sizes() throws {
    let page = try RunningPage()
    var size = 0
    // All style sheets but the camera's are one file.
    for name in names("modules") + ["style.css", "styles/camera.css", "styles/icon.svg"] {
      let reply = try page.get("/assets/x/" + name, ["Accept-Encoding: gzip"])
      #expect(reply.status == 200)
      size += reply.body.count
    }
    for name in names("modules") + names("styles") {
      #expect(try text(name).split(separator: "\n", omittingEmptySubsequences: false).count <= 250, "\(name)")
    }
    #expect(size > 5_000 && size < 90_000)
  }

  @Test(
    "modules import one way, begin with a sentence, and have no globals; nothing is made of them before they are served (M10.1)")
  func modules() throws {
    var imports: [String: [String]] = [:]
    for name in names("modules") {
      let text = try text(name)
      #expect(text.hasPrefix("// "), "\(name)")
      for word in [
        "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "window.vitrine", "globalThis",
        "http://", "https://",
      ] {
        #expect(!text.contains(word), "\(name) has \(word)")
      }
      #expect(text.matches(of: /(?m)^(?:var|let) [^;]*window/).isEmpty)
      imports[name] = text.matches(of: /from '\.\/([a-z-]+\.js)'|import[ (]'\.\/([a-z-]+\.js)'/).map {
        "modules/" + ($0.output.1 ?? $0.output.2 ?? "")
      }
    }
    #expect(imports.count > 8)
    for (name, others) in imports { for other in others { #expect(imports[other] != nil, "\(name) imports \(other)") } }
    // No way back to where one came from.
    func reaches(_ name: String, _ goal: String, _ seen: Set<String>) -> Bool {
      (imports[name] ?? []).contains { $0 == goal || (!seen.contains($0) && reaches($0, goal, seen.union([$0]))) }
    }
    for name in imports.keys { #expect(!reaches(name, name, []), "\(name)") }
  }

  @Test(
    "what a rule with ':has' applies to has a name of its own: else a browser finds out the style of all there is whenever a row comes"
  )
  func subjects() throws {
    var count = 0
    for name in names("styles") where name.hasSuffix(".css") {
      let rules = try text(name).replacing(/\/\*[^*]*\*\//, with: "")
      for rule in rules.matches(of: /(?:^|[{}])\s*([^{}@]+)\{/) {
        // Commas within brackets part no selectors, and blanks there no elements.
        var bare = String(rule.output.1)
        while let inner = bare.firstMatch(of: /\([^()]*\)/) { bare.replaceSubrange(inner.range, with: "") }
        guard rule.output.1.contains(":has(") else { continue }
        for selector in bare.split(separator: ",") {
          let subject = selector.split { " >+~\n".contains($0) }.last ?? ""
          #expect(subject.first?.isLetter == true || subject.hasPrefix(".") || subject.hasPrefix("#"), "\(name): \(selector)")
          #expect(subject != "body" && !subject.hasPrefix("body:"), "\(name): \(selector)")
          count += 1
        }
      }
    }
    #expect(count > 20)
  }

  @Test("the script looks for what a browser can do; it asks for its name only to say where its settings are (W6.3)")
  func features() throws {
    for name in names("modules") {
      let text = try text(name)
      for word in ["navigator.vendor", "navigator.platform", "userAgentData", "window.chrome"] { #expect(!text.contains(word)) }
      let asked = text.matches(of: /userAgent/).count
      guard name == "modules/camera.js" else {
        #expect(asked == 0, "\(name)")
        continue
      }
      // The words for a camera that was refused, which are another in each browser.
      #expect(asked == 1 && text.contains("function steps() {\n  const agent = navigator.userAgent;"))
    }
  }

  @Test("the languages have the same keys, each with the same places to fill, and every key that is used is there")
  func languages() throws {
    let (english, turkish) = (try keys("en"), try keys("tr"))
    // Turkish counts without a plural.
    #expect(Set(english.keys.filter { !$0.hasSuffix(".one") }).symmetricDifference(turkish.keys) == [])
    for (key, text) in turkish { #expect(text.contains("{}") == english[key]?.contains("{}"), "\(key)") }
    var used: Set<String> = []
    var sources = ""
    for name in Self.views {
      let source = String(decoding: try TestData.own("Sources/VitrinePage/" + name), as: UTF8.self)
      sources += source
      for match in source.matches(of: /words\("([a-zA-Z.]+)"/) where !match.output.1.hasSuffix(".") {
        used.insert(String(match.output.1))
      }
    }
    #expect(used.count > 60)
    #expect(used.filter { english[$0] == nil } == [])
    // Keys that are put together of a word and a name.
    let made = [
      "help.", "layout.", "level.", "delete.", "month.", "about.", "import.mode.", "import.dates.", "camera.", "library.ask.",
      "weekday.", "share.as.", "share.goes.", "share.metadata.", "property.what.", "toast.", "export.format.",
    ]
    let unused = english.keys.filter { key in
      !key.hasSuffix(".one") && !used.contains(key) && !made.contains { key.hasPrefix($0) } && !sources.contains("\"\(key)\"")
    }
    #expect(unused == [])
  }

  private static let views: [String] = {
    let folder = TestData.checkout + "/Sources/VitrinePage/Views"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return ["PageSite.swift"] + names.sorted().map { "Views/" + $0 }
  }()
}
