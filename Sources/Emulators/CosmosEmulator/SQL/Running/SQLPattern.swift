import GhostlightEmulation

/// A pattern of `LIKE`: the parts between its `%`, which a string must contain in this order.
///
/// - Source: protocol reference B14.4.
struct SQLPattern: Sendable {
  private var parts: [SQLPatternPart] = []

  /// Creates a pattern from its string and its escape character.
  ///
  /// - Throws: An error if a part between two `%` is too long.
  init(_ text: String, escape: UnicodeScalar?) throws(SQLError) {
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

  /// Returns the index of the bracket that closes a set, whose contents begin at `start`.
  ///
  /// Returns `nil` if there is none. A set contains at least one character.
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

  /// Returns whether the complete string matches.
  ///
  /// The work for string and pattern is charged to the budget.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    // Parts of plain characters are found in one pass over the string; other parts are compared at
    // each index of the string.
    try budget.spend((text.utf8.count >> 3) + 1)
    for part in parts where part.count > 0 {
      try budget.spend(text.utf8.count >> 5, times: part.effort)
    }
    return matches(text)
  }

  /// Returns whether the complete string matches.
  ///
  /// The first part must match at the string's start and the last part at its end. Each part
  /// between them matches at its first occurrence.
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

/// A part of a `LIKE` pattern without `%`.
///
/// A part of plain characters is found in time linear in the string's length (Knuth, Morris and
/// Pratt). A part with `_` or a set needs time proportional to the product of both lengths, so its
/// length is limited.
struct SQLPatternPart: Sendable {
  private let places: [SQLPatternPlace]
  /// For each character of the part, the length of the longest proper prefix that also ends at this
  /// character.
  ///
  /// It is empty for a part that contains `_` or a set.
  private var borders: [Int] = []

  /// The maximum number of characters of a part with `_` or a set between two `%`.
  ///
  /// - Source: assumption: the service's own limit is not known.
  static let longest = 4_096

  /// The number of characters that the part matches.
  var count: Int { places.count }

  init(_ places: [SQLPatternPlace]) {
    self.places = places
    var text: [UInt32] = []
    for place in places {
      if case .scalar(let value) = place { text.append(value) }
    }
    if text.count == places.count { borders = Self.borders(of: text) }
  }

  /// The maximum number of pattern elements with which each character of a string is compared.
  var effort: Int { borders.isEmpty ? count : 1 }

  /// Whether the part is too long to be searched for between two `%`.
  var isTooLong: Bool { borders.isEmpty && count > Self.longest }

  private static func borders(of text: [UInt32]) -> [Int] {
    var borders = Array(repeating: 0, count: text.count)
    var length = 0
    for position in text.indices.dropFirst() {
      while length > 0, text[position] != text[length] { length = borders[length - 1] }
      if text[position] == text[length] { length += 1 }
      borders[position] = length
    }
    return borders
  }

  /// Returns whether the part matches at an index.
  ///
  /// From this index on, the string must be at least as long as the part.
  func isAt(_ start: Int, in text: [UInt32]) -> Bool {
    for position in places.indices where !places[position].accepts(text[start + position]) {
      return false
    }
    return true
  }

  /// Returns the index of the first match in a range of a string, or `nil` if there is none.
  func firstIndex(in text: [UInt32], from start: Int, upTo end: Int) -> Int? {
    guard count > 0 else { return start }
    guard !borders.isEmpty else {
      var position = start
      while position + count <= end {
        if isAt(position, in: text) { return position }
        position += 1
      }
      return nil
    }
    var length = 0
    for position in start..<end {
      while length > 0, !places[length].accepts(text[position]) { length = borders[length - 1] }
      if places[length].accepts(text[position]) { length += 1 }
      if length == count { return position + 1 - count }
    }
    return nil
  }
}

/// An element of a pattern of `LIKE`, which matches one character.
enum SQLPatternPlace: Sendable {
  case scalar(UInt32)
  /// The element `_`, which matches any character.
  case any
  /// A set of characters in brackets, of which one must match: `[…]`.
  case set(SQLPatternSet)

  /// Returns whether the element matches a character.
  func accepts(_ value: UInt32) -> Bool {
    switch self {
    case .scalar(let wanted): wanted == value
    case .any: true
    case .set(let set): set.contains(value)
    }
  }
}

/// A set of characters in a `LIKE` pattern: `[…]`.
struct SQLPatternSet: Sendable {
  /// The ranges of the set in ascending order, without overlaps.
  private var ranges: [ClosedRange<UInt32>] = []
  private let isNegated: Bool

  /// Creates a set from the characters between the brackets.
  init(_ scalars: ArraySlice<UnicodeScalar>) {
    var rest = scalars
    isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var all: [ClosedRange<UInt32>] = []
    while let first = rest.popFirst()?.value {
      let next = rest.dropFirst()
      if rest.first == "-", let last = next.first?.value {
        if first <= last { all.append(first...last) }
        rest = next.dropFirst()
      } else {
        all.append(first...first)
      }
    }
    all.sort { $0.lowerBound < $1.lowerBound }
    for range in all {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Returns whether the set contains a character.
  func contains(_ value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    let isListed = low < ranges.count && ranges[low].lowerBound <= value
    return isListed != isNegated
  }
}
