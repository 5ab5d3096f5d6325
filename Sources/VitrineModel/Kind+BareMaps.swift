// Maps that people write without braces: a position by its two numbers, a platform by its members between slashes, a step by its text.

extension Kind {
  /// What a text means that stands where a map is wanted: some of the map's members, each with its part of the text.
  package struct BareMap: Sendable {
    /// The members and what is written of each.
    package let members: [(field: Field, text: String)]
    /// True where no other reading can be meant: numbers of a place, and words that only these members know.
    package let isSure: Bool
  }

  /// What a text means in a field whose values are maps; nil where nobody can know.
  ///
  /// A place is two numbers. Members that tell elements of a list apart stand between slashes (`SNES/physical`), or blanks where both are
  /// words of closed lists. One text alone is the only member that has to be there, or the only one that knows the word.
  package func bareMap(_ text: String, of field: Field) -> BareMap? {
    if field.meaning == .location { return place(text, of: field) }
    guard field.isMap, !text.isEmpty, !text.hasPrefix("{") else { return nil }
    if field.uniqueBy.count > 1 { return named(text, of: field) }
    let members = members(of: field)
    let required = members.filter(\.isRequired)
    if required.count == 1, let member = required.first {
      guard !member.isMap, !member.isOwnList,
        member.itemTypes.isEmpty || member.itemTypes.contains("string") || member.knows(text)
      else {
        return nil
      }
      return BareMap(members: [(member, text)], isSure: member.knows(text))
    }
    if required.count == 2, let amount = amount(text, required) { return amount }
    guard required.isEmpty, !text.contains(":") else { return nil }
    if let member = only(of: members, knowing: text) { return BareMap(members: [(member, text)], isSure: true) }
    return several(text, members)
  }

  /// The only member that knows a text, or the only one whose own unit stands there. A bare fraction, such as `1/250`, is meant for the one that is
  /// written so.
  private func only(of members: [Field], knowing text: String) -> Field? {
    let knowing = members.filter { $0.knows(text) }
    if knowing.count == 1 { return knowing[0] }
    if text.hasPrefix("1/"), text.utf8.count > 2, text.utf8.dropFirst(2).allSatisfy({ (0x30...0x39).contains($0) }) {
      let fractions = members.filter { $0.format == "fraction" }
      return fractions.count == 1 ? fractions[0] : nil
    }
    let unit = String(text.reversed().prefix { $0.isLetter }.reversed())
    let exact = knowing.filter { $0.unit == unit }
    return exact.count == 1 ? exact[0] : nil
  }

  /// Several members with blanks between them, each of a word or two that no other knows: `1/250 f/2.8 ISO 200`.
  private func several(_ text: String, _ members: [Field]) -> BareMap? {
    var words = text.split { $0 == " " || $0 == "," }.map(String.init)[...]
    guard (2...12).contains(words.count) else { return nil }
    var found: [(field: Field, text: String)] = []
    while let first = words.first {
      let pair = words.prefix(2).joined(separator: " ")
      guard
        let (field, part) = (words.count > 1 ? only(of: members, knowing: pair).map { ($0, pair) } : nil)
          ?? only(of: members, knowing: first).map({ ($0, first) }),
        !found.contains(where: { $0.field.path == field.path })
      else { return nil }
      found.append((field, part))
      words = words.dropFirst(part == pair && words.count > 1 ? 2 : 1)
    }
    return BareMap(members: found.sorted { members.order($0.field) < members.order($1.field) }, isSure: true)
  }

  /// The members of a field whose values are maps, in the schema's order.
  package func members(of field: Field) -> [Field] {
    fields.filter { $0.path.names.count == field.path.names.count + 1 && $0.path.names.starts(with: field.path.names) }
  }

  /// How a map of a field is written of which a text is one member: `{brand: …, name: Macragge Blue}`. Nil for a field without named members.
  package func form(of field: Field, with text: String? = nil) -> String? {
    let all = members(of: field)
    let naming = Set(field.uniqueBy.compactMap(\.names.last))
    var members = all.filter(\.isRequired)
    if members.isEmpty { members = all.filter { naming.contains($0.path.names.last ?? "") } }
    if members.isEmpty { members = Array(all.prefix(2)) }
    guard !members.isEmpty else { return nil }
    // What a person writes alone is what the thing is called.
    let named = ["name", "title", "text", "file"].compactMap { name in members.first { $0.path.names.last == name } }.first
    let own = named ?? members.first { member in text.map { member.knows($0) } ?? false }
    let parts = members.map { member in
      "\(member.path.names.last ?? ""): \(text.flatMap { member.path == own?.path ? $0 : nil } ?? "…")"
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  /// The members that tell elements apart, as far as they have to be there, between slashes: `brand/name`. Nil for elements that one member tells apart.
  package func shortForm(of field: Field) -> String? {
    let members = field.uniqueBy.compactMap { self.field(FieldPath(field.path.names + $0.names)) }
    guard members.count > 1 else { return nil }
    let needed = (members.lastIndex { $0.isRequired } ?? members.count - 1) + 1
    return members.prefix(max(2, needed)).compactMap(\.path.names.last).joined(separator: "/")
  }

  /// How an amount with its word is written, where a text is its number only: `1200 CURRENCY`. Nil for any other text or field.
  package func amountForm(of field: Field, with text: String) -> String? {
    let required = members(of: field).filter(\.isRequired)
    guard required.count == 2, amount("\(text) x", required) != nil,
      let word = required.first(where: { $0.meaning != .number })?.path.names.last
    else { return nil }
    return "\(text) \(word.uppercased())"
  }

  /// Which member of an item a text is the value of, and which one is missing beside it, of items that two members tell apart; nil where the text is no
  /// value that the first of them knows, or the other has no closed list.
  package func incompleteMap(_ text: String, of field: Field) -> (known: String, missing: Field)? {
    let members = field.uniqueBy.compactMap { self.field(FieldPath(field.path.names + $0.names)) }
    guard members.count == 2, members[0].knows(text), members[1].isRequired, !members[1].values.isEmpty,
      let known = members[0].path.names.last
    else {
      return nil
    }
    return (known, members[1])
  }

  private func place(_ text: String, of field: Field) -> BareMap? {
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
    guard words.count == 2, let latitude = self.field(field.path.appending("lat")),
      let longitude = self.field(field.path.appending("lon")), let first = Double(words[0]), let second = Double(words[1]),
      abs(first) <= 90, abs(second) <= 180
    else { return nil }
    return BareMap(members: [(latitude, words[0]), (longitude, words[1])], isSure: true)
  }

  /// A number with a word behind or before it, where a map has to have a number and a text: `450 TRY` as a price.
  private func amount(_ text: String, _ members: [Field]) -> BareMap? {
    guard let number = members.first(where: { $0.meaning == .number }), number.unit == nil,
      let word = members.first(where: { $0.meaning == .text && $0.reference == nil && !$0.isOwnList && !$0.isMap })
    else { return nil }
    let parts = text.split(separator: " ").map(String.init)
    guard parts.count == 2 else { return nil }
    for (first, second) in [(parts[0], parts[1]), (parts[1], parts[0])] {
      guard first.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }), Double(first) != nil,
        second.allSatisfy(\.isLetter)
      else { continue }
      return BareMap(
        members: [(number, first), (word, second)].sorted { members.order($0.0) < members.order($1.0) }, isSure: false)
    }
    return nil
  }

  /// By the members that tell elements apart; the last ones may be left out where the map need not have them.
  private func named(_ text: String, of field: Field) -> BareMap? {
    let members = field.uniqueBy.compactMap { self.field(FieldPath(field.path.names + $0.names)) }
    guard members.count == field.uniqueBy.count, field.uniqueBy.allSatisfy({ $0.names.count == 1 }),
      members.allSatisfy({ !$0.isMap && !$0.isOwnList })
    else { return nil }
    let least = max(2, (members.lastIndex { $0.isRequired } ?? members.count - 1) + 1)
    let words = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if words.count >= least, words.count <= members.count, words.allSatisfy({ $0.contains { $0 != " " } }) {
      let pairs = Array(zip(members, words)).map { (field: $0, text: $1) }
      return BareMap(members: pairs, isSure: pairs.allSatisfy { $0.field.knows($0.text) })
    }
    // As lists show it: `SNES physical`.
    guard members.count == 2, words.count == 1 else { return nil }
    var found: [[(field: Field, text: String)]] = []
    for blank in text.indices where text[blank] == " " {
      let parts = [String(text[..<blank]), String(text[text.index(after: blank)...])]
      if zip(members, parts).allSatisfy({ $0.knows($1) }) {
        found.append(Array(zip(members, parts)).map { (field: $0, text: $1) })
      }
    }
    return found.count == 1 ? BareMap(members: found[0], isSure: true) : nil
  }
}

extension [Kind.Field] {
  fileprivate func order(_ field: Kind.Field) -> Int { firstIndex { $0.path == field.path } ?? count }
}

extension Kind.Field {
  /// Whether a text is a value that the field knows: a word of its closed list, or a number with its unit.
  fileprivate func knows(_ text: String) -> Bool {
    if !values.isEmpty { return ValueWords.values(of: self, named: text).count == 1 }
    return meaning == .number && NumberWords.written(text, of: self) != nil
  }
}
