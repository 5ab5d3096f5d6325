// Binary search, named as in the Swift Algorithms package.

extension RandomAccessCollection {
  /// The index of the first element that a condition holds for; `endIndex` where there is none. The condition holds for no element before the
  /// first and for all behind it.
  @inlinable
  package func partitioningIndex<Failure: Error>(
    where belongsInSecondPartition: (Element) throws(Failure) -> Bool
  ) throws(Failure) -> Index {
    var start = startIndex
    var count = self.count
    while count > 0 {
      let half = count / 2
      let middle = index(start, offsetBy: half)
      if try belongsInSecondPartition(self[middle]) {
        count = half
      } else {
        start = index(after: middle)
        count -= half + 1
      }
    }
    return start
  }
}
