/// What a query learns of time and chance: one value for the whole query.
package struct SQLInstant: Sendable {
  /// Milliseconds since 1970.
  package var milliseconds: Int64
  /// What `RAND()` answers, from 0 to below 1.
  package var chance: Double

  /// Makes an instant.
  package init(milliseconds: Int64, chance: Double) {
    self.milliseconds = milliseconds
    self.chance = chance
  }
}
