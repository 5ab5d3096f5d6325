// From a compiled schema to a kind: what the annotations say.

package import VitrineSchema
import VitrineSyntax

extension Kind {
  /// The kind that a schema describes. Annotations that are missing, or of another type, count as not given: their own check reports them.
  package static func read(name: String, schemaPath: String, schema: CompiledSchema) -> Kind {
    let root = schema.root
    var annotations = Annotations(plural: name)
    if let annotation = root.annotation { annotations.take(annotation, required: Set(root.required)) }
    if annotations.columns.isEmpty { annotations.columns = [annotations.display].compactMap { $0 } }
    return Kind(name: name, schemaPath: schemaPath, schema: schema, annotations: annotations, fields: fields(of: root))
  }
}

extension Kind.Annotations {
  fileprivate mutating func take(_ annotation: Annotation, required: Set<String>) {
    annotation.withMembers { members in
      if let plural = members.text("plural") { self.plural = plural }
      display = members.text("display").map { FieldPath(dotted: $0) }
      search = members.texts("search").map { FieldPath(dotted: $0) }
      columns = members.texts("columns").map { FieldPath(dotted: $0) }
      parent = members.text("parent")
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
      fields.append(field(here, property, innermost, isList: isOwnList))
      collect(innermost, here, isList: isOwnList, depth: most, &fields)
    }
  }

  private static func field(_ path: FieldPath, _ view: SchemaView, _ innermost: SchemaView, isList: Bool) -> Field {
    var field = Field(
      path: path, title: view.title ?? path.names.last ?? "", description: view.description ?? "", types: view.types,
      format: view.format ?? innermost.format, values: innermost.enumValues, isOrdered: false, reference: nil,
      isVocabulary: false,
      isPhoto: false, isList: isList)
    for view in [view, innermost] {
      view.annotation?.withMembers { members in
        if let reference = members.text("reference") { field.reference = reference }
        if members.text("vocabulary") == "folded" { field.isVocabulary = true }
        if members.text("photo") == "true" { field.isPhoto = true }
        if members.text("ordered") == "true" { field.isOrdered = true }
      }
    }
    return field
  }
}
