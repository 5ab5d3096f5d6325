// The way in: changes of a document's value to the fewest edits of its text.

package import VitrineSource
package import VitrineSyntax

/// Computes edits of YAML (and JSON) texts.
package enum TreeEditor {
  /// In which order the keys of the map at a path should stand; keys it does not name may stand anywhere.
  package typealias KeyOrder = (_ path: [PathStep]) -> [String]

  /// The text edits, in terms of `bytes`, that make `changes` one after the other. Each path is meant on the result of those before.
  ///
  /// Shape: in order, none overlapping; nothing where the values are there already.
  /// - Parameter keyOrder: an added key lands after the nearest of its predecessors in this order that is there, not always at the end.
  ///
  /// Errors: `EditRefusal`; then nothing may be written.
  package static func edits(_ changes: [ValueChange], in bytes: [UInt8], keyOrder: KeyOrder? = nil) throws(EditRefusal)
    -> [TextEdit]
  {
    try edits(changes, in: YAML.parse(bytes), keyOrder: keyOrder)
  }

  /// The same for a text that was parsed already, as one document.
  package static func edits(_ changes: [ValueChange], in parsed: ParsedText, keyOrder: KeyOrder? = nil) throws(EditRefusal)
    -> [TextEdit]
  {
    throw EditRefusal(.unwritable, "not yet")
  }
}
