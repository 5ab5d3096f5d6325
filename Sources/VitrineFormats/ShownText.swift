// Text from files as this room writes it where a person reads along.

import VitrineText

/// A text with every character that could steer a terminal, or hide from the reader, made visible.
func shown(_ text: String) -> String {
  TerminalText.visible(text)
}
