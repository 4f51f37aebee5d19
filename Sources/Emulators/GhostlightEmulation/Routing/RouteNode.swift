/// One node of a route tree: what may follow a prefix of segments.
struct RouteNode: Sendable {
  /// A fixed segment and the node behind it.
  struct Edge: Sendable {
    let name: [UInt8]
    let node: Int

    func fits(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
      guard name.count == segment.count else { return false }
      for position in name.indices where name[position] != segment[position] { return false }
      return true
    }

    /// Whether both are equal but for the case of ASCII letters, and not equal altogether.
    func resembles(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
      guard name.count == segment.count else { return false }
      var differs = false
      for position in name.indices where name[position] != segment[position] {
        let folded = name[position] | 0x20
        guard folded == segment[position] | 0x20, (0x61...0x7a).contains(folded) else {
          return false
        }
        differs = true
      }
      return differs
    }
  }

  /// The rows of one method that end at a node.
  struct Leaf: Sendable {
    let method: String
    /// Rows that serve under a condition, in the order of the table.
    var conditional: [Int] = []
    /// The row that serves always.
    var always: Int?
  }

  private(set) var fixed: [Edge] = []
  /// A bit for each length that a fixed segment has, the last one for all longer ones: most segments
  /// fit none of them.
  private var fixedLengths: UInt64 = 0
  var capture: Int?
  /// Rows that end here.
  var leaves: [Leaf] = []
  /// Rows that take the rest of the path from here.
  var tails: [Leaf] = []

  mutating func append(_ edge: Edge) {
    fixed.append(edge)
    fixedLengths |= Self.bit(of: edge.name.count)
  }

  /// Whether some fixed segment has as many bytes.
  func hasFixed(ofLength length: Int) -> Bool { fixedLengths & Self.bit(of: length) != 0 }

  private static func bit(of length: Int) -> UInt64 { 1 << UInt64(min(length, 63)) }
}
