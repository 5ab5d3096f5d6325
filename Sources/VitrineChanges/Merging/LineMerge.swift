// Three texts line by line: what two sides made of one, put together as git does.

/// The lines of two texts that came from one.
struct LineMerge {
  /// What conflicts are written with.
  struct Marks {
    /// The name of the side that the result begins with.
    var ours = "ours"
    /// The name of the other side.
    var theirs = "theirs"
    /// How often the character of a mark stands.
    var size = 7
  }

  /// The result, with marks around what both sides changed.
  private(set) var bytes: [UInt8] = []
  /// How many conflicts there are.
  private(set) var conflicts = 0

  private let base: [ArraySlice<UInt8>]
  private let marks: Marks
  private let lineBreak: [UInt8]

  /// The merge of two texts that came from `base`.
  init(base: [UInt8], ours: [UInt8], theirs: [UInt8], marks: Marks = Marks()) {
    self.base = LineDiff.lines(base)
    self.marks = marks
    let (left, right) = (LineDiff.lines(ours), LineDiff.lines(theirs))
    lineBreak = left.first?.suffix(2).elementsEqual([0x0D, 0x0A]) == true ? [0x0D, 0x0A] : [0x0A]
    merge(Side(left, LineDiff.changes(from: self.base, to: left)), Side(right, LineDiff.changes(from: self.base, to: right)))
  }

  /// One side: its lines, and how they differ from those of the base.
  private struct Side {
    let lines: [ArraySlice<UInt8>]
    var changes: ArraySlice<LineChange>

    init(_ lines: [ArraySlice<UInt8>], _ changes: [LineChange]) {
      self.lines = lines
      self.changes = changes[...]
    }

    /// The changes that begin within a stretch of the base or touch its end.
    mutating func take(upTo end: Int) -> [LineChange] {
      let taken = changes.prefix { $0.old.lowerBound <= end }
      changes = changes.dropFirst(taken.count)
      return Array(taken)
    }

    /// What a stretch of the base is on this side.
    func text(of range: Range<Int>, _ own: [LineChange], _ base: [ArraySlice<UInt8>]) -> [ArraySlice<UInt8>] {
      var text: [ArraySlice<UInt8>] = []
      var position = range.lowerBound
      for change in own {
        text += base[position..<change.old.lowerBound]
        text += lines[change.new]
        position = change.old.upperBound
      }
      return text + base[position..<range.upperBound]
    }
  }

  private mutating func merge(_ left: Side, _ right: Side) {
    var (left, right) = (left, right)
    var position = 0
    while let start = [left.changes.first, right.changes.first].compactMap({ $0?.old.lowerBound }).min() {
      put(base[position..<start])
      var end = start
      var (mine, other): ([LineChange], [LineChange]) = ([], [])
      while true {
        let (more, others) = (left.take(upTo: end), right.take(upTo: end))
        if more.isEmpty, others.isEmpty { break }
        mine += more
        other += others
        end = (more + others).reduce(end) { max($0, $1.old.upperBound) }
      }
      let (first, second) = (left.text(of: start..<end, mine, base), right.text(of: start..<end, other, base))
      if other.isEmpty || first == second {
        put(first)
      } else if mine.isEmpty {
        put(second)
      } else {
        conflict(first, second)
      }
      position = end
    }
    put(base[position...])
  }

  private mutating func put(_ lines: some Sequence<ArraySlice<UInt8>>) { for line in lines { bytes += line } }

  private mutating func conflict(_ first: [ArraySlice<UInt8>], _ second: [ArraySlice<UInt8>]) {
    conflicts += 1
    mark("<", marks.ours)
    put(first)
    mark("=", "")
    put(second)
    mark(">", marks.theirs)
  }

  private mutating func mark(_ character: Character, _ name: String) {
    if let last = bytes.last, last != 0x0A { bytes += lineBreak }
    bytes += String(repeating: character, count: marks.size).utf8
    if !name.isEmpty { bytes += " \(name)".utf8 }
    bytes += lineBreak
  }
}
