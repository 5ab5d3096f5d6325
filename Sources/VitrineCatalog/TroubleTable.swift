// The troubles of a catalogue's files, where each may come and go.

import VitrineModel
import VitrineRules
import VitrineSource

/// All troubles, by what brought them.
struct TroubleTable: Sendable {
  /// What brings a trouble.
  enum Source: Int, CaseIterable {
    /// The part that the file does not play.
    case role
    /// The reading of a record.
    case reading
    /// Another file's name.
    case collision
  }

  private var causes: [[Path: FileTrouble.Cause]] = Source.allCases.map { _ in [:] }
  private var listing: [FileTrouble]
  private var frame: [FileTrouble]
  /// True where something is different since this was last set to false.
  var isChanged = false

  /// The troubles of a catalogue that was read whole.
  init(files: [FileTrouble], records: [FileTrouble], frame: [FileTrouble], listing: [FileTrouble]) {
    self.listing = listing
    self.frame = frame
    for trouble in files {
      if case .caseCollision = trouble.cause {
        causes[Source.collision.rawValue][trouble.path] = trouble.cause
      } else {
        causes[Source.role.rawValue][trouble.path] = trouble.cause
      }
    }
    for trouble in records { causes[Source.reading.rawValue][trouble.path] = trouble.cause }
  }

  /// Says what is the matter with a file; nil for nothing.
  mutating func set(_ source: Source, _ path: Path, _ cause: FileTrouble.Cause?) {
    guard !causes[source.rawValue].isEmpty || cause != nil else { return }
    let path = path
    guard causes[source.rawValue][path] != cause else { return }
    causes[source.rawValue][path] = cause
    isChanged = true
  }

  /// Says what is wrong with the tree itself.
  mutating func set(listing troubles: [FileTrouble]) {
    isChanged = isChanged || troubles != listing
    listing = troubles
  }

  /// Says which schemas and views cannot be read.
  mutating func set(frame troubles: [FileTrouble]) {
    isChanged = isChanged || troubles != frame
    frame = troubles
  }

  /// All of them, in byte order of the paths.
  var all: [FileTrouble] {
    let own = causes.flatMap { $0.map { FileTrouble(path: $0.key, cause: $0.value) } }
    return (own + frame + listing).sorted { $0.path < $1.path }
  }
}
