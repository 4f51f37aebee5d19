package import GhostlightCore

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
      var search = Search(
        path: UnsafeBufferPointer(rebasing: bytes[..<target.pathLength]), method: method)
      search.captured.reserveCapacity(4)
      return walk(0, from: 0, &search, accept)
    }
  }

  /// What one search carries from node to node.
  private struct Search {
    let path: UnsafeBufferPointer<UInt8>
    let method: String
    var captured: [Range<Int>] = []
  }

  private func walk(
    _ node: Int, from offset: Int, _ search: inout Search, _ accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    let path = search.path
    var start = offset
    while start < path.count, path[start] == UInt8(ascii: "/") { start += 1 }
    if start == path.count { return pick(nodes[node].leaves, search, accept) }
    var end = start
    while end < path.count, path[end] != UInt8(ascii: "/") { end += 1 }
    let segment = UnsafeBufferPointer(rebasing: path[start..<end])
    if nodes[node].hasFixed(ofLength: segment.count),
      let match = walkFixed(node, segment, to: end, &search, accept)
    {
      return match
    }
    if let child = nodes[node].capture {
      search.captured.append(start..<end)
      if let match = walk(child, from: end, &search, accept) { return match }
      search.captured.removeLast()
    }
    guard !nodes[node].tails.isEmpty else { return nil }
    search.captured.append(start..<path.count)
    defer { search.captured.removeLast() }
    return pick(nodes[node].tails, search, accept)
  }

  private func walkFixed(
    _ node: Int, _ segment: UnsafeBufferPointer<UInt8>, to end: Int, _ search: inout Search,
    _ accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    // By position: an edge handed out would be retained, and most of them fit no segment.
    let edges = nodes[node].fixed.indices
    for edge in edges where nodes[node].fixed[edge].fits(segment) {
      let child = nodes[node].fixed[edge].node
      if let match = walk(child, from: end, &search, accept) { return match }
    }
    guard ignoresCase else { return nil }
    for edge in edges where nodes[node].fixed[edge].resembles(segment) {
      let child = nodes[node].fixed[edge].node
      if let match = walk(child, from: end, &search, accept) { return match }
    }
    return nil
  }

  private func pick(
    _ leaves: [RouteNode.Leaf], _ search: Search, _ accept: (Int, Captures) -> Bool
  ) -> RouteMatch? {
    for leaf in leaves where leaf.method == search.method {
      if let match = pick(leaf, search, accept) { return match }
    }
    guard search.method == "HEAD" else { return nil }
    for leaf in leaves where leaf.method == "GET" {
      if let match = pick(leaf, search, accept) { return match }
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
