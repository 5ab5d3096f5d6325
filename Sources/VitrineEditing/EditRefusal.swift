// Why a change is not made. Nothing is ever written half.

package import VitrineSource

/// A change that cannot be made to a text, and why.
package struct EditRefusal: Error, Hashable, Sendable {
  /// The kinds of reasons.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The text is not read whole: a file that does not parse is never written.
    case unreadable
    /// The text holds several documents.
    case severalDocuments
    /// The path leads through an alias: the change would be made elsewhere.
    case throughAlias
    /// The value, or one around it, has an anchor, and aliases elsewhere stand for it: the change would reach them too.
    case anchored
    /// The key comes from a merge key (`<<`), or is one.
    case merged
    /// The path leads through a scalar, or by a key into a list, or by a number into a map.
    case wrongType
    /// There is no such key or item.
    case missing
    /// The key that a rename asks for is there already.
    case taken
    /// A key on the path stands twice.
    case repeated
    /// No way to write the change left all else as it was: rare forms, such as a key over several lines.
    case unwritable
    /// There are more changes than a text of that size is read again for.
    case tooMany
  }

  /// The kind of reason.
  package let reason: Reason
  /// What was found, in words: lower case, no full stop.
  package let message: String
  /// Where, in the text as it is; nil where it came about by an earlier one of several changes.
  package let place: ByteRange?
  /// Which of the changes was refused, counted from 0.
  package internal(set) var change = 0

  /// A refusal of the given parts.
  package init(_ reason: Reason, _ message: String, at place: ByteRange? = nil) {
    self.reason = reason
    self.message = message
    self.place = place
  }
}
