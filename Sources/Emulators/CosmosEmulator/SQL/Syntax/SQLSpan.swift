/// A piece of a query's text, in UTF-16 units.
package struct SQLSpan: Sendable, Hashable {
  /// The first unit.
  package var start: Int
  /// The unit after the last.
  package var end: Int

  /// Makes a span; `end` is exclusive.
  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }
}
