// What view files can have wrong beyond their schema: kinds, queries and fields that are not there, and views that use themselves.

package import VitrineIndex
import VitrineModel
package import VitrineSource
import VitrineText

/// The check of all views of a catalogue. It needs its kinds, no record.
package struct ViewCheck {
  private let files: [ViewFile]
  private let binder: QueryBinder
  private let kindNames: [String]
  private let circles: ViewCircles

  /// A check of views against kinds with the given tables. `collections` are the kinds that the manifest names, whether they can be used or not.
  package init(_ files: [ViewFile], layouts: [TableLayout], collections: [String]) {
    self.files = files
    kindNames = collections
    // No rule here depends on the day, so that any will do.
    binder = QueryBinder(layouts: layouts, views: ViewFile.views(files), now: CivilMoment(day: CivilDay(number: 0)))
    circles = ViewCircles(binder.views)
  }

  /// What is wrong with a file, not located yet.
  package func findings(of file: ViewFile) -> [Finding] {
    guard let view = file.view, let query = file.query, binder.views[view.name] == view else { return [] }
    if let kind = file.kind, !binder.layouts.contains(where: { $0.kind.name == kind.text }) {
      // A kind whose schema cannot be used has findings of its own.
      return kindNames.contains(kind.text) ? [] : [unknownKind(kind)]
    }
    do throws(QueryError) {
      let parsed = try QueryBinder.parsed(view)
      if circles.reachesCircle(view.name) {
        guard let circle = circles.circle(from: view.name), circle.min() == view.name else { return [] }
        return [itself(circle, parsed, query)]
      }
      var pass = BindingPass()
      let outside = BindingScope(places: binder.layouts.indices.map { NamePlace(table: $0) }, text: "")
      let nowhere = ByteRange(at: 0)
      _ = try binder.view(view.name, nowhere, outside, &pass)
      var scope = outside
      scope.text = view.query
      scope.views = [view.name]
      scope.places = try binder.tables(ofView: view.name, nowhere, outside, &pass).map { NamePlace(table: $0) }
      _ = try binder.sort(parsed.sort, scope)
      _ = try binder.paths(parsed.group + parsed.show, scope)
      return fields(of: file, view, scope)
    } catch {
      // What is wrong with another view is said there.
      return error.view == view.name ? [finding(ModelRules.viewQueryInvalid, error, query)] : []
    }
  }

  private func fields(of file: ViewFile, _ view: SavedView, _ scope: BindingScope) -> [Finding] {
    let keys = zip(view.sort.map(\.path), file.sort).map { ($0, $1, $1.text.hasPrefix("-") ? 1 : 0) }
    let others = zip(view.group + view.columns, file.group + file.columns).map { ($0, $1, 0) }
    var findings: [Finding] = []
    for (path, text, offset) in keys + others {
      do throws(QueryError) { _ = try binder.paths([path], scope.saying(path)) } catch {
        var error = error
        error.range = ByteRange(Int(error.range.start) + offset, Int(error.range.end) + offset)
        findings.append(finding(ModelRules.viewUnknownField, error, text))
      }
    }
    return findings
  }
}

extension ViewFile {
  /// The views of files by their names; of two with one name, the first.
  package static func views(_ files: [ViewFile]) -> [String: SavedView] {
    Dictionary(files.compactMap { file in file.view.map { ($0.name, $0) } }) { first, _ in first }
  }
}

/// Which views use themselves, directly or by others.
private struct ViewCircles {
  private var uses: [String: [String]] = [:]
  /// The views from which, using others, one comes to a view that uses itself.
  private var leading: Set<String> = []

  init(_ views: [String: SavedView]) {
    var users: [String: [String]] = [:]
    for (name, view) in views {
      do throws(QueryError) { uses[name] = try QueryParser.parse(view.query).condition.views.map(\.name) } catch { continue }
      for used in uses[name] ?? [] { users[used, default: []].append(name) }
    }
    var waiting = uses.keys.filter { uses[$0]?.isEmpty == false && circle(from: $0) != nil }
    while let name = waiting.popLast() {
      if leading.insert(name).inserted { waiting += users[name] ?? [] }
    }
  }

  /// A way from a view back to it, its own name first and last left out; nil where there is none.
  func circle(from start: String) -> [String]? {
    var from: [String: String] = [:]
    var waiting = [start]
    while let name = waiting.popLast() {
      for used in uses[name] ?? [] {
        if used == start {
          var way = [name]
          while let last = way.last, last != start, let before = from[last] { way.append(before) }
          return way.reversed()
        }
        if from[used] == nil {
          from[used] = name
          waiting.append(used)
        }
      }
    }
    return nil
  }

  /// Whether a view uses, directly or by others, one that uses itself.
  func reachesCircle(_ name: String) -> Bool { leading.contains(name) }
}

extension Query.Node {
  /// The views used anywhere in the condition.
  var views: [(name: String, range: ByteRange)] {
    switch self {
    case .all(let nodes), .any(let nodes): nodes.flatMap(\.views)
    case .not(let node, _), .element(_, let node, _): node.views
    case .view(let name, let range): [(name, range)]
    case .term, .word, .state: []
    }
  }
}

// MARK: messages

extension ViewCheck {
  private func finding(_ rule: Rule, _ error: QueryError, _ text: ViewText) -> Finding {
    let place = text.place(of: error.range)
    return Finding(
      rule, at: place, pointer: text.pointer, error.message, label: error.suggestion,
      fixes: fix(error, text, place).map { [$0] } ?? [])
  }

  /// The nearest word in place of the wrong one, where it can stand there as it is.
  private func fix(_ error: QueryError, _ text: ViewText, _ place: ByteRange) -> Fix? {
    guard text.isExact, !error.range.isEmpty, let word = error.nearestWord else { return nil }
    guard word.utf8.allSatisfy({ "-_.@/".utf8.contains($0) || $0 >= 0x80 || Self.isLetterOrDigit($0) }) else { return nil }
    return Fix("replace with '\(word)'", [TextEdit(place, word)], isSafe: false)
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
  }

  private func unknownKind(_ kind: ViewText) -> Finding {
    let nearest = NearestWord.nearest(to: kind.text, in: binder.layouts.map(\.kind.name))
    let fix = nearest.map { [Fix("replace with '\($0)'", [TextEdit(kind.range, $0)], isSafe: false)] }
    return Finding(
      ModelRules.viewUnknownKind, at: kind.range, pointer: kind.pointer, "no collection has the kind '\(kind.text)'",
      label: nearest.map { "did you mean '\($0)'?" } ?? "", fixes: fix ?? [])
  }

  private func itself(_ circle: [String], _ query: Query, _ text: ViewText) -> Finding {
    let start = circle.first ?? ""
    let next = circle.count > 1 ? circle[1] : start
    let range = query.condition.views.first { $0.name == next }?.range
    let way = (circle + [start]).map { "@" + $0 }.joined(separator: " → ")
    return Finding(
      ModelRules.viewQueryInvalid, at: range.map { text.place(of: $0) } ?? text.range, pointer: text.pointer,
      circle.count > 1 ? "the views use each other in a circle: \(way)" : "the view uses itself: \(way)",
      help: "write the terms meant in place of one of the views")
  }
}

extension QueryError {
  /// The word that the suggestion offers; nil where it offers none.
  var nearestWord: String? {
    let (before, after) = ("did you mean '", "'?")
    guard suggestion.hasPrefix(before), suggestion.hasSuffix(after) else { return nil }
    return String(suggestion.dropFirst(before.count).dropLast(after.count))
  }
}
