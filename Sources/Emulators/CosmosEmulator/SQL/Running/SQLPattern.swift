import GhostlightEmulation

/// A pattern of `LIKE`: the parts between its `%`, which a text must have one after the other.
///
/// - Source: protocol reference B14.4.
struct SQLPattern: Sendable {
  private var parts: [SQLPatternPart] = []

  /// Reads a pattern.
  ///
  /// - Throws: That a part between two `%` is longer than it may be.
  init(_ text: String, escape: UnicodeScalar?) throws(SQLProblem) {
    let scalars = Array(text.unicodeScalars)
    var places: [SQLPatternPlace] = []
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == escape, position < scalars.count {
        places.append(.scalar(scalars[position].value))
        position += 1
      } else if scalar == "%" {
        parts.append(SQLPatternPart(places))
        places = []
      } else if scalar == "_" {
        places.append(.any)
      } else if scalar == "[", let end = Self.end(of: scalars, from: position) {
        places.append(.set(SQLPatternSet(scalars[position..<end])))
        position = end + 1
      } else {
        places.append(.scalar(scalar.value))
      }
    }
    parts.append(SQLPatternPart(places))
    for part in parts.dropFirst().dropLast() where part.isTooLong {
      throw .refused(
        "A pattern of LIKE has more than \(SQLPatternPart.longest) places between two '%'.")
    }
  }

  /// Where the bracket closes that was opened before `start`; it holds at least one character.
  private static func end(of scalars: [UnicodeScalar], from start: Int) -> Int? {
    var position = start
    if position < scalars.count, scalars[position] == "^" { position += 1 }
    position += 1
    while position < scalars.count {
      if scalars[position] == "]" { return position }
      position += 1
    }
    return nil
  }

  /// Whether the whole text matches, at the costs of both.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    // Text that is searched for is found in one walk; other parts are tried at each position.
    try budget.spend((text.utf8.count >> 3) + 1)
    for part in parts where part.count > 0 {
      try budget.spend(text.utf8.count >> 5, times: part.effort)
    }
    return matches(text)
  }

  /// Whether the whole text matches: the first part at its start, the last one at its end, and each
  /// one between them where it comes first.
  func matches(_ text: String) -> Bool {
    let scalars = text.unicodeScalars.map(\.value)
    let (first, last) = (parts[0], parts[parts.count - 1])
    guard parts.count > 1 else { return scalars.count == first.count && first.isAt(0, in: scalars) }
    let end = scalars.count - last.count
    guard first.count <= end, first.isAt(0, in: scalars), last.isAt(end, in: scalars) else {
      return false
    }
    var position = first.count
    for part in parts[1..<(parts.count - 1)] {
      guard let found = part.firstIndex(in: scalars, from: position, upTo: end) else {
        return false
      }
      position = found + part.count
    }
    return true
  }
}
