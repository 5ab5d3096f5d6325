// Numbers with what they count.

/// A number with its noun: "1 record", "2 records".
package func counted(_ count: Int, _ noun: String) -> String { count == 1 ? "1 \(noun)" : "\(count) \(noun)s" }
