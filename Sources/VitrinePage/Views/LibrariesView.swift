// What is read and why, word for word as a person is asked; and what this program is.

import VitrineApplication
import VitrineCatalog
import VitrineFormats
import VitrineIndex
import VitrineModel
import VitrineSource

/// The page of libraries and privacy.
enum LibrariesView {
  static func answer(_ request: PageRequest) -> PageAnswer {
    let words = request.words
    let manifest = request.catalogue.manifest
    var examination = Examination(request.context)
    examination.lookAtCatalogue { request.catalogue }
    let libraries = examination.lines.filter { $0.label == "library" || $0.text.hasPrefix("library ") }.map { line in
      "<li class=\"finding \(line.label == "problem" ? "error" : "fine")\"><p>\(words.said(line.text))</p></li>" as Markup
    }
    let permissions = manifest.permissions.map { permission -> Markup in
      // The person's own language first, then the others, each to the letter.
      let texts =
        permission.words.filter { $0.language == words.language } + permission.words.filter { $0.language != words.language }
      let lines = texts.map { text -> Markup in
        let language: Markup = text.language.map { " lang=\"\($0)\"" } ?? .empty
        let tag: Markup = text.language.map { "<span class=\"faint\">\($0)</span>" } ?? .empty
        return "<p\(language)>\(text.text) \(tag)</p>"
      }
      let kinds = request.open.kinds.filter { permission.kinds.contains($0.name) }.map(\.nouns).joined(separator: ", ")
      let concerned: Markup = kinds.isEmpty ? .empty : "<p class=\"faint\">\(words("library.concerns", kinds))</p>"
      let title = words.known("library.ask." + permission.name) ?? permission.name
      return "<div class=\"row\"><dt>\(title)</dt><dd><div>\(lines)\(concerned)</div></dd></div>"
    }
    let tiles = Streets(request).read
    let folders: Markup =
      libraries.isEmpty && tiles.bytes.isEmpty
      ? "<p class=\"sub\">\(words("library.none"))</p>" : "<ul class=\"findings\">\(libraries)\(tiles)</ul>"
    let texts: Markup =
      permissions.isEmpty ? "<p class=\"sub\">\(words("library.noTexts"))</p>" : "<dl class=\"fields wide\">\(permissions)</dl>"
    let main: Markup = """
      <header class="head"><h1>\(words("library.title"))</h1></header>
      <section><h2>\(words("library.read"))</h2><p>\(words("library.catalogue")) <code>\(request.catalogue.root)</code></p>
      \(folders)</section>
      <section><h2>\(words("library.asks"))</h2>\
      \(texts)</section>
      <section><h2>\(words("library.private"))</h2><ul class="plain"><li>\(words("library.noNetwork"))</li><li>\(words("library.session"))</li><li>\(words("library.share"))</li></ul></section>
      """
    return .page(PageContent(title: words("library.title"), main: main, place: "libraries"))
  }
}

/// What this program is.
enum AboutView {
  static func answer(_ request: PageRequest) -> PageAnswer {
    let words = request.words
    var examination = Examination(request.context)
    examination.lookAtCatalogue { request.catalogue }
    examination.lookAtSystem()
    let shown = ["version", "catalogue", "records", "check", "cores", "network"]
    let rows = examination.lines.filter { shown.contains($0.label) }.map { line in
      "<div class=\"row\"><dt>\(words("about." + line.label))</dt><dd>\(text(line, request))</dd></div>" as Markup
    }
    let main: Markup = """
      <header class="head"><h1>vitrine</h1></header><p class="sub">\(words("about.text"))</p>
      <dl class="fields wide">\(rows)</dl>
      """
    return .page(PageContent(title: words("about.title"), main: main, place: "about"))
  }

  /// What was found, in the page's words.
  private static func text(_ line: (label: String, text: String), _ request: PageRequest) -> Markup {
    let words = request.words
    switch line.label {
    case "records":
      let catalogue = request.catalogue
      let counts = [
        words("about.some", count: catalogue.recordCount), words("about.kinds", count: catalogue.kinds.count),
        words("about.photos", count: catalogue.photoCount),
      ]
      return .text(counts.joined(separator: " · "))
    case "check":
      let errors = request.catalogue.findings.count(of: .error)
      return errors == 0
        ? .text(words("about.fine")) : "<a class=\"quiet\" href=\"/report\">\(words("about.errors", count: errors))</a>"
    case "network": return .text(words("about.unused"))
    default: return .text(words.said(line.text))
    }
  }
}
