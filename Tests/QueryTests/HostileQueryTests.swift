// Queries that nobody types: deep, long, random. None may trap, hang or take more than its length.

import Glibc
import Testing
import VitrineQuery
import VitrineSource
import VitrineTesting

@Suite struct HostileQueryTests {
  private func fault(_ text: String) -> QueryError? {
    do throws(QueryError) {
      _ = try QueryParser.parse(text)
      return nil
    } catch {
      return error
    }
  }

  @Test(
    "what is nested ten thousand deep is refused where it passes the limit",
    arguments: [
      ("(", 100), ("not ", 400), ("-(", 100), ("a:{", 302), ("((a) ", 496),
    ])
  func depth(_ piece: String, _ place: UInt32) throws {
    let error = try #require(fault(String(repeating: piece, count: 10_000)))
    #expect(error.message == "nested deeper than 100 levels")
    #expect(error.range.start == place)
  }

  @Test("a hundred levels are read")
  func deepEnough() throws {
    let text = String(repeating: "(", count: 100) + "a" + String(repeating: ")", count: 100)
    #expect(try QueryParser.parse(text).normalForm == "a")
  }

  @Test(
    "a query takes time in proportion to its length",
    arguments: [
      "a ", "a:b ", "a:b,", "\"", "a>1 ", "a or ", "(a b) ", "not a ", "東 ", "a.", "{", "a:{b} ", "..", "-a ", "a    ", "\\",
      "a:re:(", "#'",
    ])
  func length(_ piece: String) {
    // The time of this thread alone: others run at the same time.
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
    func time(_ bytes: Int) -> Double {
      let text = String(repeating: piece, count: bytes / piece.utf8.count)
      return (0..<3).map { _ in
        let start = now()
        for beginning in ["x:", "x:1 "] { _ = try? QueryParser.parse(beginning + text) }
        return now() - start
      }.min() ?? 0
    }
    let (short, long) = (time(1 << 11), time(1 << 16))
    // 32 times the length; 200 times the time leaves room for a busy machine and none for the square, which is 1,024.
    #expect(long < short * 200 + 0.01)
  }

  @Test("random bytes and random pieces of the grammar are read, or refused with words and a place in the text")
  func random() {
    var random = SplitMix(state: 7)
    let pieces = [
      "a", "title", ":", ".", "..", ",", "(", ")", "{", "}", "\"", "'", "\\", " ", "or", " not ", "-", "|", "@", "*", ">=", "=",
      "!", "sort:", "limit:1",
      "is:", "re:", "near:", "é", "東", "\u{3000}", "\t", "count", "&&", "“", "\u{301}", "🇹🇷",
    ]
    for round in 0..<2_000 {
      let text =
        round % 2 == 0
        ? String(decoding: (0..<random.below(40)).map { _ in UInt8(truncatingIfNeeded: random.next()) }, as: UTF8.self)
        : (0..<random.below(16)).map { _ in pieces[random.below(pieces.count)] }.joined()
      do throws(QueryError) {
        let query = try QueryParser.parse(text)
        do throws(QueryError) {
          #expect(try QueryParser.parse(query.normalForm).says(query), "\(text.debugDescription)")
        } catch {
          Issue.record("\(text.debugDescription): \(query.normalForm.debugDescription): \(error.message)")
        }
      } catch {
        #expect(!error.message.isEmpty && Int(error.range.end) <= text.utf8.count, "\(text.debugDescription)")
      }
    }
  }
}
