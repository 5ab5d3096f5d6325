// The node of the one tree that YAML and JSON are read into: plain data, 32 bytes, no references.

package import VitrineSource

/// The index of a node in its tree.
package typealias NodeID = UInt32

/// One node of a tree.
///
/// Nodes stand in document order, parents before children. The children of a mapping are key, value, key, value, …
package struct Node: Sendable {
  /// What the node is.
  package enum Kind: UInt8, Sendable {
    /// A null, also a value that is not written at all.
    case null
    /// True or false.
    case bool
    /// A whole number, of any size.
    case int
    /// Any other number, also `.inf` and `.nan`.
    case float
    /// A text.
    case string
    /// A list.
    case sequence
    /// A map; its keys are nodes too.
    case mapping
    /// A reference to an anchored node: `content` is its id.
    case alias

    /// The same in other rooms, where what the compiler makes would be called, and asks for the raw values, one call each.
    @inlinable package static func == (left: Kind, right: Kind) -> Bool {
      unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
    }
  }

  /// How the node is written.
  package enum Style: UInt8, Sendable {
    /// A scalar without quotes.
    case plain
    /// A scalar in single quotes.
    case singleQuoted
    /// A scalar in double quotes; every JSON string.
    case doubleQuoted
    /// A block scalar after `|`.
    case literal
    /// A block scalar after `>`.
    case folded
    /// A collection by indentation.
    case block
    /// A collection in brackets or braces; every JSON array and object.
    case flow

    /// As for `Kind`.
    @inlinable package static func == (left: Style, right: Style) -> Bool {
      unsafeBitCast(left, to: UInt8.self) == unsafeBitCast(right, to: UInt8.self)
    }
  }

  /// Facts that are only sometimes true.
  package struct Flags: OptionSet, Sendable {
    /// The bits.
    package let rawValue: UInt8
    /// A set from its bits.
    @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The scalar's content differs from its source bytes and stands in the tree's side buffer.
    package static let decoded = Flags(rawValue: 1)
    /// A mapping with a merge key (`<<`).
    package static let merges = Flags(rawValue: 2)
    /// The node has an anchor.
    package static let anchored = Flags(rawValue: 4)
    /// The node has an explicit tag.
    package static let tagged = Flags(rawValue: 8)
  }

  /// The first byte of the node, after anchor and tag; of the opening quote, bracket or `|` where there is one.
  package var start: UInt32
  /// The byte after the node. A block collection ends where its last child ends.
  package var end: UInt32
  /// Scalars: where the content starts, in the source or in the side buffer. Collections: the number of children (a mapping counts keys and values).
  /// Aliases: the id of the target.
  package var content: UInt32
  /// Scalars: the length of the content in bytes.
  package var contentCount: UInt32
  /// The id after the whole subtree: the next sibling, or what follows the parent.
  package var next: NodeID
  /// The first byte including anchor and tag.
  package var propertiesStart: UInt32
  /// What it is.
  package var kind: Kind
  /// How it is written.
  package var style: Style
  /// What else is true.
  package var flags: Flags

  /// A node of the given parts.
  @inlinable package init(
    kind: Kind, style: Style, flags: Flags = [], start: UInt32, end: UInt32, content: UInt32 = 0, contentCount: UInt32 = 0,
    next: NodeID = 0, propertiesStart: UInt32
  ) {
    self.kind = kind
    self.style = style
    self.flags = flags
    self.start = start
    self.end = end
    self.content = content
    self.contentCount = contentCount
    self.next = next
    self.propertiesStart = propertiesStart
  }

  /// The source bytes.
  @inlinable package var range: ByteRange { ByteRange(start, end) }
  /// True for a sequence or a mapping.
  @inlinable package var isCollection: Bool { kind == .sequence || kind == .mapping }
  /// True for null, bool, int, float and string.
  @inlinable package var isScalar: Bool { kind.rawValue <= Kind.string.rawValue }
  /// True for int and float.
  @inlinable package var isNumber: Bool { kind == .int || kind == .float }
}
