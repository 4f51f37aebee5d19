/// One key of the `filters` parameter with its values (A13).
struct SearchFilter: Sendable, Hashable {
  let key: String
  let values: [String]

  /// Reads `color:red,green,size:12`.
  ///
  /// A colon ends a key; what stands between the comma before a key and the colon before that are
  /// the values of the key before. A text without a colon says nothing.
  static func parse(_ text: String) -> [SearchFilter] {
    var pieces = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
    guard pieces.count > 1, let last = pieces.popLast(), var key = pieces[0].last else {
      return []
    }
    var filters: [SearchFilter] = []
    for piece in pieces.dropFirst() {
      let values = Array(piece.dropLast())
      if !values.isEmpty { filters.append(SearchFilter(key: key, values: values)) }
      key = piece.last ?? ""
    }
    filters.append(SearchFilter(key: key, values: last))
    return filters
  }
}
