/// A key that results are sorted by.
struct QuerySort: Sendable {
  var key: String
  var isAscending: Bool
}
