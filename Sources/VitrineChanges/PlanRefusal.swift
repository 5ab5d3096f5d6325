// Why there is no plan: what was asked for cannot be done, and nothing was written.

package import VitrineEditing
package import VitrineSource

/// A change that no plan can be made for.
package struct PlanRefusal: Error, Sendable, Hashable {
  /// What was found and what was expected: lower case, no full stop.
  package var message: String
  /// The file it is about; nil where it is about the words that were typed.
  package var path: Path?
  /// The place in the file, counted from 1; nil where it is about the whole of it.
  package var position: Position?

  /// A refusal of what was asked for.
  package init(_ message: String) { self.message = message }

  /// A refusal that is about a place in a file with these bytes.
  package init(_ message: String, path: Path, at place: ByteRange? = nil, in bytes: [UInt8] = []) {
    self.message = message
    self.path = path
    position = place.map { LineTable(bytes).position(of: Int($0.start)) }
  }

  /// The refusal to change a record whose file cannot be read as one of the catalogue's own: it is a link, which nothing is written through, or has gone.
  static func unreadable(_ path: Path, in source: some ChangeSource) -> PlanRefusal {
    let target = source.target(ofLinkAt: path)
    return PlanRefusal(
      target.map { "this is a link to '\($0.string)'; change that one" } ?? "this is no record any more", path: path)
  }

  /// The refusal of an edit of a file with these bytes.
  package init(_ refusal: EditRefusal, path: Path, in bytes: [UInt8]) {
    self.init(refusal.message, path: path, at: refusal.place, in: bytes)
  }
}

extension PlanRefusal: CustomStringConvertible {
  /// The refusal as `path:line:column: message`.
  package var description: String {
    guard let path else { return message }
    guard let position else { return "\(path.string): \(message)" }
    return "\(path.string):\(position.line):\(position.column): \(message)"
  }
}
