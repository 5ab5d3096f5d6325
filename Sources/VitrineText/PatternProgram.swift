// The door to PCRE2: compiles a translated pattern and searches with it. No other file imports it. Decision 0002 says why.

import CPCRE2
import Synchronization

/// A pattern compiled twice: plain, for short texts, and metered, for long texts and for what the plain one gives up.
///
/// PCRE2's match limit counts per starting place and leaves out what a simple repeat runs over, so that alone it does not bound the time.
/// The metered form calls back before every item and pays for the distance run. Both counts depend on pattern and text only, never on
/// a clock: the same search always ends the same way.
///
/// Unchecked: compiled code and match contexts are never written after `init`; the spare match data changes hands atomically.
final class PatternProgram: @unchecked Sendable {
  private let plain: OpaquePointer
  private let metered: OpaquePointer
  private let plainLimits: OpaquePointer
  /// Match data that nobody uses now, as a bit pattern, or 0: saves an allocation for all but the first search.
  private let spare = Atomic<UInt>(0)

  /// The longest text that is searched without a meter, in bytes.
  private static let plainLength = 256
  /// The most steps from one starting place without a meter.
  private static let plainSteps: UInt32 = 4_000
  /// What a metered search may spend, in about a nanosecond each, besides a share for each byte of the text.
  private static let budget = 8_000_000
  private static let budgetPerByte = 48
  /// The same for one of many texts, which together may spend no more than in proportion to their length.
  private static let smallBudget = 100_000
  private static let smallBudgetPerByte = 1_000

  /// Compiles. Errors: throws what PCRE2 finds that the translator let through, in its own words for people.
  init(_ pattern: TranslatedPattern) throws(PatternError) {
    let code = try PatternProgram.compile(pattern, options: 0)
    let counted: OpaquePointer
    do throws(PatternError) {
      counted = try PatternProgram.compile(pattern, options: PCRE2_AUTO_CALLOUT)
    } catch {
      pcre2_code_free_8(code)
      throw error
    }
    guard let limits = pcre2_match_context_create_8(nil) else {
      pcre2_code_free_8(code)
      pcre2_code_free_8(counted)
      throw PatternError("there is not enough memory for the pattern", at: 0, .unsupported)
    }
    pcre2_set_match_limit_8(limits, PatternProgram.plainSteps)
    pcre2_set_depth_limit_8(limits, PatternProgram.plainSteps)
    pcre2_set_heap_limit_8(limits, 1024)
    plain = code
    metered = counted
    plainLimits = limits
  }

  deinit {
    pcre2_code_free_8(plain)
    pcre2_code_free_8(metered)
    pcre2_match_context_free_8(plainLimits)
    if let data = OpaquePointer(bitPattern: spare.load(ordering: .acquiring)) { pcre2_match_data_free_8(data) }
  }

  /// Searches for the pattern in any bytes; as one of many texts, it is given up sooner.
  func search(_ text: UnsafeBufferPointer<UInt8>, isOneOfMany: Bool = false) -> Pattern.Outcome {
    let budget = PatternProgram.budget(text.count, isOneOfMany)
    var nothing: UInt8 = 0
    return withUnsafePointer(to: &nothing) { empty in
      let start = text.baseAddress ?? empty
      if text.count <= PatternProgram.plainLength {
        let result = run(plain, start, text.count, plainLimits)
        switch PatternProgram.outcome(result) {
        case .matched: return .matched
        case .unmatched: return .unmatched
        case .invalidText: return searchRepaired(text, budget)
        case .exceeded: break
        }
      }
      switch searchMetered(start, text.count, budget) {
      case .matched: return .matched
      case .unmatched: return .unmatched
      case .invalidText: return searchRepaired(text, budget)
      case .exceeded: return .exceeded
      }
    }
  }

  private static func budget(_ count: Int, _ isOneOfMany: Bool) -> Int {
    let count = min(count, 1 << 40)
    let whole = budget + count * budgetPerByte
    return isOneOfMany ? min(smallBudget + count * smallBudgetPerByte, whole) : whole
  }

  private func searchMetered(_ start: UnsafePointer<UInt8>, _ count: Int, _ budget: Int) -> RawOutcome {
    guard let limits = pcre2_match_context_create_8(nil) else { return .exceeded }
    defer { pcre2_match_context_free_8(limits) }
    pcre2_set_match_limit_8(limits, 5_000_000)
    pcre2_set_depth_limit_8(limits, 5_000_000)
    pcre2_set_heap_limit_8(limits, 32_768)
    var meter = Meter(left: budget)
    return withUnsafeMutablePointer(to: &meter) { meter in
      pcre2_set_callout_8(limits, payForStep, meter)
      return PatternProgram.outcome(run(metered, start, count, limits))
    }
  }

  /// Searches a copy in which U+FFFD stands for what is not UTF-8.
  private func searchRepaired(_ text: UnsafeBufferPointer<UInt8>, _ budget: Int) -> Pattern.Outcome {
    var repaired: [UInt8] = []
    repaired.reserveCapacity(text.count + 64)
    var index = 0
    while index < text.count {
      let step = text.scalar(at: index)
      repaired.append(scalar: step.value)
      index += step.length
    }
    let outcome = repaired.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { searchMetered($0, buffer.count, budget) } ?? .unmatched
    }
    switch outcome {
    case .matched: return .matched
    case .unmatched: return .unmatched
    case .exceeded, .invalidText: return .exceeded
    }
  }

  /// Source: `pcre2_match`.
  private func run(_ code: OpaquePointer, _ start: UnsafePointer<UInt8>, _ count: Int, _ limits: OpaquePointer) -> Int32 {
    let kept = OpaquePointer(bitPattern: spare.exchange(0, ordering: .acquiringAndReleasing))
    guard let data = kept ?? pcre2_match_data_create_8(1, nil) else { return PCRE2_ERROR_NOMEMORY }
    let result = pcre2_match_8(code, start, count, 0, 0, data, limits)
    // A long or hard search leaves much memory in the match data: only modest ones are kept.
    var surplus: OpaquePointer? = data
    if count <= PatternProgram.plainLength, result >= PCRE2_ERROR_NOMATCH {
      surplus = OpaquePointer(bitPattern: spare.exchange(UInt(bitPattern: data), ordering: .acquiringAndReleasing))
    }
    if let surplus { pcre2_match_data_free_8(surplus) }
    return result
  }
}

/// What `pcre2_match` answered.
private enum RawOutcome {
  case matched
  case unmatched
  case exceeded
  case invalidText
}

/// What a metered search may still spend, and where it was last.
private struct Meter {
  var left: Int
  var position = 0
}

/// Pays for one step of a metered search: a fixed price, and half the bytes run over since the last. Source: pcre2callout(3).
private func payForStep(_ block: UnsafeMutablePointer<pcre2_callout_block_8>?, _ data: UnsafeMutableRawPointer?) -> Int32 {
  guard let block, let meter = data?.assumingMemoryBound(to: Meter.self) else { return PCRE2_ERROR_CALLOUT }
  let position = block.pointee.current_position
  meter.pointee.left -= 8 + max(0, position - meter.pointee.position) / 2
  meter.pointee.position = position
  return meter.pointee.left > 0 ? 0 : PCRE2_ERROR_CALLOUT
}

extension PatternProgram {
  private static func outcome(_ result: Int32) -> RawOutcome {
    switch result {
    case 0...: .matched
    case PCRE2_ERROR_NOMATCH: .unmatched
    case PCRE2_ERROR_UTF8_ERR21...PCRE2_ERROR_UTF8_ERR1: .invalidText
    default: .exceeded
    }
  }

  /// Source: `pcre2_compile`.
  private static func compile(_ pattern: TranslatedPattern, options: UInt32) throws(PatternError) -> OpaquePointer {
    let always = PCRE2_UTF | PCRE2_NO_UTF_CHECK | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C
    var number: Int32 = 0
    var offset = 0
    let code = pattern.bytes.withUnsafeBufferPointer { bytes in
      pcre2_compile_8(bytes.baseAddress, bytes.count, options | always, &number, &offset, nil)
    }
    guard let code else { throw error(number, at: pattern.sourceOffset(of: offset)) }
    return code
  }

  /// The errors of pcre2_compile that a translated pattern can still meet.
  private static func error(_ number: Int32, at offset: Int) -> PatternError {
    switch number {
    case PCRE2_ERROR_LOOKBEHIND_NOT_FIXED_LENGTH, PCRE2_ERROR_LOOKBEHIND_TOO_COMPLICATED, PCRE2_ERROR_LOOKBEHIND_TOO_LONG:
      PatternError("a lookbehind must match a fixed number of characters in each of its alternatives", at: offset, .unsupported)
    case PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY, PCRE2_ERROR_MALFORMED_UNICODE_PROPERTY:
      PatternError("unknown Unicode property", at: offset)
    case PCRE2_ERROR_PATTERN_TOO_LARGE, PCRE2_ERROR_PATTERN_TOO_COMPLICATED, PCRE2_ERROR_PATTERN_STRING_TOO_LONG,
      PCRE2_ERROR_PARENTHESES_NEST_TOO_DEEP, PCRE2_ERROR_PARENTHESES_STACK_CHECK:
      PatternError("the pattern is too large; use fewer or smaller repeats", at: offset, .unsupported)
    case PCRE2_ERROR_HEAP_FAILED: PatternError("there is not enough memory for the pattern", at: offset, .unsupported)
    default: PatternError("the pattern cannot be used", at: offset, .unsupported)
    }
  }
}
