/// Which edge of which object.
struct EdgeKey: Sendable, Hashable {
  let source: String
  let edge: String
}
