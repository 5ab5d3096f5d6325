// Findings that open in an editor: which browsers are asked for one, and the addresses that they get.

import Testing
import VitrineApplication
import VitrinePage
import VitrineSystem
import VitrineTLS
import VitrineTesting

/// The choice of an editor, kept by a browser, and the links of findings.
@Suite struct FileEditorTests {
  private let page: RunningPage

  init() throws {
    page = try RunningPage()
    // Behind a character of two UTF-16 code units, in a file whose name has all that means something in an address.
    try page.folder.write("{title: 😀, shelf: topp}\n", to: "things/a b#c?d%e'f\"ğ&:g.yaml")
  }

  private let encoded = "things/a%20b%23c%3Fd%25e%27f%22%C4%9F%26%3Ag"

  /// What a browser of this machine gets that chose an editor.
  private func get(_ target: String, editor: String, _ lines: [String] = []) throws -> String {
    try page.raw("GET \(target) HTTP/1.1", [page.host, page.cookie() + "; vitrine-editor=\(editor)"] + lines).text
  }

  @Test("a finding of the report and of a record leads to its line and column, in the way of the editor that was chosen")
  func addresses() throws {
    let file = page.folder.path + "/" + encoded + ".yaml"
    for (editor, title, address) in [
      ("vscode", "VS Code", "vscode://file\(file):1:20"), ("vscodium", "VSCodium", "vscodium://file\(file):1:20"),
      ("cursor", "Cursor", "cursor://file\(file):1:20"), ("zed", "Zed", "zed://file\(file):1:19"),
      ("jetbrains", "JetBrains IDE", "idea://open?file=\(file)&amp;line=1&amp;column=20"),
      ("sublime", "Sublime Text", "subl://open?url=file://\(file)&amp;line=1&amp;column=19"),
      ("textmate", "TextMate", "txmt://open?url=file://\(file)&amp;line=1&amp;column=19"),
    ] {
      let link = "<a class=\"quiet\" href=\"\(address)\">Open in \(title)</a>"
      let report = try get("/report", editor: editor)
      #expect(report.contains(link), "\(editor): \(report)")
      #expect(report.contains("<option value=\"\(editor)\" selected>\(title)</option>"))
      #expect(try get("/" + encoded, editor: editor).contains(link), "\(editor)")
    }
    #expect(try get("/report", editor: "zed", ["Accept-Language: tr"]).contains(">Zed ile aç</a>"))
  }

  @Test("a photo is no text, and is not opened so")
  func photos() throws {
    try page.folder.write("no photo", to: "things/stray.jpg")
    let report = try get("/report", editor: "zed")
    #expect(report.contains("things/stray.jpg") && !report.contains("stray.jpg:1:1\""), "\(report)")
  }

  @Test("the choice is kept as a cookie and taken back; what is no editor changes nothing and leads nowhere")
  func choice() throws {
    let kept = try page.post("/editor", [("editor", "zed")])
    #expect(kept.status == 303 && kept.headers["location"] == "/report")
    #expect(kept.headers["set-cookie"] == "vitrine-editor=zed; Path=/; Max-Age=31536000; HttpOnly; SameSite=Strict")
    let gone = try page.post("/editor", [("editor", "")])
    #expect(gone.headers["set-cookie"] == "vitrine-editor=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
    let unknown: [[(String, String)]] = [[("editor", "javascript")], [("editor", "Zed")], [("editor", "zed; Domain=x")], []]
    for fields in unknown {
      let reply = try page.post("/editor", fields)
      #expect(reply.status == 303 && reply.headers["set-cookie"] == nil, "\(fields)")
    }
    for name in ["javascript", "", "Zed"] {
      let report = try get("/report", editor: name)
      #expect(!report.contains("Open in") && !report.contains(" selected>") && !report.contains("javascript:"), "\(name)")
    }
    #expect(try page.get("/editor").status == 404)
  }

  @Test("without a choice no finding has such a link, and nothing says where the catalogue is; no policy forbids to follow one")
  func none() throws {
    for target in ["/report", "/" + encoded] {
      let reply = try page.get(target)
      #expect(reply.status == 200 && !reply.text.contains("Open in") && !reply.text.contains(page.folder.path), "\(target)")
      let policy = reply.headers["content-security-policy"] ?? ""
      #expect(policy.contains("default-src") && !policy.contains("navigate-to") && !policy.contains("sandbox"))
    }
    #expect(try page.get("/report").text.contains("<select id=\"editor\" name=\"editor\">"))
  }

  @Test("a device of the network is asked for no editor, keeps none, and gets no path of this machine")
  func network() throws {
    let state = try TemporaryFolder()
    let opened = try page.server.openToNetwork(
      on: [#require(IPv4Address("127.0.0.2"))], authorityIn: state.path + "/vitrine")
    let start = opened.addresses[0]
    let host = "Host: \(start.dropFirst("https://".count).dropLast())"
    // As it comes out of the relay.
    func relayed(_ first: String, _ lines: [String], _ body: String = "") throws -> RawReply {
      let client = try RawClient(port: #require(page.server.relayedPort))
      try client.send(([first] + lines).joined(separator: "\r\n") + "\r\n\r\n" + body)
      return try client.reply()
    }
    let letIn = try relayed("GET /enter?code=\(opened.code) HTTP/1.1", [host])
    let cookie = "Cookie: " + (letIn.headers["set-cookie"]?.split(separator: ";").first.map(String.init) ?? "")
    let report = try relayed("GET /report HTTP/1.1", [host, cookie + "; vitrine-editor=vscode"])
    #expect(report.status == 200 && report.text.contains("class=\"finding"), "\(report.text)")
    for text in ["vscode", "name=\"editor\"", "Open in", page.folder.path] { #expect(!report.text.contains(text), "\(text)") }
    let lines = [host, cookie, "Origin: \(start.dropLast())", "Content-Type: application/x-www-form-urlencoded"]
    let kept = try relayed("POST /editor HTTP/1.1", lines + ["Content-Length: 13"], "editor=vscode")
    #expect(kept.status == 303 && kept.headers["set-cookie"] == nil)
  }
}
