// `fmt`: the text of records tidied, in the ways that were asked for and no other.

package import VitrineEditing
import VitrineModel
package import VitrineSource

/// Plans tidied texts.
package enum FormatPlanner {
  /// What can be done, and what stays as it is.
  package struct Outcome: Sendable {
    /// The plan for all records that can be tidied.
    package var plan: Plan
    /// Why others cannot, one a record.
    package var refusals: [PlanRefusal]
  }

  /// The plan that tidies the records at these paths.
  ///
  /// Shape: records in which nothing changes are left out. What a record says stays the same, so nothing is stamped. A record that cannot be
  /// tidied in one of the ways is left as it is. `texts` are the paths of the catalogue's own texts, manifest, schemas and views, for whose keys
  /// there is no order.
  package static func plan(
    _ options: Set<Tidying>, records: [Path], texts: [Path] = [], in source: some ChangeSource
  ) -> Outcome {
    var edits: [FileEdit] = []
    var counts: [Tidying: Int] = [:]
    var refusals: [PlanRefusal] = []
    var orders: [Int: TreeEditor.KeyOrder] = [:]
    func tidy(_ path: Path, _ bytes: [UInt8], _ order: @escaping TreeEditor.KeyOrder) {
      do throws(EditRefusal) {
        let tidied = try TextTidier.edits(options, in: bytes, keyOrder: order)
        guard !tidied.edits.isEmpty else { return }
        edits.append(FileEdit(path: path, expected: .bytes(bytes), change: .edits(tidied.edits)))
        for one in tidied.done { counts[one, default: 0] += 1 }
      } catch {
        refusals.append(PlanRefusal(error, path: path, in: bytes))
      }
    }
    for path in records {
      guard let record = source.record(at: path), let bytes = source.text(at: path) else {
        refusals.append(.unreadable(path, in: source))
        continue
      }
      // Kept once: a function that is taken out of a dictionary and put back is wrapped once more each time.
      if orders[record.kind] == nil { orders[record.kind] = source.kinds[record.kind].keyOrder }
      if let order = orders[record.kind] { tidy(path, bytes, order) }
    }
    for path in texts {
      guard !options.contains(.keys) else {
        refusals.append(PlanRefusal("no schema says in which order its keys stand; --keys is for records", path: path))
        continue
      }
      guard let bytes = source.text(at: path) else {
        refusals.append(PlanRefusal("this file cannot be read any more", path: path))
        continue
      }
      tidy(path, bytes) { _ in [] }
    }
    let files = edits.count == 1 ? "1 file" : "\(edits.count) files"
    let plan = Plan(
      "format \(files)", edits, summary: Tidying.allCases.compactMap { one in counts[one].map { one.words($0) } },
      isDestructive: edits.count > SetPlanner.mostUnasked)
    return Outcome(plan: plan, refusals: refusals)
  }
}

extension Tidying {
  /// What is done to so many files.
  fileprivate func words(_ count: Int) -> String {
    let files = count == 1 ? "1 file" : "\(count) files"
    return switch self {
    case .keys: "keys in the order of the schema: \(files)"
    case .trailingSpaces: "no blanks at the ends of lines: \(files)"
    case .finalNewline: "a line break at the end: \(files)"
    case .lineFeeds: "lines end with LF: \(files)"
    case .carriageReturns: "lines end with CR LF: \(files)"
    }
  }
}
