/// One `field:low:high` of the `range` parameter (A13); an open end is `nil`.
struct SearchRange: Sendable, Hashable {
  let field: String
  let low: String?
  let high: String?

  /// Reads a list with commas between; pieces of another form say nothing.
  static func parse(_ text: String) -> [SearchRange] {
    var ranges: [SearchRange] = []
    for piece in text.split(separator: ",") {
      let parts = piece.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 3 else { continue }
      ranges.append(SearchRange(field: parts[0], low: bound(parts[1]), high: bound(parts[2])))
    }
    return ranges
  }

  private static func bound(_ text: String) -> String? {
    text.isEmpty || text == "min" || text == "max" ? nil : text
  }
}
