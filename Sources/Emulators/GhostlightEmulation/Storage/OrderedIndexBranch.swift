/// A node's hold on one of its children.
struct OrderedIndexBranch: Sendable {
  /// A lower bound of the child's entries, above every entry of the child before.
  var first: IndexPosition
  /// The number of entries below.
  var count: Int
  /// The child.
  var node: OrderedIndexNode

  /// Holds `node`, which is not empty, and counts it.
  init(_ node: OrderedIndexNode) {
    first = node.first
    count = node.count
    self.node = node
  }
}
