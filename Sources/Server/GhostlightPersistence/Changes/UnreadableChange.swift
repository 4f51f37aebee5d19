/// Why a row is no change.
struct UnreadableChange: Error, CustomStringConvertible {
  /// The column, and what is wrong with it.
  let description: String

  init(_ description: String) { self.description = description }
}
