// Files in the order that people count them.

import Testing
import VitrineSource

@Suite struct NaturalOrderTests {
  @Test("numbers in names count as numbers, and a name comes before those that begin with it")
  func order() {
    let wanted = [
      "a/half.jpg", "a/half-2.jpg", "a/half-10.jpg", "a/IMG_9.jpg", "a/img_009.png", "a/IMG_10.JPG",
      "a/IMG_99999999999999999999999.jpg", "a2/x.jpg",
      "a10/x.jpg",
    ].map { Path($0) }
    #expect(wanted.shuffled().sorted { $0.isNaturallyBefore($1) } == [0, 1, 2, 3, 4, 5, 6, 7, 8].map { wanted[$0] })
  }

  @Test("the order is total: of names alike by it the bytes count")
  func total() {
    let paths = ["x.jpg", "X.jpg", "x.png", "x01.jpg", "x1.jpg", "x.JPG", "x"].map { Path($0) }
    for left in paths {
      for right in paths where left != right {
        #expect(left.isNaturallyBefore(right) != right.isNaturallyBefore(left))
      }
      #expect(!left.isNaturallyBefore(left))
    }
  }
}
