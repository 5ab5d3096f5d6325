// A finding in place: what is wrong, what helps, and its fix as a button.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineModel
import VitrinePhotos
import VitrineSource

/// Writes findings.
enum FindingView {
  /// Findings as items of a list.
  static func items(_ findings: some Sequence<Finding>, _ request: PageRequest, showsPath: Bool) -> Markup {
    var counts: [String: Int] = [:]
    let items = findings.map { finding -> Markup in
      // By its id a finding stays where it is while others come and go: by what is said of which value, since lines move.
      let said = [finding.path.string, finding.rule.code, finding.pointer, finding.message].joined(separator: "\n")
      let number = counts[said, default: 0]
      counts[said] = number + 1
      let digest = ContentDigest(Array("\(said)\n\(number)".utf8)).hexadecimal.prefix(12)
      return item(finding, "finding-\(digest)", request, showsPath: showsPath)
    }
    return "\(items)"
  }

  private static func item(_ finding: Finding, _ id: String, _ request: PageRequest, showsPath: Bool) -> Markup {
    let words = request.words
    let fix = finding.fixes.first { $0.isSafe && $0.newPath == nil }
    let button: Markup =
      fix.map { fix in
        """
        <form method="post" action="/report"><input type="hidden" name="path" value="\(finding.path.string)">\
        <input type="hidden" name="rule" value="\(finding.rule.code)"><input type="hidden" name="start" value="\(Int(finding.range.start))">\
        <button class="fix">\(request.open.language.capitalised(words.said(fix.title)))</button></form>
        """
      } ?? .empty
    return """
      <li class="finding \(finding.severity.word)" id="\(id)"><p><span class="level">\(words("level." + finding.severity.word))</span> \(words.said(finding.message))</p>\
      <p class="faint">\(place(finding, request, showsPath: showsPath)) · <a class="quiet" href="/report?rule=\(finding.rule.slug)">\(finding.rule.slug)</a>\
      \(" · \(words.said(finding.help))", if: !finding.help.isEmpty)\(opening(finding, request))</p>\(button)</li>

      """
  }

  /// The way to the place in the editor that the browser chose; nothing where it chose none, and for what is no text.
  private static func opening(_ finding: Finding, _ request: PageRequest) -> Markup {
    guard let editor = request.editor, !finding.path.isEmpty, !ImageSuffix.isImage(finding.path.string) else { return .empty }
    let root = Path.absolute(request.catalogue.root, from: request.context.workingFolder)
    let address = editor.address(ofFile: Path(root).appending(finding.path).string, at: finding.span.start)
    return " · <a class=\"quiet\" href=\"\(address)\">\(request.words("report.openIn", editor.title))</a>"
  }

  private static func place(_ finding: Finding, _ request: PageRequest, showsPath: Bool) -> Markup {
    let place: Markup = "\(finding.span.start.line):\(finding.span.start.column)"
    guard showsPath else { return "\(request.words("finding.line")) \(place)" }
    guard let record = request.catalogue.record(at: finding.path) else { return "\(finding.path.string):\(place)" }
    let address = PageAddress.record(finding.path, request.open.kinds[record.kind])
    return "<a class=\"quiet\" href=\"\(address)\">\(finding.path.string)</a>:\(place)"
  }
}
