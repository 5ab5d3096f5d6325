// From a compiled schema to a kind: what the annotations say.

package import VitrineSchema
package import VitrineSource
import VitrineSyntax

extension Kind {
  /// The kind that a schema describes. Annotations that are missing, or of another type, count as not given: their own check reports them.
  package static func read(name: String, schemaPath: Path, schema: CompiledSchema) -> Kind {
    let root = schema.root
    var annotations = Annotations(plural: regularPlural(of: name))
    if let annotation = root.annotation { annotations.take(annotation, required: Set(root.required)) }
    let fields = fields(of: root)
    let isDeclared = annotations.display != nil
    if !isDeclared { annotations.display = naming(fields) }
    if annotations.columns.isEmpty {
      // Where the schema says nothing of columns, what names a record stands first: a field, else its path.
      annotations.columns = [annotations.display ?? FieldPath(["path"])]
      if !isDeclared { annotations.columns += plain(fields, besides: annotations.display) }
    }
    return Kind(name: name, schemaPath: schemaPath, schema: schema, annotations: annotations, fields: fields)
  }

  /// The field that names a record where the schema does not say: `title` or `name`, else the first text that has to be there.
  private static func naming(_ fields: [Field]) -> FieldPath? {
    let texts = fields.filter { $0.path.names.count == 1 && $0.meaning == .text && !$0.isOwnList && !$0.isMap && !$0.isPhoto }
    let named = ["title", "name"].lazy.compactMap { name in texts.first { $0.path.names == [name] } }.first
    return (named ?? texts.first(where: \.isRequired))?.path
  }

  /// The first fields that hold one value, as columns where the schema names none.
  private static func plain(_ fields: [Field], besides display: FieldPath?) -> [FieldPath] {
    let plain = fields.filter { $0.path.names.count == 1 && !$0.isOwnList && !$0.isMap && !$0.isPhoto && $0.path != display }
    return plain.prefix(4).map(\.path)
  }
}

extension Kind {
  /// What several of a kind are called whose schema does not say: `monsters`, `boxes`, `stories`; the name itself where it ends in `s`.
  package static func regularPlural(of name: String) -> String {
    guard let last = name.utf8.last, last != UInt8(ascii: "s"), last < 0x80 else { return name }
    for ending in ["x", "z", "ch", "sh"] where name.hasSuffix(ending) { return name + "es" }
    if last == UInt8(ascii: "y"), let before = name.dropLast().last, !"aeiou".contains(before) { return name.dropLast() + "ies" }
    return name + "s"
  }
}

extension Kind.Annotations {
  fileprivate mutating func take(_ annotation: Annotation, required: Set<String>) {
    annotation.withMembers { members in
      if let plural = members.text("plural") { self.plural = plural }
      titles = members.labels
      display = members.text("display").map { FieldPath(dotted: $0) }
      search = members.texts("search").map { FieldPath(dotted: $0) }
      columns = members.texts("columns").map { FieldPath(dotted: $0) }
      group = members.texts("group").map { FieldPath(dotted: $0) }
      needsAll = members.text("filters") == "all"
      savesFields = members.text("saves") == "field"
      parent = members.text("parent")
      if let version = members.text("version").flatMap({ Int($0) }) { self.version = version }
      members.forEachEntry("stamps") { field, follows in
        guard let other = follows.ownText else { return }
        stamps.append(Kind.Stamp(field: FieldPath(dotted: field), follows: other == "*" ? nil : FieldPath(dotted: other)))
      }
      members.forEachEntry("histories") { field, log in
        guard let follows = log.text("follows"), let value = log.text("value"), let at = log.text("at") else { return }
        histories.append(
          Kind.History(
            field: FieldPath(dotted: field), follows: FieldPath(dotted: follows), value: FieldPath(dotted: value),
            at: FieldPath(dotted: at)))
      }
      sort = members.texts("sort").map { text in
        Kind.SortKey(field: FieldPath(dotted: String(text.drop { $0 == "-" })), isDescending: text.hasPrefix("-"))
      }
      members.forEachItem("identity") { item in
        guard let field = item.text("field") ?? item.ownText else { return }
        let path = FieldPath(dotted: field)
        let fold = item.text("fold").flatMap { IdentityPart.Fold(rawValue: $0) } ?? .exact
        identity.append(IdentityPart(field: path, fold: fold, isRequired: path.names.first.map(required.contains) ?? false))
      }
      if let photos = members.member("photos") {
        self.photos = Kind.PhotoPolicy(
          most: photos.text("most").flatMap { Int($0) }, formats: photos.texts("formats"),
          bytes: photos.text("bytes").flatMap { Int($0) })
      }
    }
  }
}

// MARK: fields

extension Kind {
  /// The deepest field that is looked at.
  private static let fieldDepth = 8

  /// The most fields that a kind has. Only a schema that refers to itself again and again comes near it.
  private static let mostFields = 500

  /// All fields below a schema, in its order, each before those inside it; of too many, those that lie less deep.
  private static func fields(of root: SchemaView) -> [Field] {
    let all = fields(of: root, depth: fieldDepth)
    if all.count < mostFields { return all }
    var fitting = fields(of: root, depth: 1)
    for depth in 2..<fieldDepth {
      let deeper = fields(of: root, depth: depth)
      if deeper.count >= mostFields { break }
      fitting = deeper
    }
    return fitting
  }

  private static func fields(of root: SchemaView, depth: Int) -> [Field] {
    var fields: [Field] = []
    collect(root, FieldPath([]), isList: false, depth: depth, &fields)
    return fields
  }

  private static func collect(
    _ view: SchemaView, _ path: FieldPath, isList: Bool, depth most: Int, _ fields: inout [Field]
  ) {
    guard path.names.count < most else { return }
    let required = Set(view.required)
    for (name, property) in view.properties {
      guard fields.count < mostFields else { return }
      let here = path.appending(name)
      // A field that is a list has what its items say, too: one name stands for the list and for each of its values.
      var innermost = property
      var isOwnList = isList
      var depth = 0
      while let items = innermost.items, depth < fieldDepth {
        innermost = items
        isOwnList = true
        depth += 1
      }
      var field = Self.field(
        here, property, innermost, isOwnList: depth > 0, isList: isOwnList, isRequired: required.contains(name))
      field.isListOfLists = depth > 1
      fields.append(field)
      collect(innermost, here, isList: isOwnList, depth: most, &fields)
    }
  }

  private static func field(
    _ path: FieldPath, _ view: SchemaView, _ innermost: SchemaView, isOwnList: Bool, isList: Bool, isRequired: Bool
  ) -> Field {
    var field = Field(path: path, title: view.title, meaning: .text)
    field.description = view.description ?? ""
    field.types = view.types
    field.itemTypes = innermost.types
    field.format = view.format ?? innermost.format
    field.values = innermost.enumValues
    field.plainValues = innermost.plainEnumValues
    field.isOwnList = isOwnList
    field.isList = isList
    field.hasUniqueItems = isOwnList && view.says("uniqueItems")
    field.isRequired = isRequired
    field.maximumLength = innermost.annotation("maxLength").flatMap { limit in
      limit.tree.withReader { Int($0.text(limit.node)) }
    }
    field.defaultValue = view.annotation("default").map { DefaultValue($0.tree, $0.node) }
    field.isMap = !innermost.properties.isEmpty || innermost.types.contains("object")
    // The nearer annotation wins, so it is read last.
    var isLocation = false
    var isColor = false
    for view in isOwnList ? [innermost, view] : [view] {
      for annotation in view.annotations.reversed() {
        annotation.withMembers { members in
          field.take(members)
          isLocation = isLocation || members.text("location") == "true"
          isColor = isColor || members.text("color") == "true"
        }
      }
    }
    takePalette(of: innermost, isColor: isColor, &field)
    field.meaning = meaning(of: field, innermost, isLocation: isLocation, isColor: isColor)
    if field.meaning == .text, !field.isVocabulary, !field.isPhoto { field.shapes = Self.shapes(of: innermost) }
    return field
  }

  /// The most subschemas that are looked through for what a value may be.
  private static let mostAlternatives = 32

  /// What values may be besides numbers and words of closed lists, by a schema's types and its alternatives; nothing where those are texts alone.
  private static func shapes(of view: SchemaView) -> Shapes {
    var views = [view]
    var next = 0
    var shapes: Shapes = []
    while next < views.count {
      let view = views[next]
      next += 1
      let types = Set(view.types)
      let isClosed = !view.enumValues.isEmpty
      if types.contains("object") { shapes.insert(.maps) }
      if types.contains("array") { shapes.insert(.lists) }
      if types.contains("string"), !isClosed { shapes.insert(.texts) }
      guard types.isEmpty, !isClosed else { continue }
      let alternatives = view.alternatives
      let (isMap, isList) = (!view.properties.isEmpty, view.items != nil)
      if isMap { shapes.insert(.maps) }
      if isList { shapes.insert(.lists) }
      // A schema that says nothing of types takes anything.
      if alternatives.isEmpty, !isMap, !isList, view.format == nil { shapes.formUnion([.maps, .lists, .texts]) }
      views += alternatives.prefix(max(mostAlternatives - views.count, 0))
    }
    return shapes == .texts ? [] : shapes
  }

  /// A palette may stand behind an `else`, which no view looks into: then it is found by looking through the schema's own branches.
  private static func takePalette(of view: SchemaView, isColor: Bool, _ field: inout Field) {
    guard isColor, field.palette.isEmpty, let palette = view.conditionalBranches.first(where: { !$0.enumValues.isEmpty }) else {
      return
    }
    field.values = palette.enumValues
    for annotation in palette.annotations.reversed() { annotation.withMembers { field.take($0) } }
  }

  private static func meaning(of field: Field, _ view: SchemaView, isLocation: Bool, isColor: Bool) -> FieldMeaning {
    if isLocation { return .location }
    if field.isMap { return .map }
    if isColor { return .color }
    if let kind = field.reference { return .reference(kind: kind) }
    switch field.format {
    case "date": return .date
    case "date-int": return .dateInt
    case "date-time": return .dateTime
    case "time": return .time
    default: break
    }
    if !field.values.isEmpty { return .enumeration }
    let types = Set(view.types).subtracting(["null"])
    if types == ["boolean"] { return .boolean }
    let isNumber = !types.isDisjoint(with: ["integer", "number"])
    // A size may be M or 42; a shutter 1/250 or 2: a unit, or a form of its own, makes it a number.
    if isNumber, !types.contains("string") || field.format == "fraction" || field.unit != nil { return .number }
    return .text
  }
}

extension Kind.Field {
  fileprivate mutating func take(_ members: AnnotationMembers) {
    if let reference = members.text("reference") { self.reference = reference }
    if members.text("vocabulary") == "folded" { isVocabulary = true }
    if members.text("photo") == "true" { isPhoto = true }
    if let member = members.text("from-photo") { fromPhoto = member }
    if members.text("ordered") == "true" { isOrdered = true }
    if members.text("private") == "true" { isPrivate = true }
    if members.text("always") == "true" { isAlwaysShown = true }
    if let help = members.text("form") { formHelp = help }
    if let unit = members.text("unit") { self.unit = unit }
    if let format = members.text("format") { self.format = format }
    if let precision = members.text("precision").flatMap({ DatePrecision(rawValue: $0) }) { self.precision = precision }
    if let due = members.text("due") { isDue = due == "true" }
    let exchange = members.texts("exchange")
    if !exchange.isEmpty { self.exchange = exchange }
    if let singular = members.text("singular") { self.singular = singular }
    if case let labels = members.labels, !labels.isEmpty { titles = labels }
    if let initial = members.text("initial") { self.initial = Kind.Initial(rawValue: initial) }
    if case let names = members.texts("uniqueBy"), !names.isEmpty { uniqueBy = names.map { FieldPath(dotted: $0) } }
    members.forEachEntry("aliases") { word, value in
      guard let value = value.ownText else { return }
      aliases.removeAll { $0.word == word }
      aliases.append((word, value))
    }
    members.forEachEntry("marks") { value, mark in
      marks[value] = Kind.Mark(
        glyph: mark.text("glyph") ?? "", label: mark.label ?? value, hex: mark.text("hex"),
        number: mark.text("number").flatMap { Double($0) }, labels: mark.labels.map(\.text), texts: mark.labels)
    }
    members.forEachEntry("groups") { name, label in
      paletteGroups.removeAll { $0.name == name }
      paletteGroups.append((name, label.ownLabel ?? name, label.ownLabels.map(\.text)))
      groupLabels[name] = label.ownLabels
    }
    var colors: [Kind.PaletteColor] = []
    members.forEachEntry("colors") { name, color in
      guard let hex = color.text("hex") else { return }
      colors.append(
        Kind.PaletteColor(
          name: name, hex: hex, group: color.text("group") ?? "", label: color.label ?? name,
          labels: color.labels.map(\.text), texts: color.labels))
    }
    if !colors.isEmpty { palette = colors }
  }
}
