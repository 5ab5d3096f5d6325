// Values as people write them on a command line, in a file: a position with a comma, a number with its unit, a name in place of a map.

import VitrineSource
import VitrineSyntax

extension Explainer {
  /// The fix of a text that means a value of another type, where commands would take it for one; nil where nothing such is known.
  mutating func naturalFix(_ id: SchemaID, _ types: TypeMask, _ node: Node, _ value: NodeID) -> Fix? {
    guard schema.options.annotations, node.style != .literal, node.style != .folded, node.contentCount <= 200 else { return nil }
    let text = SurroundingSpace.trimmed(reader.text(value))
    if types.contains(.object) { return positionFix(id, text, node) ?? nameFix(id, text, node) }
    if types.contains(.number) || types.contains(.integer) { return unitFix(id, text, node, value) }
    return nil
  }

  /// `41.0256, 28.9744` where a place is wanted.
  ///
  /// Safe: two numbers within the bounds of a latitude and a longitude, in the order in which every map service writes them.
  private func positionFix(_ id: SchemaID, _ text: String, _ node: Node) -> Fix? {
    guard annotation("location", of: id) == "true" else { return nil }
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { SurroundingSpace.trimmed(String($0)) }
    guard parts.count == 2,
      parts.allSatisfy({ part in
        var part = part
        return part.withUTF8 { [.int, .float].contains(YAMLCoreSchema.kind(of: $0)) }
      }), let latitude = Double(parts[0]), let longitude = Double(parts[1]), abs(latitude) <= 90, abs(longitude) <= 180
    else { return nil }
    let map = "{lat: \(parts[0]), lon: \(parts[1])}"
    return Fix("write \(map)", [TextEdit(node.range, map)], isSafe: true)
  }

  /// A name where a map is wanted that has to have nothing but a name.
  private mutating func nameFix(_ id: SchemaID, _ text: String, _ node: Node) -> Fix? {
    let rule = machine.objectRule(of: id) ?? referenced(id).flatMap { machine.objectRule(of: $0) }
    let required = machine.required(by: id) + (referenced(id).map { machine.required(by: $0) } ?? [])
    guard let rule, required.count == 1, let name = required.first.map({ self.text($0) }), !text.isEmpty else { return nil }
    let property = machine.property(name, in: rule)
    guard property == nil || types(of: property ?? 0).contains(.string) else { return nil }
    let inner = String(decoding: ScalarText.yaml(for: text, style: .plain, inFlow: true), as: UTF8.self)
    let map = "{\(String(decoding: ScalarText.yaml(for: name, style: .plain, inFlow: true), as: UTF8.self)): \(inner)}"
    return Fix("write \(Wording.shortened(map))", [TextEdit(node.range, map)], isSafe: false)
  }

  /// `46mm`, `f/2.8`, `20 min` where a number of that unit is wanted.
  ///
  /// Safe: the number that the person wrote, and the unit that the schema says it has.
  private mutating func unitFix(_ id: SchemaID, _ text: String, _ node: Node, _ value: NodeID) -> Fix? {
    guard let unit = annotation("unit", of: id) else { return nil }
    let lowered = text.lowercased()
    var number: Substring
    if unit.hasSuffix("/"), lowered.hasPrefix(unit.lowercased()) || lowered.hasPrefix(unit.dropLast().lowercased()) {
      number = text.dropFirst(lowered.hasPrefix(unit.lowercased()) ? unit.count : unit.count - 1)
    } else if lowered.hasSuffix(unit.lowercased()) {
      number = text.dropLast(unit.count)
    } else {
      return nil
    }
    while number.last == " " { number.removeLast() }
    while number.first == " " { number.removeFirst() }
    var digits = String(number)
    let kind = digits.withUTF8 { YAMLCoreSchema.kind(of: $0) }
    guard kind == .int || (kind == .float && types(of: id).contains(.number)), digits.utf8.first != UInt8(ascii: "."),
      digits.utf8.last?.isDigit == true
    else { return nil }
    return Fix("write \(digits)", [TextEdit(node.range, digits)], isSafe: true)
  }

  private func referenced(_ id: SchemaID) -> SchemaID? { machine.step(of: RefKeyword.self, in: id)?.first }

  /// The text of a member of `x-vitrine` of a subschema or of what it refers to.
  func annotation(_ name: String, of id: SchemaID, depth: Int = 0) -> String? {
    guard schema.options.annotations, depth < 8 else { return nil }
    let place = schema.place(id)
    let own = schema.documents[place.document].tree.withReader { reader -> String? in
      guard reader.resolved(place.node).kind == .mapping, let map = reader.value(place.node, "x-vitrine"),
        reader.resolved(map).kind == .mapping, let value = reader.value(map, named: name), reader.resolved(value).isScalar
      else { return nil }
      return reader.text(value)
    }
    return own ?? referenced(id).flatMap { annotation(name, of: $0, depth: depth + 1) }
  }
}
