// What a person sent with a form: which fields they changed, what stands in the way, and the plan.

package import VitrineCatalog
package import VitrineChanges
import VitrineModel
package import VitrineSource

/// A form that was filled in.
package struct FormSubmission {
  /// A field of the form as it was sent.
  package typealias Sent = (name: String, value: String)

  /// A sentence about a field.
  package struct Message: Sendable {
    /// The name of the input, with the place of the item where it is a member of one (`steps/0/text`); "" for the form as a whole.
    package var name: String
    /// The sentence.
    package var text: String
    /// What would be right, for a button; nil where nothing is that sure.
    package var fix: String?
    /// What the field has on the disk by now, where somebody changed it meanwhile.
    package var other: String?

    /// A sentence without a button.
    package init(name: String, text: String) { self.init(name: name, text: text, fix: nil, other: nil) }

    /// A sentence of all parts.
    init(name: String, text: String, fix: String?, other: String?) {
      (self.name, self.text, self.fix, self.other) = (name, text, fix, other)
    }
  }

  /// The form as it was filled in.
  package private(set) var inputs: [EditForm.Input]
  /// The inputs that the person changed, by their names.
  package private(set) var changed: Set<String> = []
  /// Whether values that fields cannot have are taken as the texts they are, so that the rules say what else is wrong.
  package var takesUnreadable = false
  private let kind: Kind
  /// What the inputs held when the form was made, by their names.
  private var before: [String: String] = [:]
  /// The numbers in the form of the record as it is now, by the paths of their fields: as files have them, with a point.
  private var numbers: [String: Set<String>] = [:]

  /// A form as it stands, which nobody sent.
  package init(unsent form: EditForm) { (kind, inputs) = (form.kind, form.inputs) }

  /// The submission of a form; `form` is the one of the record as it is now.
  package init(_ form: EditForm, _ sent: [Sent]) {
    kind = form.kind
    var values: [String: [String]] = [:]
    for (name, value) in sent { values[name, default: []].append(FormText.shown(value)) }
    let language = form.kind.language
    inputs = form.inputs.map { Self.filled($0, values, prefix: "", language) }
    if language.hasDecimalComma { numbers = Self.numbers(in: form.inputs) }
    for (place, input) in inputs.enumerated() {
      inputs[place].offered = values["offered:" + input.name]?.first
      guard let was = values["was:" + input.name]?.first else { continue }
      before[input.name] = was
      if input.text != was {
        changed.insert(input.name)
      } else {
        // Untouched: what is on the disk now stays.
        let numbers = input.items.count == form.inputs[place].items.count ? input.numbers : []
        inputs[place] = form.inputs[place]
        inputs[place].numbers = numbers
        inputs[place].offered = values["offered:" + input.name]?.first
      }
    }
  }

  /// The numbers that inputs hold, by the paths of their fields.
  private static func numbers(in inputs: [EditForm.Input]) -> [String: Set<String>] {
    var numbers: [String: Set<String>] = [:]
    for input in inputs {
      for item in input.items { numbers.merge(Self.numbers(in: item)) { $0.union($1) } }
      if input.field.meaning == .number { numbers[input.name, default: []].formUnion(input.texts) }
    }
    return numbers
  }

  /// An input whose numbers have a decimal point, where the language writes them with a comma.
  private static func withPoints(_ input: EditForm.Input) -> EditForm.Input {
    guard input.field.language.hasDecimalComma else { return input }
    var input = input
    input.items = input.items.map { $0.map(withPoints) }
    if input.field.meaning == .number, input.control == .line || input.control == .lines {
      input.texts = input.texts.map { NumberWords.withDecimalPoint($0) }
    }
    return input
  }

  private static func filled(
    _ input: EditForm.Input, _ values: [String: [String]], prefix: String, _ language: Language
  ) -> EditForm.Input {
    var input = input
    let name = prefix.isEmpty ? input.name : prefix
    switch input.control {
    case .items:
      guard let template = input.items.last else { return input }
      let numbers = Set(
        values.keys.compactMap { key in
          key.hasPrefix(name + "/") ? key.dropFirst(name.count + 1).split(separator: "/").first : nil
        }
        .compactMap { Int($0) })
      let blank = template.map { member in
        var blank = member
        blank.texts = []
        return blank
      }
      var items: [[EditForm.Input]] = []
      for number in numbers.sorted() where values["\(name)/\(number)/-"] == nil {
        let item = blank.map { filled($0, values, prefix: EditForm.Input.name(of: $0, in: name, number), language) }
        guard item.contains(where: { !isEmpty($0) }) else { continue }
        items.append(item)
        input.numbers.append(number)
      }
      input.items = items + [blank]
    case .lines:
      input.texts = (values[name] ?? []).flatMap { $0.split(separator: "\n").map { String($0.trimmingBlanks) } }.filter {
        !$0.isEmpty
      }
    case .choices, .colors:
      // What stays keeps its place, which may be said; what is new comes behind it. Each once, whatever was sent.
      let chosen = (values[name] ?? []).filter { !$0.isEmpty }
      let said = values["order:" + name]?.first ?? (input.texts.isEmpty ? values["was:" + name]?.first ?? "" : nil)
      let present = said?.split(separator: "\n").map(String.init) ?? input.texts
      var left = Set(chosen)
      input.texts = (present + chosen).filter { left.remove($0) != nil }
    case .line, .block, .choice, .stages, .color, .yaml:
      var text = values[name]?.last ?? ""
      if [.date, .dateInt, .dateTime].contains(input.field.meaning) { text = language.dayInEnglish(text) }
      input.texts = text.isEmpty ? [] : [text]
    }
    return input
  }

  // MARK: what it asks for

  /// The changes of fields that it asks for.
  package var assignments: [FieldAssignment] {
    inputs.compactMap { input in changed.contains(input.name) ? assignment(input) : nil }
  }

  /// All values that the person gave, for a new record.
  package var values: [FieldAssignment] {
    inputs.compactMap { input in Self.isEmpty(input) || input.offered == input.text ? nil : assignment(input) }
  }

  /// The values that the form put in by itself and nobody changed, for a new record: what its photos say goes before them.
  package var offers: [FieldAssignment] {
    inputs.compactMap { input in Self.isEmpty(input) || input.offered != input.text ? nil : assignment(input) }
  }

  private static func isEmpty(_ input: EditForm.Input) -> Bool {
    input.control == .items ? input.text == "[]" : input.texts.allSatisfy(\.isEmpty)
  }

  private func assignment(_ input: EditForm.Input) -> FieldAssignment {
    var assignment = Self.assignment(input)
    assignment.takesUnreadable = takesUnreadable
    return assignment
  }

  private static func assignment(_ input: EditForm.Input) -> FieldAssignment {
    let input = withPoints(input)
    let names = input.field.path.names
    if isEmpty(input) { return FieldAssignment(names, .remove) }
    switch input.control {
    case .items: return FieldAssignment(names, .set, input.text)
    case .lines, .choices, .colors: return FieldAssignment(names, .set, FormText.list(input.texts))
    case .line, .block, .choice, .stages, .color, .yaml:
      return FieldAssignment(names, .set, input.texts.joined(separator: "\n"))
    }
  }

  /// The fields that somebody else changed since the form was made, and the person, too: both sides of each.
  package func conflicts(with present: EditForm) -> [Message] {
    present.inputs.compactMap { input in
      guard changed.contains(input.name), let was = before[input.name], was != input.text,
        let typed = inputs.first(where: { $0.name == input.name }), typed.text != input.text
      else { return nil }
      return Message(name: input.name, text: "", fix: nil, other: input.text)
    }
  }

  /// What the form that answers says each field held when the person began, so that what they typed is still a change when it is sent again;
  /// where both sides are shown, what the disk has: whoever sends that again means their own.
  package func held(_ present: EditForm, conflicts: [Message]) -> [String: String] {
    let shown = Set(conflicts.map(\.name))
    return Dictionary(
      present.inputs.map { input in
        let was = changed.contains(input.name) && !shown.contains(input.name) ? before[input.name] : nil
        return (input.name, was ?? input.text)
      }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: what stands in the way

  /// What is wrong with the values, each by itself, in the words of the one who cannot read them.
  package func refusals(in catalogue: LoadedCatalogue, at moment: ChangeMoment, all: Bool) -> [Message] {
    let binder = FieldBinder(kind, in: catalogue, moment)
    func refusal(_ assignment: FieldAssignment, _ name: String) -> Message? {
      do throws(PlanRefusal) {
        _ = try binder.bind(assignment)
        return nil
      } catch {
        return Message(name: name, text: error.message, fix: SuggestedWord.word(in: error.message), other: nil)
      }
    }
    return inputs.flatMap { input -> [Message] in
      guard all ? !Self.isEmpty(input) : changed.contains(input.name) else { return [] }
      let members = Self.members(of: input).compactMap { unclear($0.input, $0.name) ?? refusal($0.assignment, $0.name) }
      let own = unclear(input, input.name) ?? refusal(Self.assignment(input), input.name)
      return members.isEmpty ? [own].compactMap(\.self) : members
    }
  }

  /// Why a typed number may mean two, where the language has points between thousands; degrees have none. What the file has is meant as it stands.
  private func unclear(_ input: EditForm.Input, _ name: String) -> Message? {
    let field = input.field
    guard field.language.hasDecimalComma, field.meaning == .number, field.unit != "°",
      input.control == .line || input.control == .lines
    else { return nil }
    for text in input.texts where text != input.offered && numbers[input.name]?.contains(text) != true {
      guard let (whole, fraction) = NumberWords.readings(ofPoints: text) else { continue }
      guard let fraction, field.allowsFractions else {
        return Message(
          name: name, text: "'\(text)' has points between thousands, and '\(field.path.dotted)' is a number; write \(whole)")
      }
      return Message(
        name: name,
        text:
          "'\(text)' may have points between thousands, as '\(field.path.dotted)' is a number; write \(whole) or \(fraction)")
    }
    return nil
  }

  /// What stands in the maps of a list, each member by itself, with the name that messages give it.
  private static func members(
    of input: EditForm.Input
  ) -> [(name: String, input: EditForm.Input, assignment: FieldAssignment)] {
    input.items.enumerated().flatMap { place, item in
      item.filter { !isEmpty($0) }.map { member in
        var assignment = assignment(member)
        assignment.names = input.field.path.names + ["\(place)", member.field.path.names.last ?? ""]
        return (EditForm.Input.name(of: member, in: input.name, place), member, assignment)
      }
    }
  }

  /// Findings as sentences below the fields that they are about; none of a value of which `refused` says already that it cannot be read.
  package func messages(_ findings: [Finding], besides refused: [Message] = []) -> [Message] {
    let names = refused.filter { $0.other == nil && !$0.name.isEmpty }.map(\.name)
    return messages(of: findings).filter { message in
      !names.contains { $0 == message.name || message.name.hasPrefix($0 + "/") }
    }
  }

  private func messages(of findings: [Finding]) -> [Message] {
    findings.map { finding in
      let steps = finding.pointer.split(separator: "/").map(String.init)
      let names = steps.filter { Int($0) == nil }
      // The innermost input on the way to the place.
      let input = inputs.filter { names.starts(with: $0.field.path.names) }.max {
        $0.field.path.names.count < $1.field.path.names.count
      }
      let word = Self.quoted(in: finding.message).first
      let missing = word.flatMap { name in inputs.first { $0.field.path.names == names + [name] } }
      let isRequired = finding.rule.slug == "required"
      let target = isRequired ? missing ?? input : input ?? missing
      let member = target.flatMap { Self.member(of: $0, at: steps, missing: isRequired ? word : nil) }
      return Message(
        name: member ?? target?.name ?? "", text: finding.message,
        fix: SuggestedWord.word(in: finding.label + " " + finding.message),
        other: nil)
    }
  }

  /// The name of the member of a list's item that a pointer leads to, or that its item lacks; nil where it leads to none.
  private static func member(of input: EditForm.Input, at steps: [String], missing: String?) -> String? {
    let rest = steps.dropFirst(input.field.path.names.count)
    guard input.control == .items, let place = rest.first.flatMap({ Int($0) }), place < input.items.count - 1,
      let word = rest.dropFirst().first ?? missing,
      let member = input.items[place].first(where: { $0.field.path.names.last == word })
    else { return nil }
    return EditForm.Input.name(of: member, in: input.name, place)
  }

  private static func quoted(in sentence: String) -> [String] {
    let parts = sentence.split(separator: "'", omittingEmptySubsequences: false)
    return parts.enumerated().compactMap { $0.offset % 2 == 1 ? String($0.element) : nil }
  }
}

extension StringProtocol {
  /// The text without blanks at its ends.
  var trimmingBlanks: SubSequence {
    var rest = self[...]
    while let first = rest.first, first.isWhitespace { rest = rest.dropFirst() }
    while let last = rest.last, last.isWhitespace { rest = rest.dropLast() }
    return rest
  }
}
