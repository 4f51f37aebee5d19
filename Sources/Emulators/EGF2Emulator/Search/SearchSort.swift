/// One field of the `sort` parameter (A13).
struct SearchSort: Sendable, Hashable {
  let field: String
  var isDescending = false

  /// Reads `field`, `field(ASC)` or `field(DESC)`, with commas between.
  static func parse(_ text: String) -> [SearchSort] {
    text.split(separator: ",").map { piece in
      guard piece.hasSuffix(")"), let open = piece.firstIndex(of: "(") else {
        return SearchSort(field: String(piece))
      }
      let direction = piece[piece.index(after: open)...].dropLast()
      return SearchSort(
        field: String(piece[..<open]), isDescending: direction.uppercased() == "DESC")
    }
  }
}
