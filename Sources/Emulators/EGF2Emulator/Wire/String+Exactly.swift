import GhostlightCore

extension String {
  /// Whether both have the same bytes, which is what names mean; `==` takes normal forms for the
  /// same.
  func isExactly(_ other: String) -> Bool { ExactText(self) == ExactText(other) }
}
