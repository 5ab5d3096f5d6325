// The door to utf8proc: what Unicode says about single characters. No other file imports it. Decision 0003 says why.

import CUTF8Proc

/// Unicode's tables, as far as this room asks them. A scalar that is none counts as unassigned.
enum CharacterTables {
  /// What a scalar is good for in a name.
  enum Nature {
    /// A letter or a number: categories L* and N*.
    case word
    /// A nonspacing or spacing mark: categories Mn and Mc.
    case mark
    /// Everything else.
    case other
  }

  /// The nature of a scalar. Source: `utf8proc_category`.
  static func nature(of scalar: UInt32) -> Nature {
    switch category(of: scalar).rawValue {
    case UTF8PROC_CATEGORY_LU.rawValue...UTF8PROC_CATEGORY_LO.rawValue: .word
    case UTF8PROC_CATEGORY_ND.rawValue...UTF8PROC_CATEGORY_NO.rawValue: .word
    case UTF8PROC_CATEGORY_MN.rawValue, UTF8PROC_CATEGORY_MC.rawValue: .mark
    default: .other
    }
  }

  /// The canonical combining class, 0 for most. Source: `utf8proc_get_property`.
  static func combiningClass(of scalar: UInt32) -> Int {
    Int(property(of: scalar).combining_class)
  }

  /// True where neither canonical decomposition nor case folding changes the scalar.
  static func isPlain(_ scalar: UInt32) -> Bool {
    let property = property(of: scalar)
    return property.decomp_seqindex == .max && property.casefold_seqindex == .max
  }

  /// True where the scalar is drawn as a picture: `Extended_Pictographic`.
  static func isPictograph(_ scalar: UInt32) -> Bool {
    property(of: scalar).boundclass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC.rawValue
  }

  /// The cells of a terminal that a scalar takes by itself: 0, 1 or 2. Source: `utf8proc_charwidth`.
  static func cells(of scalar: UInt32) -> Int {
    max(0, Int(utf8proc_charwidth(signed(scalar))))
  }

  /// How to take a scalar apart.
  enum Decomposition {
    /// Into base and marks (NFD).
    case canonical
    /// By full case folding first, then as above.
    case caseFolded
  }

  /// Takes a scalar apart into `parts` and returns how many there are; one that cannot be taken apart is its own only part.
  ///
  /// Shape: `parts` should have room for 8; what does not fit is left out (no character needs more than 5). Source: `utf8proc_decompose_char`.
  static func decompose(_ scalar: UInt32, _ how: Decomposition, into parts: UnsafeMutableBufferPointer<Int32>) -> Int {
    var options = UTF8PROC_DECOMPOSE.rawValue
    if how == .caseFolded { options |= UTF8PROC_CASEFOLD.rawValue }
    var boundClass: Int32 = 0
    let count = utf8proc_decompose_char(
      signed(scalar), parts.baseAddress, parts.count, utf8proc_option_t(rawValue: options), &boundClass)
    if count >= 1 { return min(count, parts.count) }
    guard !parts.isEmpty else { return 0 }
    parts[0] = signed(scalar)
    return 1
  }

  /// Joins bases and marks, which must be in canonical order, to composed characters (NFC), and returns the new count.
  ///
  /// Source: `utf8proc_normalize_utf32`.
  static func compose(_ scalars: UnsafeMutableBufferPointer<Int32>) -> Int {
    guard let base = scalars.baseAddress else { return 0 }
    let options = utf8proc_option_t(rawValue: UTF8PROC_COMPOSE.rawValue | UTF8PROC_STABLE.rawValue)
    let count = utf8proc_normalize_utf32(base, scalars.count, options)
    return count >= 0 ? min(count, scalars.count) : scalars.count
  }

  private static func category(of scalar: UInt32) -> utf8proc_category_t {
    utf8proc_category(signed(scalar))
  }

  private static func property(of scalar: UInt32) -> utf8proc_property_t {
    utf8proc_get_property(signed(scalar)).pointee
  }

  private static func signed(_ scalar: UInt32) -> Int32 {
    Int32(truncatingIfNeeded: scalar > 0x10_FFFF ? 0 : scalar)
  }
}
