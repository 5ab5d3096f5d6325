// The formats that can be asserted, by name. Each is checked in a file of its own.

/// A format of JSON Schema, or `date-int`.
enum Format: UInt8, Sendable {
  /// None, or one that is not asserted.
  case none
  /// `2022-02-05`
  case date
  /// `20:20:39Z`
  case time
  /// `2022-02-05T20:20:39+01:00`
  case dateTime
  /// `P3DT12H`
  case duration
  /// The integer 20220205.
  case dateInt
  /// RFC 9562
  case uuid
  /// RFC 3986, absolute
  case uri
  /// RFC 3986
  case uriReference
  /// RFC 5321
  case email
  /// RFC 1123
  case hostname
  /// Four numbers
  case ipv4
  /// RFC 4291
  case ipv6
  /// ECMA-262
  case regex
  /// RFC 6901
  case jsonPointer

  /// The format of a name.
  init?(name: String) {
    switch name {
    case "date": self = .date
    case "time": self = .time
    case "date-time": self = .dateTime
    case "duration": self = .duration
    case "date-int": self = .dateInt
    case "uuid": self = .uuid
    case "uri": self = .uri
    case "uri-reference": self = .uriReference
    case "email": self = .email
    case "hostname": self = .hostname
    case "ipv4": self = .ipv4
    case "ipv6": self = .ipv6
    case "regex": self = .regex
    case "json-pointer": self = .jsonPointer
    default: return nil
    }
  }

  /// What it is called in messages.
  var words: String {
    switch self {
    case .none: "text"
    case .date: "date (YYYY-MM-DD)"
    case .time: "time (HH:MM:SS with Z or an offset)"
    case .dateTime: "date and time (2022-02-05T20:20:39Z)"
    case .duration: "duration (P3DT12H)"
    case .dateInt: "date (YYYYMMDD)"
    case .uuid: "UUID"
    case .uri: "web address (URI)"
    case .uriReference: "address (URI reference)"
    case .email: "e-mail address"
    case .hostname: "host name"
    case .ipv4: "IPv4 address"
    case .ipv6: "IPv6 address"
    case .regex: "regular expression"
    case .jsonPointer: "JSON Pointer"
    }
  }

  /// What it is called where dates and times may be as precise as what is known.
  func words(_ form: DateForm) -> String {
    switch self {
    case .date where form.coarsest > 0, .dateInt where form.coarsest > 0: "date (\(form.words(areNumbers: self == .dateInt)))"
    case .time where form.mayLackOffset: "time (HH:MM or HH:MM:SS, with Z or an offset where it is known)"
    case .dateTime where form.mayLackOffset: "date and time (2022-02-05T20:20:39, with Z or an offset where it is known)"
    default: words
    }
  }

  /// True for those of rule V109.
  var isOfTime: Bool {
    switch self {
    case .date, .time, .dateTime, .dateInt, .duration: true
    case .none, .uuid, .uri, .uriReference, .email, .hostname, .ipv4, .ipv6, .regex, .jsonPointer: false
    }
  }

  /// Whether a text is of this format. `dateInt` and `none` say yes to every text.
  func accepts(_ text: UnsafeBufferPointer<UInt8>, _ form: DateForm = .strict) -> Bool {
    switch self {
    case .none, .dateInt: true
    case .date: form.acceptsDate(text)
    case .time: form.acceptsTime(text)
    case .dateTime: form.acceptsMoment(text)
    case .duration: ClockFormat.isDuration(text)
    case .uuid: UUIDFormat.accepts(text)
    case .uri: URIFormat.accepts(text, needsScheme: true)
    case .uriReference: URIFormat.accepts(text, needsScheme: false)
    case .email: EmailFormat.accepts(text)
    case .hostname: HostnameFormat.accepts(text)
    case .ipv4: AddressFormat.isVersion4(text)
    case .ipv6: AddressFormat.isVersion6(text)
    case .regex: RegexFormat.accepts(text)
    case .jsonPointer: JSONPointerFormat.accepts(text)
    }
  }
}
