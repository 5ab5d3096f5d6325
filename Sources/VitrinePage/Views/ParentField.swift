// The choice of the record that a new one stands below, such as the project of a miniature.

import VitrineApplication
import VitrineCatalog
import VitrineChanges
import VitrineFormats
import VitrineModel
import VitrineRules
import VitrineSource

/// What a new record's form asks for besides fields where its kind has a parent.
struct ParentField {
  /// The name of its input, and what a command's `parent=…` is called.
  static let name = "parent"

  private let request: PageRequest
  private let kind: Kind
  private let parent: Int

  /// The choice for a record of a kind; nil where it has no parent, or a field of that name.
  init?(_ request: PageRequest, _ kind: Kind) {
    guard let name = kind.parent, kind.field(FieldPath([Self.name])) == nil,
      let parent = request.open.kinds.firstIndex(where: { $0.name == name })
    else { return nil }
    (self.request, self.kind, self.parent) = (request, kind, parent)
  }

  /// The form of a new record below another.
  static func address(of kind: Kind, below path: Path) -> String {
    "/new/\(PageAddress.encoded(kind.name))?\(name)=\(PageAddress.encoded(path.string))"
  }

  private var words: PageWords { request.words }
  private var parentKind: Kind { request.open.kinds[parent] }
  /// What one of them is called within a sentence.
  private var noun: String { parentKind.language.lowercased(title) }
  private var records: [RecordEntry] {
    request.catalogue.records(ofKind: parent).sorted { ($0.title, $0.path) < ($1.title, $1.path) }
  }

  /// What it is called.
  var title: String { parentKind.title }

  /// The path of what was chosen, else what the address names, else the only one there is; nil where that is for the person to say.
  var chosen: String? {
    let said = request.typed(Self.name) ?? request.value(Self.name)
    if let said, !said.isEmpty { return said }
    let all = request.catalogue.records(ofKind: parent)
    return all.count == 1 ? all.first?.path.string : nil
  }

  /// One that could be chosen, so that a form can be looked at before that is done.
  var example: String? { records.first?.path.string }

  /// What is said where nothing is chosen, though there is something to choose.
  var refusal: FormSubmission.Message? {
    guard chosen == nil, !request.catalogue.records(ofKind: parent).isEmpty else { return nil }
    return FormSubmission.Message(name: Self.name, text: words("parent.choose", noun))
  }

  /// The input; where nothing is there to choose, the way to make one.
  func markup(_ messages: [FormSubmission.Message]) -> Markup {
    let said = messages.filter { $0.name == Self.name }.map { "<p class=\"msg\">\($0.text)</p>" as Markup }
    let all = records
    guard !all.isEmpty else {
      let address = "/new/\(PageAddress.encoded(parentKind.name))"
      return """
        <p class="hint">\(words("parent.none", noun)) <a href="\(address)">\(words("new.of", noun))</a></p>

        """
    }
    let chosen = chosen
    let options = all.map { record in
      "<option value=\"\(record.path.string)\"\(" selected", if: record.path.string == chosen)>\(record.title)</option>" as Markup
    }
    return """
      <div class="field" id="in-\(Self.name)" data-name="\(Self.name)"><label for="i-\(Self.name)">\(parentKind.title) \
      <span class="needed">\(words("form.required"))</span></label>\
      <select class="input" id="i-\(Self.name)" name="\(Self.name)" aria-describedby="i-\(Self.name)-msg"\
      \(" aria-invalid=\"true\"", if: !said.isEmpty)><option value=""></option>\(options)</select>\
      <div class="msgs" id="i-\(Self.name)-msg">\(said)</div></div>

      """
  }
}
