package import GhostlightCore

/// The routes of a table by segment: fixed segments before captures, captures before the rest.
///
/// A plain type over bytes, since a generic one of another module is not specialised.
package struct RouteTree: Sendable {
  private(set) var nodes: [RouteNode] = [RouteNode()]
  private(set) var captureNames: [[String]] = []
  /// The most segments that a row captures.
  private var mostCaptures = 0
  let ignoresCase: Bool

  /// Makes a tree without rows.
  ///
  /// - Parameter ignoresCase: Whether a fixed segment in other case is tried after exact ones.
  package init(ignoresCase: Bool = false) { self.ignoresCase = ignoresCase }

  /// Adds the next row; a pattern that always serves may stand only once for a method.
  ///
  /// - Parameters:
  ///   - method: The method, in upper case.
  ///   - pattern: Segments, captures in braces, `{name*}` for the rest of the path.
  ///   - conditional: Whether other rows may have the same pattern.
  package mutating func add(method: String, pattern: String, conditional: Bool) {
    let row = captureNames.count
    var names: [String] = []
    var node = 0
    var takesRest = false
    for segment in pattern.split(separator: "/") {
      precondition(!takesRest, "the rest of a path stands last: \(pattern)")
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

  /// The fixed segments by their length in bytes, which most segments of requests share with few.
  private var fixed: [[Edge]] = []
  var capture: Int?
  /// Rows that end here.
  var leaves: [Leaf] = []
  /// Rows that take the rest of the path from here.
  var tails: [Leaf] = []

  mutating func append(_ edge: Edge) {
    while fixed.count <= edge.name.count { fixed.append([]) }
    fixed[edge.name.count].append(edge)
  }

  /// The fixed segments of so many bytes, in the order of the table.
  func fixed(ofLength length: Int) -> [Edge] { length < fixed.count ? fixed[length] : [] }
}

extension RouteTree {
  /// Finds the first row, most specific first, that `accept` takes.
  ///
  /// - Parameters:
  ///   - method: The method, as in the request line; rows for `GET` also serve `HEAD`.
  ///   - target: The request's target.
  ///   - accept: Asked for each conditional row that fits, with its captures.
  /// - Returns: `nil` where no row fits, or only ones whose captures are malformed escapes.
  package func match(
    _ method: String, _ target: RequestTarget, accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    var path = target.raw
    return path.withUTF8 { bytes in
      // Both through pointers: a node handed out would be retained, an array allocated.
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

  /// What one search carries from node to node.
  private struct Search {
    let path: UnsafeBufferPointer<UInt8>
    let method: String
    /// Room for the captured segments of any row.
    let ranges: UnsafeMutableBufferPointer<Range<Int>>
    private var depth = 0

    init(
      path: UnsafeBufferPointer<UInt8>, method: String,
      ranges: UnsafeMutableBufferPointer<Range<Int>>
    ) {
      (self.path, self.method, self.ranges) = (path, method, ranges)
    }

    /// The segments that are captured at present.
    var captured: Slice<UnsafeMutableBufferPointer<Range<Int>>> { ranges[..<depth] }

    mutating func capture(_ range: Range<Int>) {
      // Only edges of rows capture; a path from outside must not write beyond them all the same.
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
    if !edges.isEmpty, let match = walkFixed(nodes, edges, segment, to: end, &search, accept) {
      return match
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
    // By position: an edge handed out would be retained.
    for position in edges.indices where edges[position].fits(segment) {
      if let match = walk(nodes, edges[position].node, from: end, &search, accept) { return match }
    }
    guard ignoresCase else { return nil }
    for position in edges.indices where edges[position].resembles(segment) {
      if let match = walk(nodes, edges[position].node, from: end, &search, accept) { return match }
    }
    return nil
  }

  private func pick(
    _ leaves: [RouteNode.Leaf], _ search: Search, _ accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    // By position: a leaf handed out would be copied, and most are of other methods.
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
    for row in leaf.conditional {
      guard let captures = captures(row, search), accept(row, captures) else { continue }
      return RouteMatch(row: row, captures: captures)
    }
    guard let row = leaf.always, let captures = captures(row, search) else { return nil }
    return RouteMatch(row: row, captures: captures)
  }

  private func captures(_ row: Int, _ search: Search) -> Captures? {
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
    return Captures(names: captureNames[row], values: values)
  }
}

/// The row of a table that fits a request.
package struct RouteMatch: Sendable, Hashable {
  package let row: Int
  package let captures: Captures
}

/// The decoded path segments of a request, by the names in the route's pattern.
public struct Captures: Sendable, Hashable {
  private var names: [String]
  private var values: [String]

  package init(names: [String], values: [String]) {
    self.names = names
    self.values = values
  }

  /// Whether the pattern names no segment.
  package var isEmpty: Bool { names.isEmpty }

  /// The segment that the pattern names `name`.
  public subscript(name: String) -> String? {
    for position in names.indices where names[position] == name { return values[position] }
    return nil
  }
}

extension Captures: ExpressibleByDictionaryLiteral {
  /// Makes captures of the literal's pairs.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(names: elements.map(\.0), values: elements.map(\.1))
  }
}
