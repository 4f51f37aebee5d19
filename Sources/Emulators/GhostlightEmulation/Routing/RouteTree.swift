package import GhostlightCore

/// The routes of a ``RouteTable`` as a tree of path segments.
///
/// A fixed segment takes precedence over a capture, and a capture over a capture of the remaining
/// path. The type is not generic, because the compiler does not specialise a generic type of
/// another module.
package struct RouteTree: Sendable {
  private(set) var nodes: [RouteNode] = [RouteNode()]
  private(set) var captureNames: [[String]] = []
  /// The maximum number of captures in the pattern of one row.
  private var mostCaptures = 0
  let ignoresCase: Bool
  private let reservesNames: Bool

  /// Creates an empty tree.
  ///
  /// - Parameters:
  ///   - ignoresCase: Whether a fixed segment also matches a path segment that differs only in case.
  ///     Exact matches are tried first.
  ///   - reservesNames: Whether no row captures a segment that conditional rows for other methods
  ///     have as a fixed segment at this place. Their condition must accept the request.
  package init(ignoresCase: Bool = false, reservesNames: Bool = false) {
    self.ignoresCase = ignoresCase
    self.reservesNames = reservesNames
  }

  /// Adds the next row of the table.
  ///
  /// For one method and pattern, at most one row may have no condition; a second one is a
  /// programming error.
  ///
  /// - Parameters:
  ///   - method: The HTTP method, in upper case.
  ///   - pattern: The path pattern; captures are in braces, and `{name*}` captures the remaining
  ///     path.
  ///   - conditional: Whether the row has a condition, so that other rows may have the same
  ///     pattern.
  package mutating func add(method: String, pattern: String, conditional: Bool) {
    let row = captureNames.count
    var names: [String] = []
    var node = 0
    var takesRest = false
    for segment in pattern.split(separator: "/") {
      precondition(!takesRest, "the rest of a path must be last: \(pattern)")
      guard segment.first == "{", segment.last == "}" else {
        node = fixedChild(of: node, named: Array(segment.utf8))
        continue
      }
      let name = segment.dropFirst().dropLast()
      takesRest = name.last == "*"
      names.append(String(takesRest ? name.dropLast() : name))
      if !takesRest { node = captureChild(of: node) }
    }
    captureNames.append(names)
    mostCaptures = max(mostCaptures, names.count)
    var leaves = takesRest ? nodes[node].tails : nodes[node].leaves
    let position = leaves.firstIndex { $0.method == method } ?? leaves.endIndex
    if position == leaves.endIndex { leaves.append(RouteNode.Leaf(method: method)) }
    if conditional {
      leaves[position].conditional.append(row)
    } else {
      precondition(leaves[position].always == nil, "two routes serve \(method) /\(pattern)")
      leaves[position].always = row
    }
    if takesRest { nodes[node].tails = leaves } else { nodes[node].leaves = leaves }
  }

  private mutating func fixedChild(of node: Int, named name: [UInt8]) -> Int {
    for edge in nodes[node].fixed(ofLength: name.count) where edge.name == name { return edge.node }
    nodes.append(RouteNode())
    nodes[node].append(RouteNode.Edge(name: name, node: nodes.count - 1))
    return nodes.count - 1
  }

  private mutating func captureChild(of node: Int) -> Int {
    if let child = nodes[node].capture { return child }
    nodes.append(RouteNode())
    nodes[node].capture = nodes.count - 1
    return nodes.count - 1
  }
}

/// A node of a route tree: the path segments that may follow the segments that lead to the node.
struct RouteNode: Sendable {
  /// A fixed segment of a path, and the index of the node that it leads to.
  struct Edge: Sendable {
    let name: [UInt8]
    let node: Int

    func fits(_ segment: UnsafeBufferPointer<UInt8>) -> Bool {
      guard name.count == segment.count else { return false }
      for position in name.indices where name[position] != segment[position] { return false }
      return true
    }

    /// Returns whether the name and the segment differ, but only in the case of ASCII letters.
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

  /// The rows for one HTTP method whose patterns end at a node.
  struct Leaf: Sendable {
    let method: String
    /// The numbers of the rows with a condition, in the order of the table.
    var conditional: [Int] = []
    /// The number of the row without a condition, or `nil` if there is none.
    var always: Int?
  }

  /// The edges to child nodes, indexed by the length of their fixed segment in bytes, because only
  /// edges as long as the request's segment are compared.
  private var fixed: [[Edge]] = []
  var capture: Int?
  /// The rows whose patterns end at this node, one element for each method.
  var leaves: [Leaf] = []
  /// The rows that capture the remaining path from this node, one element for each method.
  var tails: [Leaf] = []

  mutating func append(_ edge: Edge) {
    while fixed.count <= edge.name.count { fixed.append([]) }
    fixed[edge.name.count].append(edge)
  }

  /// Returns the edges whose fixed segments are `length` bytes long, in the order of the table.
  func fixed(ofLength length: Int) -> [Edge] { length < fixed.count ? fixed[length] : [] }
}

extension RouteTree {
  /// Returns the most specific row that serves a request and that `accept` accepts.
  ///
  /// - Parameters:
  ///   - method: The method, as in the request line; rows for `GET` also serve `HEAD`.
  ///   - target: The target of the request.
  ///   - accept: Called with the number and the captures of each matching row that has a condition.
  /// - Returns: `nil` if no row matches, or if the captures of the matching rows contain invalid
  ///   percent-encoding.
  package func match(
    _ method: String, _ target: RequestTarget, accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    var path = target.raw
    return path.withUTF8 { bytes in
      // Pointers avoid a retain of each visited node, and the allocation of an array.
      nodes.withUnsafeBufferPointer { nodes in
        withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: mostCaptures) { ranges in
          var search = Search(
            path: UnsafeBufferPointer(rebasing: bytes[..<target.pathLength]), method: method,
            ranges: ranges)
          return walk(nodes, 0, from: 0, &search, accept)
        }
      }
    }
  }

  /// The request and the captures of one search.
  private struct Search {
    let path: UnsafeBufferPointer<UInt8>
    let method: String
    /// A buffer for the byte ranges of captured segments, large enough for every row.
    let ranges: UnsafeMutableBufferPointer<Range<Int>>
    private var depth = 0
    /// Whether the search has met a reserved name, so that no row serves the request.
    var isReserved = false

    init(
      path: UnsafeBufferPointer<UInt8>, method: String,
      ranges: UnsafeMutableBufferPointer<Range<Int>>
    ) {
      (self.path, self.method, self.ranges) = (path, method, ranges)
    }

    /// The byte ranges of the segments that the search has captured so far.
    var captured: Slice<UnsafeMutableBufferPointer<Range<Int>>> { ranges[..<depth] }

    mutating func capture(_ range: Range<Int>) {
      // The buffer is large enough for every pattern; the check ensures that no request can ever
      // write beyond its end.
      precondition(depth < ranges.count)
      ranges.initializeElement(at: depth, to: range)
      depth += 1
    }

    mutating func removeLast() { depth -= 1 }
  }

  private typealias Nodes = UnsafeBufferPointer<RouteNode>

  private func walk(
    _ nodes: Nodes, _ node: Int, from offset: Int, _ search: inout Search,
    _ accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    let path = search.path
    var start = offset
    while start < path.count, path[start] == UInt8(ascii: "/") { start += 1 }
    if start == path.count { return pick(nodes[node].leaves, search, accept) }
    var end = start
    while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
    let segment = UnsafeBufferPointer(rebasing: path[start..<end])
    let edges = nodes[node].fixed(ofLength: segment.count)
    if !edges.isEmpty {
      if let match = walkFixed(nodes, edges, segment, to: end, &search, accept) { return match }
      guard !search.isReserved else { return nil }
    }
    if let child = nodes[node].capture {
      search.capture(start..<end)
      if let match = walk(nodes, child, from: end, &search, accept) { return match }
      search.removeLast()
    }
    guard !nodes[node].tails.isEmpty else { return nil }
    search.capture(start..<path.count)
    defer { search.removeLast() }
    return pick(nodes[node].tails, search, accept)
  }

  private func walkFixed(
    _ nodes: Nodes, _ edges: [RouteNode.Edge], _ segment: UnsafeBufferPointer<UInt8>, to end: Int,
    _ search: inout Search, _ accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    // Edges are accessed by index, because a loop over the elements would retain a copy of each
    // edge.
    for position in edges.indices where edges[position].fits(segment) {
      if let match = walkEdge(to: edges[position].node) { return match }
    }
    if ignoresCase {
      for position in edges.indices where edges[position].resembles(segment) {
        if let match = walkEdge(to: edges[position].node) { return match }
      }
    }
    return nil

    func walkEdge(to node: Int) -> RouteMatch? {
      if let match = walk(nodes, node, from: end, &search, accept) { return match }
      if reservesNames, isReserved(nodes[node], search, accept) { search.isReserved = true }
      return nil
    }
  }

  /// Returns whether a node has conditional rows whose condition is met.
  private func isReserved(
    _ node: RouteNode, _ search: Search, _ accept: (Int, Captures) -> Bool
  ) -> Bool {
    guard let values = values(search) else { return false }
    return node.leaves.contains { leaf in
      leaf.conditional.contains { row in
        accept(row, Captures(names: captureNames[row], values: values))
      }
    }
  }

  private func pick(
    _ leaves: [RouteNode.Leaf], _ search: Search, _ accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    // Leaves are accessed by index, because a loop over the elements would copy each leaf, and most
    // leaves have a different method.
    for position in leaves.indices where leaves[position].method == search.method {
      if let match = pick(leaves[position], search, accept) { return match }
    }
    guard search.method == "HEAD" else { return nil }
    for position in leaves.indices where leaves[position].method == "GET" {
      if let match = pick(leaves[position], search, accept) { return match }
    }
    return nil
  }

  private func pick(
    _ leaf: RouteNode.Leaf, _ search: Search, _ accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    guard let values = values(search) else { return nil }
    for row in leaf.conditional {
      let captures = Captures(names: captureNames[row], values: values)
      if accept(row, captures) { return RouteMatch(row: row, captures: captures) }
    }
    return leaf.always.map { row in
      RouteMatch(row: row, captures: Captures(names: captureNames[row], values: values))
    }
  }

  /// Returns the decoded segments that a search has captured, or `nil` if the percent-encoding of one
  /// is invalid.
  private func values(_ search: Search) -> [String]? {
    var values: [String] = []
    values.reserveCapacity(search.captured.count)
    for range in search.captured {
      let bytes = UnsafeBufferPointer(rebasing: search.path[range])
      let text = String(decoding: bytes, as: UTF8.self)
      guard bytes.contains(UInt8(ascii: "%")) else {
        values.append(text)
        continue
      }
      guard let value = PercentEncoding.decode(text) else { return nil }
      values.append(value)
    }
    return values
  }
}

/// The number of the row that serves a request, and the path segments that it captures.
package struct RouteMatch: Sendable, Hashable {
  package let row: Int
  package let captures: Captures
}

/// The decoded path segments of a request, by their names in the route's pattern.
///
/// A backend creates them for a ``Call``; a handler reads one with `call["id"]`. In the test of a
/// handler, write a dictionary literal such as `["schema": "todo"]`.
public struct Captures: Sendable, Hashable {
  private var names: [String]
  private var values: [String]

  package init(names: [String], values: [String]) {
    self.names = names
    self.values = values
  }

  /// Whether the route's pattern has no captures.
  package var isEmpty: Bool { names.isEmpty }

  /// The path segment that the route's pattern captures as `name`, or `nil` if it has no such
  /// capture.
  public subscript(name: String) -> String? {
    for position in names.indices where names[position] == name { return values[position] }
    return nil
  }
}

extension Captures: ExpressibleByDictionaryLiteral {
  /// Creates captures from pairs of a name and a decoded path segment.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(names: elements.map(\.0), values: elements.map(\.1))
  }
}
