// Sets of keys, in which keys of one hash must stay apart.

import Testing
import VitrineExchange

@Suite("Keys of records") struct RecordKeyTests {
  @Test("keys are numbered as they come, found again, and told apart where all of them have one hash")
  func numbers() {
    for hash in [nil, 7, -1] {
      var keys = RecordKeySet()
      func key(_ number: Int) -> RecordKey {
        let key = RecordKey(Array("key \(number)".utf8))
        return hash.map { RecordKey(key.bytes, hash: $0) } ?? key
      }
      for number in 0..<300 {
        let (place, isNew) = keys.insert(key(number))
        #expect(isNew && place == number)
        let (again, isNewAgain) = keys.insert(key(number / 2))
        #expect(!isNewAgain && again == number / 2)
      }
    }
  }

  @Test("a key that is a stretch of a text is the key of its bytes, the empty one too")
  func stretches() {
    let text = Array("abcabc".utf8)
    var keys = RecordKeySet()
    keys.reserveCapacity(1_000)
    #expect(keys.insert(RecordKey(Array("abc".utf8))) == (0, true))
    #expect(keys.insert(RecordKey(text[3...], hash: RecordKey.hash(text, from: 3))) == (0, false))
    #expect(keys.insert(RecordKey(text[4...], hash: RecordKey.hash(text, from: 4))) == (1, true))
    #expect(keys.insert(RecordKey([])) == (2, true))
    #expect(keys.insert(RecordKey(text[6...], hash: RecordKey.hash(text, from: 6))) == (2, false))
  }
}
