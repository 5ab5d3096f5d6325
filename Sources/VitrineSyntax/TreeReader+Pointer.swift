// JSON Pointers (RFC 6901) to nodes and back; many of one tree by `PointerFinder`.

extension TreeReader {
  /// The JSON Pointer of a node: "/properties/platforms/0/system". A key has the pointer of its value. "" for a root, or a node not found.
  ///
  /// Looks through all that stands before the node; for one node after another there is `PointerFinder`.
  package func pointer(of target: NodeID, root: NodeID) -> String {
    var finder = PointerFinder()
    return finder.pointer(of: target, self, root: root)
  }

  /// A member name as a reference token: `~` becomes `~0`, `/` becomes `~1`.
  package static func escaped(_ token: String) -> String {
    guard token.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else { return token }
    var result: [UInt8] = []
    for byte in token.utf8 {
      switch byte {
      case 0x7E: result += [0x7E, 0x30]
      case 0x2F: result += [0x7E, 0x31]
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// A reference token as the member name it stands for.
  package static func unescaped(_ token: Substring) -> String {
    guard token.contains("~") else { return String(token) }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in token.utf8 {
      if isEscaped {
        result.append(byte == UInt8(ascii: "1") ? UInt8(ascii: "/") : UInt8(ascii: "~"))
        isEscaped = false
      } else if byte == UInt8(ascii: "~") {
        isEscaped = true
      } else {
        result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
