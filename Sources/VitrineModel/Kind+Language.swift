// A kind in the words of a language: the same fields and values, with titles and labels for people who speak it.

extension Kind {
  /// The kind with its title and description, and those and the labels of its fields, in a language. What neither its schema nor the language has a word for stays as it is.
  package func spoken(in language: Language) -> Kind {
    if language.isEnglish { return self }
    let own = annotations.titles.first { $0.language == language.tag }?.text
    return Kind(
      name: name, schemaPath: schemaPath, schema: schema, annotations: annotations,
      fields: fields.map { $0.spoken(in: language, kind: name) },
      spoken: (
        language, own ?? language.title(title, at: name),
        own.map { language.lowercased($0) } ?? language.title(plural, at: plural)
      ))
  }
}

extension Kind.Field {
  /// The field with its title, its description and the labels of its values in a language.
  package func spoken(in language: Language, kind: String) -> Kind.Field {
    var field = self
    field.language = language
    field.description = language.description(description)
    field.formHelp = language.description(formHelp)
    func label(_ labels: [Kind.Label]) -> String? { labels.first { $0.language == language.tag }?.text }
    if let title = label(titles) ?? language.title(title, at: "\(kind).\(path.dotted)") { field.title = title }
    if meaning == .enumeration {
      for value in values {
        let mark = marks[value]
        guard let word = mark.flatMap({ label($0.texts) }) ?? language.value(value) else { continue }
        var spoken = mark ?? Kind.Mark(glyph: "", label: value)
        spoken.label = word
        if !spoken.labels.contains(word) { spoken.labels.append(word) }
        field.marks[value] = spoken
      }
    }
    for place in palette.indices {
      if let word = label(palette[place].texts) { field.palette[place].label = word }
    }
    for place in paletteGroups.indices {
      if let word = label(groupLabels[paletteGroups[place].name] ?? []) { field.paletteGroups[place].label = word }
    }
    return field
  }

  /// What people are to read in place of a value; nil where they read it as it is written, as in English.
  package func word(for value: String) -> String? {
    if language.isEnglish { return nil }
    if meaning == .color { return palette.first { $0.name == value }.map { language.lowercased($0.label) } }
    return marks[value]?.label
  }
}

extension Kind {
  /// The one field whose title, in the language of the kind, is a word or begins with it; nil where there is none, or several.
  package func field(titled word: String) -> Field? {
    let key = ValueWords.key(word)
    guard key.count > 2 else { return nil }
    let titles = fields.map { ValueWords.key($0.title) }
    let same = fields.indices.filter { titles[$0] == key }
    let found = same.isEmpty ? fields.indices.filter { titles[$0].starts(with: key) } : same
    return found.count == 1 ? fields[found[0]] : nil
  }
}
