extension CompiledPattern {
  /// Returns a random string that an expression matches as a whole; `nil` if none was found.
  ///
  /// `draw` returns a random number that is less than its argument.
  package static func sample(of pattern: String, draw: (UInt64) -> UInt64) -> String? {
    var parser = PatternParser(pattern, PatternOptions())
    guard let node = try? parser.parse(), let whole = try? CompiledPattern(pattern, isWhole: true)
    else { return nil }
    // Lookarounds and word edges are ignored at first, so they can reject a string.
    for _ in 0..<50 {
      var (text, rest) = (String.UnicodeScalarView(), longestSample)
      append(node, to: &text, &rest, draw)
      if whole.matches(String(text)) { return String(text) }
    }
    return nil
  }

  /// The maximum number of scalars and repetitions in a sample; longer repetitions end here.
  private static let longestSample = 10_000

  private static func append(
    _ node: PatternNode, to text: inout String.UnicodeScalarView, _ rest: inout Int,
    _ draw: (UInt64) -> UInt64
  ) {
    switch node {
    case .scalar(let set):
      if let scalar = scalar(of: set, draw) { text.append(scalar) }
      rest -= 1
    case .place, .look: break
    case .sequence(let nodes): for node in nodes { append(node, to: &text, &rest, draw) }
    case .choice(let nodes): append(nodes[Int(draw(UInt64(nodes.count)))], to: &text, &rest, draw)
    case .repeated(let node, let minimum, let maximum):
      let more = min(maximum.map { $0 - minimum } ?? 4, 4)
      for _ in 0..<(minimum + Int(draw(UInt64(more + 1)))) {
        guard rest > 0 else { return }
        rest -= 1
        append(node, to: &text, &rest, draw)
      }
    }
  }

  /// Returns a scalar of the set: a letter or digit if there is one, otherwise printable ASCII.
  private static func scalar(
    of set: ScalarSet, _ draw: (UInt64) -> UInt64
  ) -> Unicode.Scalar? {
    let groups: [[UInt32]] = [
      Array(48...57) + Array(65...90) + Array(97...122), Array(32...126), Array(0...0x2FF),
      set.ranges.map(\.lowerBound),
    ]
    for group in groups {
      let members = group.filter(set.contains)
      guard !members.isEmpty else { continue }
      return Unicode.Scalar(members[Int(draw(UInt64(members.count)))])
    }
    return nil
  }
}
