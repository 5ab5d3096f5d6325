// Days as people write them who do not write the year first.

import VitrineSchema

extension PartialDate {
  /// The days that a text may mean, as `YYYY-MM-DD`: `17.09.2020` and `17 Sep 2020` mean one, `3/4/2024` two.
  package static func readings(of text: String) -> [String] { DateAdvice.days(in: text) }

  /// A date of which no more than the month is known, in words or as `05/2007`: `May 2007`.
  package init?(month text: String) {
    guard let month = DateAdvice.month(in: text) else { return nil }
    self.init(month)
  }
}
