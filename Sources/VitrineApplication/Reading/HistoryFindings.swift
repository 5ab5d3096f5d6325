// What only the history of a catalogue in git shows: records that were changed without the time that they keep of it. Decision 0088 says why it is found by
// `check` alone.

package import VitrineCatalog
import VitrineChanges
import VitrineEditing
import VitrineGit
import VitrineIndex
import VitrineModel
import VitrineRules
package import VitrineSource
import VitrineSyntax

/// The findings of `modified-behind`.
package enum HistoryFindings {
  /// So many changes of one record are compared at the most.
  private static let mostVersions = 50
  /// What a time without an offset may be off. Units: seconds.
  private static let widestOffset = 14.0 * 3600
  /// A commit is made a moment after the change. Units: seconds.
  private static let slack = 60.0

  /// What the history of a part of a catalogue shows, in report order; nothing without git, or where no record keeps the time of its last change.
  package static func all(of catalogue: LoadedCatalogue, in scope: ReportScope) -> [Finding] {
    let rule = RuleBook.modifiedBehind
    let levels = RuleLevels(catalogue.manifest)
    let fields = catalogue.kinds.map { kind in kind.stamps.first { $0.follows == nil }?.field }
    guard levels.isOn(rule), fields.contains(where: { $0 != nil }), let history = catalogue.fileVersions() else { return [] }
    var objects = GitObjects(history.repository)
    var findings: [Finding] = []
    for (path, versions) in history.versions.files.sorted(by: { $0.key < $1.key }) where scope.contains(path) {
      guard let facts = catalogue.book.withWriter({ $0.facts(ofRecordAt: path) }), let field = fields[facts.kind],
        !facts.suppressions.contains(where: { RuleBook.rule(named: $0.rule)?.code == rule.code }),
        let stamp = StampedTime(field, in: catalogue.text(at: path)),
        let version = change(after: stamp, in: versions, field, &objects)
      else { continue }
      findings.append(
        Finding(
          rule, in: path, at: stamp.range, pointer: stamp.pointer, record: facts.title,
          "'\(field.dotted)' is '\(stamp.text)', and a commit of \(version.time) changed the record and left it so",
          fixes: [stamp.fix(to: version.time)].compactMap { $0 }))
    }
    return findings.compactMap { levels.applied(to: $0) }.located { catalogue.text(at: $0) }
  }

  /// The newest change that is later than a record's time and did not write another.
  private static func change(
    after stamp: StampedTime, in versions: [FileVersion], _ field: FieldPath, _ objects: inout GitObjects
  ) -> FileVersion? {
    for version in versions.prefix(mostVersions) {
      guard let time = Array(version.time.utf8).withUnsafeBufferPointer({ CivilMoment($0) }), time.instant > stamp.latest + slack,
        let before = bytes(version.before, &objects), let after = bytes(version.after, &objects),
        let changes = RecordDifference.changes(from: before, to: after), !changes.isEmpty
      else { continue }
      return changes.contains { $0.concerns(field.dotted) } ? nil : version
    }
    return nil
  }

  private static func bytes(_ object: GitObjectID, _ objects: inout GitObjects) -> [UInt8]? {
    do throws(GitError) { return try objects.bytes(of: object, limit: 1 << 20) } catch { return nil }
  }

  /// The time that a record keeps of its last change.
  private struct StampedTime {
    /// As it is written.
    let text: String
    /// The last second that it may mean. Units: seconds since 1970.
    let latest: Double
    let range: ByteRange
    let pointer: String
    private let parsed: ParsedText
    private let field: FieldPath
    private let isDay: Bool

    /// Reads it; nil where it is missing, or no time.
    init?(_ field: FieldPath, in bytes: [UInt8]?) {
      guard let bytes, bytes.count <= 1 << 20 else { return nil }
      let parsed = YAML.parse(bytes)
      guard parsed.isComplete, let root = parsed.tree.roots.first else { return nil }
      let found = parsed.tree.withReader {
        reader -> (text: String, latest: Double, range: ByteRange, pointer: String, isDay: Bool)? in
        guard let node = field.member(reader, from: root), reader.resolved(node).isScalar else { return nil }
        let content = reader.content(node)
        let end: Double
        let day = CivilDay(dashed: content)
        if let day {
          end = CivilMoment(day: day).instant + 86_400 + widestOffset
        } else if let moment = CivilMoment(content) {
          end = moment.instant + (moment.offset == nil ? widestOffset : 0)
        } else {
          return nil
        }
        return (reader.text(node), end, reader.node(node).range, reader.pointer(of: node, root: root), day != nil)
      }
      guard let found else { return nil }
      (text, latest, range, pointer, isDay) = found
      (self.parsed, self.field) = (parsed, field)
    }

    /// Writes another time. Safe: tools keep the field, and the time is that of git.
    func fix(to time: String) -> Fix? {
      let time = isDay ? String(time.prefix(10)) : time.hasSuffix("Z") ? time.dropLast() + "+00:00" : time
      do throws(EditRefusal) {
        let edits = try TreeEditor.edits([.set(field.names.map { PathStep.key($0) }, .string(time))], in: parsed)
        return Fix("write '\(time)'", edits, isSafe: true)
      } catch {
        return nil
      }
    }
  }
}
