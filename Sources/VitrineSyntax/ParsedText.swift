// What a parser gives: always a tree, and what was wrong.

package import VitrineSource

/// The result of reading a text.
package struct ParsedText: Sendable {
  /// The tree, as far as it could be read.
  package var tree: Tree
  /// What is wrong, in document order, not yet located.
  package var findings: [Finding]
  /// True where the whole text was read: no syntax error, no limit met. A duplicate key is an error all the same.
  package var isComplete: Bool

  /// A result of the given parts.
  package init(tree: Tree, findings: [Finding], isComplete: Bool) {
    self.tree = tree
    self.findings = findings
    self.isComplete = isComplete
  }
}
