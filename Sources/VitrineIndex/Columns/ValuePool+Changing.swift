// New values of a pool, and new labels of old ones. Segments never change: those concerned are made anew.

import VitrineSyntax

extension ValuePool {
  /// Whether so many labels fit, in the distance that bulk labels have, above the first one.
  static func fitsInSteps(_ count: Int) -> Bool { UInt64(count) < (mapLabel - firstLabel) / labelStep }

  /// Adds a value; its number is `count`.
  mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, folded: [UInt8], number: Double?, label: UInt64
  ) {
    if count % ValueSegment.size == 0 {
      segments.append(ValueSegment(appending: text, kind, folded: folded, number: number, label: label, to: nil))
      if !targets.isEmpty { targets.append([nil]) }
    } else {
      let last = segments.count - 1
      segments[last] = ValueSegment(appending: text, kind, folded: folded, number: number, label: label, to: segments[last])
      if !targets.isEmpty { targets[last].append(nil) }
    }
    count += 1
    collated = CollatedOrder()
  }

  /// Gives values new labels.
  mutating func relabel(_ labels: [(id: ValueID, label: UInt64)]) {
    var changed: [Int: [UInt64]] = [:]
    for (id, label) in labels {
      let segment = Int(id) / ValueSegment.size
      changed[segment, default: segments[segment].labels][Int(id) % ValueSegment.size] = label
    }
    for (segment, labels) in changed { segments[segment] = ValueSegment(segments[segment], labels: labels) }
  }

  /// Sets the record that a value names.
  mutating func setTarget(_ target: RowID?, of id: ValueID) {
    targets[Int(id) / ValueSegment.size][Int(id) % ValueSegment.size] = target
  }
}

extension ValueSegment {
  /// The values of a segment and one more; or that one alone.
  fileprivate convenience init(
    appending text: UnsafeBufferPointer<UInt8>, _ kind: Node.Kind, folded: [UInt8], number: Double?, label: UInt64,
    to segment: ValueSegment?
  ) {
    var ownFolded = Self.copy(segment?.folded ?? [], extra: folded.count + 1)
    ownFolded.append(contentsOf: folded)
    ownFolded.append(0)
    var bytes = Self.copy(segment?.bytes ?? [], extra: text.count)
    bytes.append(contentsOf: text)
    self.init(
      bytes: bytes, starts: Self.appended(segment?.starts ?? [0], UInt32(truncatingIfNeeded: bytes.count)),
      folded: ownFolded, foldedStarts: Self.appended(segment?.foldedStarts ?? [0], UInt32(truncatingIfNeeded: ownFolded.count)),
      kinds: Self.appended(segment?.kinds ?? [], kind),
      numbers: number.map { Self.appended(segment?.numbers ?? [], $0) } ?? [],
      labels: Self.appended(segment?.labels ?? [], label))
  }

  /// The same values with other labels.
  fileprivate convenience init(_ segment: ValueSegment, labels: [UInt64]) {
    self.init(
      bytes: segment.bytes, starts: segment.starts, folded: segment.folded, foldedStarts: segment.foldedStarts,
      kinds: segment.kinds, numbers: segment.numbers, labels: labels)
  }

  private static func copy<Element>(_ array: [Element], extra: Int) -> [Element] {
    var copy: [Element] = []
    copy.reserveCapacity(array.count + extra)
    copy.append(contentsOf: array)
    return copy
  }

  private static func appended<Element>(_ array: [Element], _ element: Element) -> [Element] {
    var copy = copy(array, extra: 1)
    copy.append(element)
    return copy
  }
}
