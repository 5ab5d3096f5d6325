// The start of a catalogue without records: what it is for, and ways to begin.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineHTTP
import VitrineIndex
import VitrineModel
import VitrineSource

/// What a person sees first, and the examples that they may look around with.
enum FirstRun {
  static func markup(_ request: PageRequest) -> Markup {
    let words = request.words
    let kinds = request.open.kinds.enumerated().map { index, kind -> Markup in
      """
      <li><a class="kind \(ValueMarkup.pastel(index))" href="/new/\(PageAddress.encoded(kind.name))"><span class="name">\(words("new.of", kind.language.lowercased(kind.title)))</span>\
      <span class="faint">\(kind.description)</span></a></li>

      """
    }
    return """
      <header class="head"><div><h1>\(words("home.welcome"))</h1><p class="sub">\(words("home.empty"))</p></div></header>
      \(PageFrame.notes(troubles(request)))<ul class="kinds">\(kinds)</ul>
      \(examples(request))
      <h2>\(words("home.other"))</h2><ul class="plain"><li><a class="quiet" href="/import">\(words("home.import"))</a></li>\
      <li>\(words("home.files")) <code>\(request.catalogue.root)</code></li><li><a class="quiet" href="/help">\(words("home.help"))</a></li></ul>
      """
  }

  /// What is wrong with the manifest or the schemas: without records nothing else says so.
  private static func troubles(_ request: PageRequest) -> [String] {
    let findings = request.catalogue.findings
    return findings.count(of: .error) == 0 ? [] : findings.prefix(5).map { "\($0.path.shown): \(request.words.said($0.message))" }
  }

  private static func examples(_ request: PageRequest) -> Markup {
    let words = request.words
    let counts = ExampleRecords(for: request.catalogue).counts
    let kinds = request.open.kinds.filter { counts[$0.name, default: 0] > 0 }
    guard !kinds.isEmpty else { return .empty }
    let choices = kinds.map { kind -> Markup in
      """
      <label class="chip pick-kind"><input type="checkbox" name="kind" value="\(kind.name)" checked> \(PageFrame.plural(of: kind)) \
      <b>\(words.number(counts[kind.name, default: 0]))</b></label>
      """
    }
    return """
      <form class="examples" method="post" action="/"><h2 id="examples">\(words("examples.title"))</h2><p class="sub">\(words("examples.text"))</p>\
      <div class="filters" role="group" aria-labelledby="examples">\(choices)</div><div class="buttons start"><button class="btn first">\(words("examples.add"))</button></div></form>
      """
  }

  /// Adds the examples of the kinds that were chosen.
  static func add(_ request: PageRequest) throws -> PageAnswer {
    let kinds = Set(request.form.filter { $0.name == "kind" }.map(\.value))
    let plan = ExampleRecords(for: request.catalogue).plan(kinds: kinds)
    guard !plan.isEmpty else { throw PageError(status: 422, message: request.words("examples.none")) }
    return try ChangeView.done(plan, "/", request)
  }
}
