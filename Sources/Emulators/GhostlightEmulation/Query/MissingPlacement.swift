/// Where documents that lack the field of a sort key go.
package enum MissingPlacement: Sendable, Hashable {
  /// Missing is below null: first when ascending, last when descending.
  case lowest
  /// First in both directions.
  case first
  /// Last in both directions.
  case last
}
