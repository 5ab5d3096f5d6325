// From bytes to the value of a finished pool.

import VitrineSyntax

/// The values of one pool by their bytes. The pool keeps the bytes, so that it is handed in with every call.
struct PoolSlots: Sendable {
  private var slots = HashSlots()

  /// The values of a pool.
  init(_ pool: ValuePool) {
    slots.reserve(pool.count + pool.count / 8)
    for id in 2..<ValueID(max(pool.count, 2)) {
      let kind = pool.kind(id)
      pool.withBytes(id) { slots.insert(id, HashSlots.hash($0, UInt64(kind.rawValue))) }
    }
  }

  /// The value with these bytes.
  func find(_ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, in pool: ValuePool) -> ValueID? {
    slots.find(HashSlots.hash(text, UInt64(kind.rawValue))) { id in
      pool.kind(id) == kind && pool.withBytes(id) { $0.count == text.count && $0.elementsEqual(text) }
    }
  }

  /// The same for a text.
  func find(_ text: [UInt8], in pool: ValuePool) -> ValueID? { text.withUnsafeBufferPointer { find($0, .string, in: pool) } }

  /// Adds a value that is not there yet.
  mutating func insert(_ id: ValueID, _ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind) {
    slots.insert(id, HashSlots.hash(text, UInt64(kind.rawValue)))
  }
}

extension ValuePool {
  /// Calls `body` with the bytes of a value.
  @inline(__always)
  func withBytes<Result>(_ id: ValueID, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    let segment = segments[Int(id) / ValueSegment.size]
    let index = Int(id) % ValueSegment.size
    return segment.bytes.withUnsafeBufferPointer {
      body(UnsafeBufferPointer(rebasing: $0[Int(segment.starts[index])..<Int(segment.starts[index + 1])]))
    }
  }
}
