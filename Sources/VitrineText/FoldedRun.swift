// Folding beyond ASCII: a run of characters is taken apart, stripped, put in canonical order and joined again.

/// The characters between two that nothing can join with, on their way through folding.
struct FoldedRun {
  /// Bases and kept marks, decomposed and case folded.
  private var scalars: [Int32] = []
  /// True where there is a mark or a jamo, so that order and composition matter.
  private var needsComposing = false
  /// True where the last character was kept, so that a mark after it belongs to something.
  private var isAfterWord = false
  /// True for identity keys.
  private let onlyWords: Bool
  /// True where marks make a difference.
  private let keepsMarks: Bool

  /// Appends the folded form of any bytes to `output`; only words and their marks where `onlyWords` is set; accents stay where `keepsMarks` is.
  static func append(_ bytes: UnsafeBufferPointer<UInt8>, onlyWords: Bool, keepsMarks: Bool, to output: inout [UInt8]) {
    var run = FoldedRun(onlyWords: onlyWords, keepsMarks: keepsMarks)
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: 16) { scratch in
      let first = UnsafeMutableBufferPointer(rebasing: scratch[0..<8])
      let second = UnsafeMutableBufferPointer(rebasing: scratch[8..<16])
      var index = 0
      while index < bytes.count {
        // A kept accent may join with the letter before it, so that such letters go the long way.
        if bytes[index] < 0x80, !keepsMarks {
          run.flush(to: &output)
          let start = index
          while index < bytes.count, bytes[index] < 0x80 { index += 1 }
          run.appendASCII(UnsafeBufferPointer(rebasing: bytes[start..<index]), to: &output)
        } else {
          let step = bytes.scalar(at: index)
          index += step.length
          run.take(step.value, first, second, &output)
        }
      }
      run.flush(to: &output)
    }
  }

  private init(onlyWords: Bool, keepsMarks: Bool) {
    self.onlyWords = onlyWords
    self.keepsMarks = keepsMarks
  }

  /// Folds a stretch of ASCII, which joins with no kept mark and so needs no run.
  private mutating func appendASCII(_ bytes: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    let start = output.count
    output.append(contentsOf: bytes)
    Folding.lowerASCII(&output, from: start)
    if onlyWords {
      let last = output.last.map(UInt32.init) ?? 0
      isAfterWord = CharacterTables.nature(of: last) == .word
      Folding.keepWordBytes(&output, from: start)
    }
  }

  /// Takes one character apart, twice: for its marks first, since some of them fold to letters, then for its case.
  private mutating func take(
    _ scalar: UInt32, _ first: UnsafeMutableBufferPointer<Int32>, _ second: UnsafeMutableBufferPointer<Int32>,
    _ output: inout [UInt8]
  ) {
    if Folding.isInvisible(scalar) || drops(scalar) { return }
    // The capital of Turkish i folds to an i with a dot of its own, which is no accent.
    if scalar == 0x130 { return keep(0x69) }
    if scalar == 0x307, scalars.last == 0x69 { return }
    if Folding.isWhiteSpace(scalar) {
      isAfterWord = false
      if onlyWords { return }
      flush(to: &output)
      output.append(0x20)
      return
    }
    if CharacterTables.isPlain(scalar) || 0xAC00...0xD7A3 ~= scalar {
      keep(scalar)
      return
    }
    for index in 0..<CharacterTables.decompose(scalar, .canonical, into: first) {
      let part = UInt32(truncatingIfNeeded: first[index])
      if drops(part) { continue }
      for index in 0..<CharacterTables.decompose(part, .caseFolded, into: second) {
        let part = UInt32(truncatingIfNeeded: second[index])
        if !drops(part) { keep(part) }
      }
    }
  }

  private func drops(_ scalar: UInt32) -> Bool { !keepsMarks && Folding.isDiacritic(scalar) }

  /// Adds one folded scalar, where the form wants it.
  private mutating func keep(_ scalar: UInt32) {
    let scalar = scalar == 0x131 ? 0x69 : scalar
    let nature = CharacterTables.nature(of: scalar)
    if onlyWords {
      guard nature == .word || (nature == .mark && isAfterWord) else {
        isAfterWord = false
        return
      }
      isAfterWord = true
    }
    if nature == .mark || 0x1100...0x11FF ~= scalar { needsComposing = true }
    scalars.append(Int32(truncatingIfNeeded: scalar))
  }

  /// Ends the run: canonical order, composition, UTF-8.
  private mutating func flush(to output: inout [UInt8]) {
    guard !scalars.isEmpty else { return }
    var count = scalars.count
    if needsComposing {
      orderMarks()
      count = scalars.withUnsafeMutableBufferPointer { CharacterTables.compose($0) }
    }
    for index in 0..<count { output.append(scalar: UInt32(truncatingIfNeeded: scalars[index])) }
    scalars.removeAll(keepingCapacity: true)
    needsComposing = false
  }

  /// Sorts each stretch of marks by combining class, those of one class in the order they came.
  private mutating func orderMarks() {
    var index = 0
    while index < scalars.count {
      let start = index
      while index < scalars.count, combiningClass(index) != 0 { index += 1 }
      if index - start > 1 {
        let ordered = (start..<index).sorted { (combiningClass($0), $0) < (combiningClass($1), $1) }
        scalars.replaceSubrange(start..<index, with: ordered.map { scalars[$0] })
      }
      index = max(index, start + 1)
    }
  }

  private func combiningClass(_ index: Int) -> Int {
    CharacterTables.combiningClass(of: UInt32(truncatingIfNeeded: scalars[index]))
  }
}
