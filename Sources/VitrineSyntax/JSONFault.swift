// Why reading JSON stopped: the least that the machine must say. JSONDiagnosis makes a finding of it.

/// A place where a JSON text cannot be read on.
struct JSONFault: Error {
  /// What was wanted there, or what was wrong.
  enum Kind {
    /// There is no value at all.
    case empty
    /// A value was wanted.
    case value
    /// A key was wanted.
    case key
    /// The colon after a key was wanted.
    case colon
    /// A comma or the end of the collection was wanted.
    case separator
    /// Nothing more was wanted.
    case textAfterEnd
    /// A number lacks a digit.
    case digit
    /// A number starts with a needless zero.
    case leadingZero
    /// A string has no end; the place is its opening quote.
    case unclosedString
    /// A control character in a string that starts at `stringStart`.
    case control(stringStart: Int)
    /// A backslash with something unknown after it.
    case escape
    /// `\u` without four hexadecimal digits.
    case unicodeEscape
    /// One bracket more than `Limits.jsonDepth`.
    case tooDeep
    /// One node more than `Limits.expandedNodes`.
    case tooMany
  }

  /// What is wrong.
  let kind: Kind
  /// The byte where it is seen, counted from 0; the number of bytes at the end of the text.
  let offset: Int
  /// The innermost open collection.
  let parent: NodeID?
}
