/// The routes of a table by segment: fixed segments before captures, captures before the rest.
///
/// A plain type over bytes, since a generic one of another module is not specialised.
package struct RouteTree: Sendable {
  private(set) var nodes: [RouteNode] = [RouteNode()]
  private(set) var captureNames: [[String]] = []
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
    for edge in nodes[node].fixed where edge.name == name { return edge.node }
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
