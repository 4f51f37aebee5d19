/// Which part of an edge is wanted.
struct PageQuery: Sendable {
  let key: EdgeKey
  /// The last object that the caller has.
  let after: String?
  /// What is to be expanded, as the caller wrote it.
  let expand: [String]
  /// How many objects; the server decides where it is negative.
  let count: Int
}
