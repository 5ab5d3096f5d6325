// Unicode properties in patterns: `\p{Letter}`, `\p{Script=Greek}`, `\p{Emoji}`.

extension PatternTranslator {
  /// Translates `{…}` after `\p` or `\P`. ECMA-262 wants the exact names; PCRE2 would also take looser ones.
  mutating func property(_ start: Int, isNegated: Bool) throws(PatternError) -> String {
    let letter = isNegated ? "P" : "p"
    guard take("{") else { throw PatternError("after '\\\(letter)' comes a property in '{' and '}'", at: offsets[start]) }
    var text = ""
    while let scalar = peek(), isWord(scalar) || scalar == "=", text.utf8.count < 80 {
      text.unicodeScalars.append(scalar)
      index += 1
    }
    guard take("}") else { throw PatternError("this property has no '}'", at: offsets[start]) }
    guard let translated = PatternTranslator.translated(property: text) else {
      throw PatternError("unknown Unicode property '\(text)'", at: offsets[start])
    }
    // `Assigned` is the one property that PCRE2 only knows by its opposite.
    if text == "Assigned" { return isNegated ? "\\p{Cn}" : "\\P{Cn}" }
    return "\\\(letter){\(translated)}"
  }

  private static func translated(property text: String) -> String? {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, parts.count <= 2 else { return nil }
    guard parts.count == 2 else { return generalCategory(name) ?? (isBinary(name) ? name : nil) }
    let value = parts[1]
    switch name {
    case "General_Category", "gc": return generalCategory(value)
    case "Script", "sc": return isScriptName(value) ? "sc:\(value)" : nil
    case "Script_Extensions", "scx": return isScriptName(value) ? "scx:\(value)" : nil
    default: return nil
    }
  }

  /// Scripts are many and grow: PCRE2 knows which there are. ECMA's names begin with a capital.
  private static func isScriptName(_ name: String) -> Bool {
    name.unicodeScalars.first.map { "A"..."Z" ~= $0 } ?? false
  }

  /// The short name of a general category, given its short or its long one.
  private static func generalCategory(_ name: String) -> String? {
    switch name {
    case "LC", "Cased_Letter": "L&"
    case "L", "Letter": "L"
    case "Lu", "Uppercase_Letter": "Lu"
    case "Ll", "Lowercase_Letter": "Ll"
    case "Lt", "Titlecase_Letter": "Lt"
    case "Lm", "Modifier_Letter": "Lm"
    case "Lo", "Other_Letter": "Lo"
    case "M", "Mark", "Combining_Mark": "M"
    case "Mn", "Nonspacing_Mark": "Mn"
    case "Mc", "Spacing_Mark": "Mc"
    case "Me", "Enclosing_Mark": "Me"
    case "N", "Number": "N"
    case "Nd", "Decimal_Number", "digit": "Nd"
    case "Nl", "Letter_Number": "Nl"
    case "No", "Other_Number": "No"
    case "P", "Punctuation", "punct": "P"
    case "Pc", "Connector_Punctuation": "Pc"
    case "Pd", "Dash_Punctuation": "Pd"
    case "Ps", "Open_Punctuation": "Ps"
    case "Pe", "Close_Punctuation": "Pe"
    case "Pi", "Initial_Punctuation": "Pi"
    case "Pf", "Final_Punctuation": "Pf"
    case "Po", "Other_Punctuation": "Po"
    case "S", "Symbol": "S"
    case "Sm", "Math_Symbol": "Sm"
    case "Sc", "Currency_Symbol": "Sc"
    case "Sk", "Modifier_Symbol": "Sk"
    case "So", "Other_Symbol": "So"
    case "Z", "Separator": "Z"
    case "Zs", "Space_Separator": "Zs"
    case "Zl", "Line_Separator": "Zl"
    case "Zp", "Paragraph_Separator": "Zp"
    case "C", "Other": "C"
    case "Cc", "Control", "cntrl": "Cc"
    case "Cf", "Format": "Cf"
    case "Cs", "Surrogate": "Cs"
    case "Co", "Private_Use": "Co"
    case "Cn", "Unassigned": "Cn"
    default: nil
    }
  }

  /// True for the binary properties of ECMA-262's table, by their long and short names.
  private static func isBinary(_ name: String) -> Bool {
    switch name {
    case "ASCII", "Any", "Assigned", "ASCII_Hex_Digit", "AHex", "Alphabetic", "Alpha", "Bidi_Control", "Bidi_C", "Bidi_Mirrored",
      "Bidi_M", "Case_Ignorable", "CI", "Cased", "Changes_When_Casefolded", "CWCF", "Changes_When_Casemapped", "CWCM",
      "Changes_When_Lowercased", "CWL", "Changes_When_NFKC_Casefolded", "CWKCF", "Changes_When_Titlecased", "CWT",
      "Changes_When_Uppercased", "CWU", "Dash", "Default_Ignorable_Code_Point", "DI", "Deprecated", "Dep", "Diacritic", "Dia",
      "Emoji",
      "Emoji_Component", "EComp", "Emoji_Modifier", "EMod", "Emoji_Modifier_Base", "EBase", "Emoji_Presentation", "EPres",
      "Extended_Pictographic", "ExtPict", "Extender", "Ext", "Grapheme_Base", "Gr_Base", "Grapheme_Extend", "Gr_Ext", "Hex_Digit",
      "Hex", "IDS_Binary_Operator", "IDSB", "IDS_Trinary_Operator", "IDST", "ID_Continue", "IDC", "ID_Start", "IDS",
      "Ideographic",
      "Ideo", "Join_Control", "Join_C", "Logical_Order_Exception", "LOE", "Lowercase", "Lower", "Math", "Noncharacter_Code_Point",
      "NChar", "Pattern_Syntax", "Pat_Syn", "Pattern_White_Space", "Pat_WS", "Quotation_Mark", "QMark", "Radical",
      "Regional_Indicator", "RI", "Sentence_Terminal", "STerm", "Soft_Dotted", "SD", "Terminal_Punctuation", "Term",
      "Unified_Ideograph", "UIdeo", "Uppercase", "Upper", "Variation_Selector", "VS", "White_Space", "space", "XID_Continue",
      "XIDC",
      "XID_Start", "XIDS":
      true
    default: false
    }
  }
}
