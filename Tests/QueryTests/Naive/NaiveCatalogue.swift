// A catalogue as a list of records, and how they hang together.

import VitrineModel
import VitrineSource
import VitrineText

/// All records, with what each path means in each kind.
struct NaiveCatalogue {
  let kinds: [Kind]
  /// The fields of each kind, built-in ones among them.
  let fields: [[Kind.Field]]
  var records: [NaiveRecord]
  let now: CivilMoment
  /// The saved queries, in the order they were made.
  var views: [NaiveView] = []
  private var byPath: [[UInt8]: Int] = [:]
  private var byID: [String: [Int]] = [:]
  private var byLastPart: [String: [Int]] = [:]

  /// A catalogue of records in the order of their paths.
  init(kinds: [Kind], fields: [[Kind.Field]], records: [NaiveRecord], now: CivilMoment) {
    (self.kinds, self.fields, self.records, self.now) = (kinds, fields, records, now)
    for (index, record) in records.enumerated() {
      byPath[Array(record.path.utf8)] = index
      byID[NaiveCatalogue.id(record.path), default: []].append(index)
      byLastPart[NaiveCatalogue.lastPart(record.path), default: []].append(index)
    }
  }

  /// The field at a path.
  func field(_ kind: Int, _ path: String) -> Kind.Field? { fields[kind].first { $0.path.dotted == path } }

  /// The index of the record that a value names: the one with that path or id, or the only one of the kind with that last part, by the bytes first, then
  /// in any spelling.
  func target(of entry: NaiveEntry, _ record: Int, _ path: String) -> Int? {
    guard entry.form == .scalar, let field = field(records[record].kind, path), case .reference(let wanted) = field.meaning else {
      return nil
    }
    if path == "parent" || path == "used-by" { return byPath[Array(entry.text.utf8)] }
    guard let wanted, entry.isString, !entry.text.isEmpty, kinds.contains(where: { $0.name == wanted }) else { return nil }
    let name = NaiveCatalogue.id(entry.text)
    func isWanted(_ record: Int) -> Bool { kinds[records[record].kind].name == wanted }
    if let exact = byPath[Array(entry.text.utf8)] { return isWanted(exact) ? exact : nil }
    // The dictionaries know no spellings: of those that are alike, the ones with the same bytes come first.
    func nearest(_ alike: [Int], _ part: (String) -> String) -> [Int] {
      let exact = alike.filter { part(records[$0].path).utf8.elementsEqual(name.utf8) }
      return exact.isEmpty ? alike : exact
    }
    let named = nearest(byID[name] ?? []) { NaiveCatalogue.id($0) }
    if !named.isEmpty {
      let own = named.filter(isWanted)
      return own.count == 1 ? own[0] : nil
    }
    let sharing = nearest((byLastPart[name] ?? []).filter(isWanted)) { NaiveCatalogue.lastPart($0) }
    return sharing.count == 1 ? sharing[0] : nil
  }

  /// The last part of a record's id, where no other record of its kind (or of all) has it, else the id; the path, where two have that.
  func shortName(of record: Int, amongAll: Bool) -> String {
    let (part, id) = (NaiveCatalogue.lastPart(records[record].path), NaiveCatalogue.id(records[record].path))
    let sharing = (byLastPart[part] ?? []).filter { amongAll || records[$0].kind == records[record].kind }
    let doubled = records.count { NaiveCatalogue.id($0.path) == id } > 1
    return sharing.count == 1 && byID[part] == nil ? part : doubled ? records[record].path : id
  }

  /// Fills `parent` and `used-by`.
  mutating func link() {
    for index in records.indices {
      guard let parent = kinds[records[index].kind].parent else { continue }
      var folder = NaiveCatalogue.folder(records[index].path)
      while true {
        let found = records.indices.first {
          $0 != index && kinds[records[$0].kind].name == parent && NaiveCatalogue.folder(records[$0].path) == folder
        }
        if let found {
          records[index].add("parent", records[found].path)
          break
        }
        if folder.isEmpty { break }
        folder = NaiveCatalogue.folder(folder)
      }
    }
    for index in records.indices {
      var targets: Set<Int> = []
      for field in fields[records[index].kind] {
        guard case .reference = field.meaning, field.path.dotted != "used-by" else { continue }
        for entry in records[index].entries[field.path.dotted] ?? [] {
          if let target = target(of: entry, index, field.path.dotted) { targets.insert(target) }
        }
      }
      for target in targets { records[target].add("used-by", records[index].path) }
    }
  }

  /// A path without its suffix.
  static func id(_ path: String) -> String {
    for suffix in [".yaml", ".yml"] where path.hasSuffix(suffix) { return String(path.dropLast(suffix.count)) }
    return path
  }

  /// The last part of an id.
  static func lastPart(_ path: String) -> String {
    id(path).split(separator: "/", omittingEmptySubsequences: false).last.map(String.init) ?? ""
  }

  /// The folder of a path.
  static func folder(_ path: String) -> String { path.split(separator: "/").dropLast().joined(separator: "/") }
}

/// Where a written path leads from records of a kind.
struct NaiveWay {
  /// The references to follow, by path, with the kind each leads to.
  var steps: [(path: String, kind: Int)] = []
  /// The field.
  var path: String
  /// True where its values are counted.
  var counts = false
}

extension NaiveCatalogue {
  /// Where a path leads; nothing where the kind does not know it, nil where it is ambiguous.
  func ways(_ names: [String], counts: Bool, kind: Int, base: String = "", depth: Int = 0) -> [NaiveWay]? {
    let prefix = base.isEmpty ? [] : base.split(separator: ".").map(String.init)
    if counts, field(kind, (prefix + names + ["count"]).joined(separator: ".")) != nil {
      return [NaiveWay(path: (prefix + names + ["count"]).joined(separator: "."))]
    }
    switch own(names, kind, prefix) {
    case .some(let paths) where paths.count == 1: return [NaiveWay(path: paths[0], counts: counts)]
    case .some: return nil
    case .none: break
    }
    guard depth < 4, names.count > 1 else { return [] }
    for end in (1..<names.count).reversed() {
      guard let heads = own(Array(names[..<end]), kind, prefix), heads.count == 1, let head = field(kind, heads[0]),
        case .reference(let wanted) = head.meaning
      else { continue }
      var ways: [NaiveWay] = []
      var isAmbiguous = false
      for table in kinds.indices where leads(heads[0], wanted, kind, to: table) {
        guard let inner = self.ways(Array(names[end...]), counts: counts, kind: table, depth: depth + 1) else {
          isAmbiguous = true
          continue
        }
        ways += inner.map { NaiveWay(steps: [(heads[0], table)] + $0.steps, path: $0.path, counts: $0.counts) }
      }
      if !ways.isEmpty { return ways }
      if isAmbiguous { return nil }
    }
    return []
  }

  private func leads(_ path: String, _ wanted: String?, _ kind: Int, to table: Int) -> Bool {
    if let wanted { return kinds[table].name == wanted }
    guard path == "used-by" else { return true }
    return kinds[table].parent == kinds[kind].name
      || kinds[table].fields.contains { field in
        if case .reference(let target) = field.meaning { return target == nil || target == kinds[kind].name }
        return false
      }
  }

  /// The fields that a path without references may be; nil where there is none.
  private func own(_ names: [String], _ kind: Int, _ prefix: [String]) -> [String]? {
    let exact = (prefix + names).joined(separator: ".")
    if field(kind, exact) != nil { return [exact] }
    if prefix.isEmpty, names.count == 1 {
      if names[0] == kinds[kind].parent { return ["parent"] }
      if names[0] == "rule", field(kind, "finding.rule") != nil { return ["finding.rule"] }
    }
    let fits = kinds[kind].fields.filter { field in
      let path = field.path.names
      guard path.count >= prefix.count + names.count, Array(path.prefix(prefix.count)) == prefix else { return false }
      return names.indices.allSatisfy { index in
        let place = path.count - names.count + index
        if path[place] == names[index] { return true }
        let singular = kinds[kind].fields.first { $0.path.names == Array(path[...place]) }?.singular
        return singular.map { $0.split(separator: " ").joined(separator: "-") } == names[index]
      }
    }
    guard let fewest = fits.map(\.path.names.count).min() else { return nil }
    return fits.filter { $0.path.names.count == fewest }.map(\.path.dotted)
  }

  /// The values of a field in a record, or of one element of a list in it.
  func entries(_ record: Int, _ path: String, _ element: (list: String, number: Int)?) -> [NaiveEntry] {
    (records[record].entries[path] ?? []).filter { entry in
      element.map { entry.elements[$0.list] == $0.number } ?? true
    }
  }

  /// The records at the end of a way's references.
  func ends(_ record: Int, _ steps: ArraySlice<(path: String, kind: Int)>, _ element: (list: String, number: Int)?) -> [Int] {
    guard let step = steps.first else { return [record] }
    return entries(record, step.path, element).flatMap { entry -> [Int] in
      guard let target = target(of: entry, record, step.path), records[target].kind == step.kind else { return [] }
      return ends(target, steps.dropFirst(), nil)
    }
  }
}
