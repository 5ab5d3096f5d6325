// What the files of a catalogue are read from.

/// Where the bytes of a catalogue's files come from.
package enum FileSource: Sendable {
  /// Its folder.
  case folder
  /// Its folder, but for the files that an editor has a text for which is not saved.
  case overlaid(TextOverlay)
  /// Its folder, and git's index for the files that a sparse checkout leaves out of it.
  case sparse(SparseFiles)
  /// What git keeps of the folder.
  case version(VersionedFiles)

  /// The texts over files; nil where there can be none.
  package var overlay: TextOverlay? { if case .overlaid(let overlay) = self { overlay } else { nil } }

  /// The version; nil for the folder.
  package var version: VersionedFiles? { if case .version(let version) = self { version } else { nil } }

  /// What a sparse checkout leaves out; nil where that is not asked for.
  var sparse: SparseFiles? { if case .sparse(let files) = self { files } else { nil } }
}
