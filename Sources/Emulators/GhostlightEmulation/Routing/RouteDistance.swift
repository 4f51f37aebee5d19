/// How far a request is from the routes that exist, in words.
struct RouteDistance {
  private let method: String
  private let path: String
  private let segments: [Substring]

  init(method: String, path: String) {
    self.method = method
    self.path = path
    segments = path.split(separator: "/")
  }

  func nearest(in routes: [RouteSummary], count: Int = 3) -> [String] {
    let ranked = routes.enumerated().map { (rank($0.element), $0.offset, $0.element) }
      .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    return ranked.prefix(count).map { explain($0.2) }
  }

  /// Small for near: other method 1, other segment 1 to 3 by its spelling, missing segment 4.
  private func rank(_ route: RouteSummary) -> Int {
    let pattern = route.pattern.split(separator: "/")
    var rank = route.method == method ? 0 : 1
    rank += 4 * abs(pattern.count - segments.count)
    for (wanted, sent) in zip(pattern, segments) where wanted.first != "{" && wanted != sent {
      rank += min(3, Self.editDistance(wanted, sent))
    }
    return rank
  }

  private func explain(_ route: RouteSummary) -> String {
    let pattern = route.pattern.split(separator: "/")
    var differences: [String] = []
    if route.method != method { differences.append("method is \(method)") }
    if pattern.count != segments.count {
      differences.append("path has \(segments.count) segments, not \(pattern.count)")
    }
    for (wanted, sent) in zip(pattern, segments) where wanted.first != "{" && wanted != sent {
      differences.append("\"\(sent)\" is not \"\(wanted)\"")
    }
    if differences.isEmpty { differences.append("it does not serve this path") }
    return "\(route.method) \(route.pattern) (\(route.title)): "
      + differences.joined(separator: ", ")
  }

  private static func editDistance(_ left: Substring, _ right: Substring) -> Int {
    let (left, right) = (Array(left.utf8.prefix(64)), Array(right.utf8.prefix(64)))
    var row = Array(0...right.count)
    for (position, byte) in left.enumerated() {
      var diagonal = row[0]
      row[0] = position + 1
      for (column, other) in right.enumerated() {
        let cost = min(row[column], row[column + 1]) + 1
        let next = min(cost, diagonal + (byte == other ? 0 : 1))
        diagonal = row[column + 1]
        row[column + 1] = next
      }
    }
    return row[right.count]
  }
}
