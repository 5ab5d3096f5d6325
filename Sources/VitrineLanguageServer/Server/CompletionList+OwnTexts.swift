// What may be typed in the catalogue's own texts beyond what their forms say: names of kinds, fields, rules and schemas, and queries.

import VitrineApplication
import VitrineCatalog
import VitrineEditing
import VitrineIndex
import VitrineModel
import VitrineQuery
import VitrineRules
import VitrineSource
import VitrineSyntax

extension CompletionList {
  /// Adds what the manifest, a view or a schema may name; false where the form knows better.
  mutating func addOwnTexts() -> Bool {
    let isKey = if case .key = place.part { !startsItem } else { false }
    switch document.open.catalogue.role(of: document.path) {
    case .manifest: return addManifest(isKey)
    case .view: return !isKey && addView()
    case .schema: return !isKey && addSchema()
    case .record, .unclaimed, .conflictedCopy, .photo, .other: return false
    }
  }

  /// Adds a name as a value, or as a key with its colon.
  private mutating func add(name: String, _ detail: String, page: String = "", isKey: Bool = false) {
    let needsColon = isKey && place.part != .key(needsColon: false)
    add(name, isKey ? .field : .reference, text: scalar(name) + (needsColon ? ": " : ""), detail: detail, page: page)
  }

  private mutating func addKinds(isKey: Bool = false) {
    for name in document.open.catalogue.schemas.kindNames {
      let kind = document.open.kinds.first { $0.name == name }
      add(name: name, kind?.title ?? "", page: kind?.description.markdown ?? "", isKey: isKey)
    }
  }

  // MARK: the manifest

  private mutating func addManifest(_ isKey: Bool) -> Bool {
    switch (place.names.first, place.names.count, isKey) {
    case ("collections", 2, false) where place.names[1] == "kind": addKinds()
    case ("versions", 1, true): addKinds(isKey: true)
    case ("home", 1, false):
      for kind in document.open.kinds { add(name: kind.name, kind.title, page: kind.description.markdown) }
    case ("rules", 1, true):
      for rule in RuleBook.all where !place.siblings.contains(rule.slug) {
        add(name: rule.slug, "\(rule.code), \(rule.severity.word)", page: rule.summary.markdown, isKey: true)
      }
    case ("rules", 2, false): for level in ["off", "info", "warning", "error"] { add(name: level, "") }
    default: return false
    }
    return true
  }

  // MARK: views

  private mutating func addView() -> Bool {
    switch place.names {
    case ["kind"]: addKinds()
    case ["query"]: addQuery()
    case ["sort"], ["group"], ["columns"]:
      isWrapped = place.part == .value && !place.typed.hasPrefix("[")
      let kinds = document.open.kinds
      let named = document.text(of: "kind").flatMap { name in kinds.firstIndex { $0.name == name } }
      addFields(ofKinds: named.map { [$0] } ?? Array(kinds.indices))
    default: return false
    }
    return true
  }

  /// The names of fields, each with the sign that is typed before it.
  private mutating func addFields(ofKinds kinds: [Int]) {
    let typed = place.typed.drop { $0 == "\"" || $0 == "'" }
    let sign = typed.hasPrefix("-") ? "-" : ""
    var seen: Set<String> = []
    for name in kinds.flatMap({ document.open.binder.names.names(forKind: $0) }) where seen.insert(name.text).inserted {
      add(sign + name.text, .field, text: scalar(sign + name.text), detail: name.title)
    }
  }

  /// What may follow in the query of a view.
  private mutating func addQuery() {
    let open = document.open
    let quote = place.typed.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
    let typed = quote == nil ? place.typed[...] : place.typed.dropFirst()
    let start = typed.lastIndex(of: " ").map { typed[typed.index(after: $0)...] } ?? typed
    let before = String(typed.dropLast(start.count))
    // What stands behind the cursor stays; the word that it is in goes as far as the next blank.
    let cursor = Int(place.range.start) + place.typed.utf8.count
    let bytes = document.text.bytes[cursor..<max(cursor, Int(place.range.end))]
    let end = bytes.firstIndex { $0.isYAMLSpace || $0 == quote?.asciiValue } ?? bytes.endIndex
    let part = ByteRange(cursor - start.utf8.count, end)
    let after = String(decoding: document.text.bytes[end..<bytes.endIndex], as: UTF8.self)
    let line = "vitrine list \(document.text(of: "kind") ?? "") \(typed)"
    let views = Array(open.catalogue.views.values)
    let completion = QueryCompletion(kinds: open.kinds, line: line, views: { views }, open: { _ in open })
    for candidate in completion.candidates(String(start)).prefix(Self.maximum) {
      if let quote {
        add(part: part, Self.quoted(candidate.word, quote), detail: candidate.words)
        continue
      }
      // Whoever goes on typing behind a colon does so without quotes.
      let text = before + candidate.word + after
      add(
        candidate.word, .text, text: text.hasSuffix(":") ? text : scalar(text), detail: candidate.words,
        filter: before + candidate.word)
    }
  }

  /// A word as it stands in quotes.
  private static func quoted(_ word: String, _ quote: Character) -> String {
    var result = ""
    for character in word {
      if quote == "\"", character == "\\" || character == quote { result.append("\\") }
      if quote == "'", character == quote { result.append("'") }
      result.append(character)
    }
    return result
  }

  // MARK: schemas

  private mutating func addSchema() -> Bool {
    if location.form === StockForms.keywords {
      switch location.names {
      case ["$ref"]: addSchemaFiles()
      case ["required"]:
        isWrapped = place.part == .value && !place.typed.hasPrefix("[")
        for name in document.properties(besides: place.names) { add(name: name, "") }
      default: return false
      }
      return true
    }
    switch location.names {
    case ["parent"], ["reference"]: addKinds()
    case ["display"], ["identity", "field"], ["search"], ["sort"], ["group"], ["columns"], ["identity"]:
      guard location.form === StockForms.kindAnnotations else { return false }
      let isOne = location.names == ["display"] || location.names.count == 2
      isWrapped = place.part == .value && !isOne && !place.typed.hasPrefix("[")
      guard let kind = document.open.kinds.firstIndex(where: { $0.schemaPath == document.path }) else { return true }
      if ["sort", "group", "columns"].contains(location.names[0]) {
        addFields(ofKinds: [kind])
      } else {
        for field in document.open.kinds[kind].fields { add(name: field.path.dotted, field.title) }
      }
    default: return false
    }
    return true
  }

  /// The files that a `$ref` may lead to, the vocabularies and parts first, and the definitions of this one.
  private mutating func addSchemaFiles() {
    var schemas = document.open.catalogue.schemas
    let stock = Stock.names(under: SchemaStore.folder.string + "/").map { Path($0) }
    let all = Set(stock + schemas.ownPaths).filter { path in
      path != document.path && !["manifest", "view", "x-vitrine"].contains(SchemaStore.kindName(ofPath: path)?[...])
    }
    let shared = all.filter { SchemaStore.kindName(ofPath: $0) == nil }.sorted()
    for name in document.keys(of: "$defs") { add(name: "#/$defs/" + name, "in this file") }
    for path in shared + all.subtracting(shared).sorted() {
      let relative = PhotoPath.relative(path, to: Path(document.path.folder))
      let title = schemas.tree(at: path).flatMap { tree in tree.topText("title") } ?? ""
      add(name: relative, title + (schemas.isOwn(path) ? "" : title.isEmpty ? "comes with vitrine" : ", comes with vitrine"))
    }
  }
}

extension ServedDocument {
  /// The text under a key at the top; nil where there is none.
  fileprivate func text(of key: String) -> String? { tree.topText(key) }

  /// The keys of the map under a key at the top.
  fileprivate func keys(of key: String) -> [String] {
    let tree = tree
    return tree.withReader { reader in
      tree.roots.first.flatMap { reader.value($0, named: key) }.map { map in
        reader.writtenEntries(map).map { reader.text($0.key) }
      } ?? []
    }
  }

  /// The names in the `properties` beside a keyword; none where lists are on the way.
  fileprivate func properties(besides names: [String]) -> [String] {
    let tree = tree
    return tree.withReader { reader in
      var node = tree.roots.first
      for name in names.dropLast() + ["properties"] { node = node.flatMap { reader.value($0, named: name) } }
      return node.map { map in reader.writtenEntries(map).map { reader.text($0.key) } } ?? []
    }
  }
}

extension Tree {
  /// The text under a key at the top; nil where there is none, or no scalar.
  func topText(_ key: String) -> String? {
    withReader { reader in
      roots.first.flatMap { reader.value($0, named: key) }.flatMap { reader.resolved($0).isScalar ? reader.text($0) : nil }
    }
  }
}
