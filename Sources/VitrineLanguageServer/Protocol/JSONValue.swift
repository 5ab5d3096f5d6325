// JSON as the protocol speaks it: values apart from any text, written as literals in replies.

package import VitrineEditing
import VitrineExchange
import VitrineSyntax

/// A value of JSON.
package typealias JSONValue = DataValue

extension DataValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A text.
  package init(stringLiteral text: String) { self = .string(text) }

  /// A number.
  package init(integerLiteral number: Int) { self = .number(String(number)) }

  /// True or false.
  package init(booleanLiteral value: Bool) { self = .bool(value) }

  /// A list.
  package init(arrayLiteral items: DataValue...) { self = .list(items) }

  /// An object.
  package init(dictionaryLiteral members: (String, DataValue)...) { self = .map(members.map { Entry($0.0, $0.1) }) }

  /// A number.
  package init(_ number: Int) { self = .number(String(number)) }

  /// The whole number that it is; nil for anything else.
  package var integer: Int? {
    guard case .number(let text) = self else { return nil }
    return Int(text)
  }

  /// True or false, where it is that.
  package var flag: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// True for null.
  package var isNull: Bool { if case .null = self { true } else { false } }

  /// The same object with one more member.
  package func adding(_ key: String, _ value: DataValue) -> DataValue { .map((entries ?? []) + [Entry(key, value)]) }

  /// What stands under several names, one inside the other.
  package func member(_ keys: String...) -> DataValue? {
    keys.reduce(self as DataValue?) { value, key in value?[key] }
  }
}

/// The longest message that is read. Units: bytes.
let maximumMessageBytes = 256 << 20

extension DataValue {
  /// The value of a text; nil where it is no JSON.
  package init?(json bytes: [UInt8]) {
    let parsed = JSON.parse(bytes, mostBytes: maximumMessageBytes, mostNodes: 16 << 20)
    guard parsed.isComplete, let root = parsed.tree.roots.first else { return nil }
    self = parsed.tree.withReader { $0.dataValue(root) }
  }

  /// The value as JSON on one line.
  package var json: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(json: self, indent: nil)
    return bytes
  }
}
