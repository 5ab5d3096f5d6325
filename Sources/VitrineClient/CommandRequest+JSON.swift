// A command line as JSON, written by hand: the program that asks has no time to lose.

extension CommandRequest {
  /// One JSON object: `{"words":["list","game"],"folder":"/home/me/things","environment":{"TZ":"UTC"},"width":80}`. The environment is in the order
  /// of its names; no width is `null`.
  package var json: [UInt8] {
    var json: [UInt8] = Array("{\"words\":[".utf8)
    for (position, word) in words.enumerated() {
      if position > 0 { json.append(0x2C) }
      Self.append(word, to: &json)
    }
    json += Array("],\"folder\":".utf8)
    Self.append(folder, to: &json)
    json += Array(",\"environment\":{".utf8)
    for (position, (name, value)) in environment.sorted(by: { $0.key < $1.key }).enumerated() {
      if position > 0 { json.append(0x2C) }
      Self.append(name, to: &json)
      json.append(0x3A)
      Self.append(value, to: &json)
    }
    if !files.isEmpty {
      json += Array("},\"files\":{".utf8)
      for (position, (name, text)) in files.sorted(by: { $0.key < $1.key }).enumerated() {
        if position > 0 { json.append(0x2C) }
        Self.append(name, to: &json)
        json.append(0x3A)
        Self.append(text, to: &json)
      }
    }
    json += Array("},\"width\":".utf8)
    json += Array((width.map(String.init) ?? "null").utf8)
    json.append(0x7D)
    return json
  }

  /// A text in quotes. Source: RFC 8259, 7.
  private static func append(_ text: String, to json: inout [UInt8]) {
    json.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: json += [0x5C, byte]
      case 0..<0x20:
        json += Array("\\u00".utf8)
        json.append(0x30 + byte >> 4)
        json.append(byte & 15 < 10 ? 0x30 + byte & 15 : 0x57 + byte & 15)
      default: json.append(byte)
      }
    }
    json.append(0x22)
  }
}
