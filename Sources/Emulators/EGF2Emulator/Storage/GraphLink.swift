/// One entry of an edge: from where, by which name, to where.
struct GraphLink: Sendable, Hashable {
  let source: String
  let edge: String
  let destination: String

  /// The link as messages print it: `source/edge/destination`.
  var path: String { "\(source)/\(edge)/\(destination)" }
}
