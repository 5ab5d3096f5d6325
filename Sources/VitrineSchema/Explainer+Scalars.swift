// Numbers and lengths in words.

import VitrineSyntax
import VitrineText

extension Explainer {
  /// A number of the schema as it is written.
  func text(ofBound index: UInt32) -> String { Wording.shortened(text(machine.bounds[Int(index)].text)) }

  /// A value as it is written.
  func shown(_ instance: Instance) -> String { Wording.shortened(reader.text(instance.id)) }
}

/// The unit that lengths of texts are counted in.
enum LengthUnit {
  /// The length of a text: in characters as people see them, or in code points.
  static func length(of text: UnsafeBufferPointer<UInt8>, inCharacters: Bool) -> Int {
    inCharacters ? TextLength.graphemeClusters(text) : TextLength.codePoints(text)
  }
}
