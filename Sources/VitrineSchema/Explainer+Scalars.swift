// Texts and numbers of the right type that still are not fine.

import VitrineSource
import VitrineSyntax
import VitrineText

extension Explainer {
  /// A text that breaks its rule: emptiness, blanks, length and pattern, the first of them only.
  mutating func explainString(_ id: SchemaID, _ rule: StringRule, _ value: NodeID) {
    let node = reader.node(value)
    let content = reader.content(value)
    let blanks = rule.isTrimmed ? SurroundingSpace.blanks(content, node.style) : Blanks(leading: 0, trailing: 0)
    if rule.least > 0, content.isEmpty || (blanks.leading > 0 && blanks.leading == content.count) {
      let words = content.isEmpty ? "\(subject) is empty" : "\(subject) holds nothing but blanks"
      return add(SchemaRules.empty, node.range, words, label: "text wanted")
    }
    if !blanks.isEmpty { return explainBlanks(blanks, value) }
    let length = rule.countsCharacters ? TextLength.graphemeClusters(content) : TextLength.codePoints(content)
    if length < Int(rule.least) {
      return add(
        SchemaRules.length, node.range, "\(subject) has \(Wording.count(length, "character")), at least \(rule.least) are wanted",
        help: "write at least \(Wording.count(Int(rule.least), "character"))")
    }
    if rule.most != absent, length > Int(rule.most) {
      return add(
        SchemaRules.length, node.range, "\(subject) has \(Wording.count(length, "character")), at most \(rule.most) are allowed",
        help: "shorten it to \(Wording.count(Int(rule.most), "character"))")
    }
    if rule.pattern != absent, !machine.matches(rule.pattern, content, value) {
      let pattern = schema.program.patterns[Int(rule.pattern)].source
      add(
        SchemaRules.pattern, node.range, "\(Wording.quoted(reader.text(value))) does not have the form of \(noun)",
        help: example(of: id).map { "write it like \($0)" } ?? "write it as the pattern \(Wording.quoted(pattern)) wants",
        note: "the pattern is \(Wording.quoted(pattern))")
    }
  }

  /// The value's field in words: 'isbn', or an item of 'tags'.
  private var noun: String {
    switch path.last {
    case .none: "the document"
    case .key(let key): Wording.quoted(key)
    case .index: lastKey.map { "an item of \(Wording.quoted($0))" } ?? "an item"
    }
  }

  private mutating func explainBlanks(_ blanks: Blanks, _ value: NodeID) {
    let node = reader.node(value)
    let content = reader.content(value)
    let place = blanks.leading > 0 && blanks.trailing > 0 ? "begins and ends" : blanks.leading > 0 ? "begins" : "ends"
    var fixes: [Fix] = []
    if node.style != .literal, node.style != .folded {
      let trimmed = Array(content[blanks.leading..<content.count - blanks.trailing])
      let text = ScalarText.yaml(for: trimmed, style: node.style, inFlow: isInFlow)
      fixes = [Fix("delete the blanks", [TextEdit(node.range, text)], isSafe: true)]
    }
    add(SchemaRules.surroundingSpace, node.range, "\(subject) \(place) with blanks", fixes: fixes)
  }

  /// The first example that a subschema gives.
  private func example(of id: SchemaID) -> String? {
    let place = schema.place(id)
    return schema.documents[place.document].tree.withReader { reader in
      guard let list = reader.value(place.node, "examples"), let first = reader.items(list).first(where: { _ in true }),
        reader.resolved(first).isScalar
      else { return nil }
      return Wording.value(reader, first)
    }
  }

  /// A number that breaks its rule.
  mutating func explainNumber(_ rule: NumberRule, _ value: NodeID) {
    let node = reader.node(value)
    let written = WrittenNumber(reader.content(value))
    let shown = Wording.shortened(reader.text(value))
    func text(_ index: UInt32) -> String {
      Wording.shortened(String(decoding: machine.name(machine.bounds[Int(index)].text), as: UTF8.self))
    }
    if rule.minimum != absent, (WrittenNumber.compare(written, machine.bound(rule.minimum)) ?? -1) < 0 {
      return add(
        SchemaRules.range, node.range, "\(subject) is \(shown), the least allowed is \(text(rule.minimum))",
        label: "\(text(rule.minimum)) or more")
    }
    if rule.maximum != absent, (WrittenNumber.compare(written, machine.bound(rule.maximum)) ?? 1) > 0 {
      return add(
        SchemaRules.range, node.range, "\(subject) is \(shown), the most allowed is \(text(rule.maximum))",
        label: "\(text(rule.maximum)) or less")
    }
    if rule.above != absent, (WrittenNumber.compare(written, machine.bound(rule.above)) ?? -1) <= 0 {
      return add(
        SchemaRules.range, node.range, "\(subject) is \(shown), more than \(text(rule.above)) is wanted",
        label: "more than \(text(rule.above))")
    }
    if rule.below != absent, (WrittenNumber.compare(written, machine.bound(rule.below)) ?? 1) >= 0 {
      return add(
        SchemaRules.range, node.range, "\(subject) is \(shown), less than \(text(rule.below)) is wanted",
        label: "less than \(text(rule.below))")
    }
    if rule.step != absent, !WrittenNumber.isMultiple(written, of: machine.bound(rule.step)) {
      add(
        SchemaRules.multipleOf, node.range, "\(subject) is \(shown), a multiple of \(text(rule.step)) is wanted",
        help: "use a multiple of \(text(rule.step))")
    }
  }

  /// A value that is not of its format.
  mutating func explainFormat(_ format: Format, _ value: NodeID) {
    let node = reader.node(value)
    let content = reader.content(value)
    let rule = format.isOfTime ? SchemaRules.dateInvalid : SchemaRules.format
    let shown = node.kind == .string ? Wording.quoted(reader.text(value)) : Wording.shortened(reader.text(value))
    guard format == .date || format == .dateInt else {
      return add(rule, node.range, "\(shown) is not a \(format.words)".withArticle, help: "write a \(format.words)".withArticle)
    }
    let form = format == .date ? "YYYY-MM-DD" : "YYYYMMDD"
    guard let parts = DateAdvice.parts(of: content) else {
      let digits = format == .dateInt ? "; a date is the eight digits YYYYMMDD" : "; a date is written YYYY-MM-DD"
      return add(rule, node.range, "\(shown) is not a date\(digits)", help: "write the date as \(form)")
    }
    if format == .date, let date = DateAdvice.date(in: content) {
      let text = ScalarText.yaml(for: date.iso, style: node.style, inFlow: isInFlow)
      return add(
        rule, node.range, "\(shown) is not written as a date (YYYY-MM-DD)", label: "write \(date.iso)",
        help: "write the date as \(form)",
        fixes: [Fix("write it as \(date.iso)", [TextEdit(node.range, text)], isSafe: true)])
    }
    let problem = DateAdvice.problem(year: parts.year, month: parts.month, day: parts.day)
    add(rule, node.range, "\(shown) is not a real date: \(problem)", label: problem, help: "write a real date as \(form)")
  }
}

extension String {
  /// The text with `a` made `an` before the formats that want it.
  fileprivate var withArticle: String {
    for word in ["IPv4", "IPv6", "e-mail", "address"] where contains("a " + word) {
      return split(separator: " ", omittingEmptySubsequences: false).reduce(into: [Substring]()) { parts, part in
        if part.hasPrefix(word), parts.last == "a" { parts[parts.count - 1] = "an" }
        parts.append(part)
      }.joined(separator: " ")
    }
    return self
  }
}
