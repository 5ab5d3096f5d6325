// Explicit tags: the core schema's own are obeyed, YAML 1.1's are taken in stride, others are reported.

/// The resolution of explicit tags.
enum YAMLTags {
  private static let prefix = "tag:yaml.org,2002:"

  /// The kind of a tagged scalar; `report` is called with what is wrong with the tag.
  static func kind(
    _ tag: UnsafePointer<UInt8>, _ content: UnsafeBufferPointer<UInt8>, isPlain: Bool, report: (String) -> Void
  ) -> Node.Kind {
    let name = String(cString: tag)
    guard name != "!" else { return .string }
    let plain = YAMLCoreSchema.kind(of: content)
    guard name.hasPrefix(prefix) else {
      report("tag '\(name)' has no meaning here; the value is read without it")
      return isPlain ? plain : .string
    }
    switch name.dropFirst(prefix.count) {
    case "str", "binary", "timestamp": return .string
    case "null": return agreed(.null, plain, "null", report)
    case "bool": return agreed(.bool, plain, "true or false", report)
    case "int": return agreed(.int, plain, "a whole number", report)
    case "float": return plain == .int ? .float : agreed(.float, plain, "a number", report)
    default:
      report("tag '!!\(name.dropFirst(prefix.count))' has no meaning on this value; it is read without it")
      return isPlain ? plain : .string
    }
  }

  /// What is wrong with a collection's tag, or nil.
  static func collectionFault(_ tag: UnsafePointer<UInt8>, isMapping: Bool) -> String? {
    let name = String(cString: tag)
    guard name != "!" else { return nil }
    guard name.hasPrefix(prefix) else { return "tag '\(name)' has no meaning here; the value is read without it" }
    let short = String(name.dropFirst(prefix.count))
    let known = isMapping ? ["map", "set"] : ["seq", "omap", "pairs"]
    return known.contains(short) ? nil : "tag '!!\(short)' does not fit a \(isMapping ? "map" : "list")"
  }

  private static func agreed(_ wanted: Node.Kind, _ found: Node.Kind, _ words: String, _ report: (String) -> Void) -> Node.Kind {
    guard found != wanted else { return wanted }
    report("the value does not fit its tag, which asks for \(words); it is read as text")
    return .string
  }
}
