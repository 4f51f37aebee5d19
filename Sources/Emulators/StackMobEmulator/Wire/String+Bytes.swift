import GhostlightCore

extension String {
  /// Whether two texts have the same bytes; to Swift, texts in other normal forms are equal too.
  func isExactly(_ other: String) -> Bool { ExactText(self) == ExactText(other) }
}

extension Sequence where Element == String {
  /// The texts in the order of their bytes.
  var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
