extension PatternParser {
  /// Parses a bracket expression such as `[a-z]`; its opening bracket has been read.
  mutating func characterClass() throws(PatternError) -> ScalarSet {
    var set = ScalarSet()
    let isNegated = consume("^")
    var isFirst = true
    while isFirst || next != "]" {
      isFirst = false
      guard next != nil else { throw PatternError("missing terminating ] for character class") }
      if consume("\\Q") {
        while let scalar = next, !consume("\\E") {
          set.add(scalar.value...scalar.value)
          position += 1
        }
        continue
      }
      switch try classItem() {
      case .set(let part): set.add(part)
      case .one(let start):
        guard let end = try rangeEnd() else {
          set.add(start.value...start.value)
          continue
        }
        guard start.value <= end.value else {
          throw PatternError("range out of order in character class")
        }
        set.add(start.value...end.value)
      }
    }
    position += 1
    set.isNegated = isNegated
    return set
  }

  /// Parses the upper bound of a range such as `a-z`; returns `nil` if no range follows.
  ///
  /// A dash before the closing bracket is an ordinary character.
  private mutating func rangeEnd() throws(PatternError) -> Unicode.Scalar? {
    let start = position
    guard consume("-"), next != "]", next != nil else {
      position = start
      return nil
    }
    guard case .one(let end) = try classItem() else {
      position = start
      return nil
    }
    return end
  }

  private mutating func classItem() throws(PatternError) -> EscapedItem {
    if consume("[:") { return .set(try named()) }
    if consume("\\b") { return .one("\u{08}") }
    if consume("\\") { return try escaped() }
    guard let scalar = next else {
      throw PatternError("missing terminating ] for character class")
    }
    position += 1
    return .one(scalar)
  }

  /// Parses a class name such as `[:alpha:]` or `[:^alpha:]`.
  private mutating func named() throws(PatternError) -> ScalarSet {
    let isNegated = consume("^")
    var name = ""
    while let scalar = next, ScalarSet.word.contains(scalar.value) {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    guard consume(":]"), let set = ScalarSet.named[name] else {
      throw PatternError("unknown POSIX class name")
    }
    return isNegated ? set.negated : set
  }
}

extension PatternParser {
  /// Parses an escape sequence outside brackets; its backslash has been read.
  mutating func escape() throws(PatternError) -> PatternNode {
    guard let scalar = next else { throw PatternError("\\ at end of pattern") }
    switch scalar {
    case "b": return place(.wordEdge)
    case "B": return place(.noWordEdge)
    case "A": return place(.textStart)
    case "Z": return place(.textEnd)
    case "z": return place(.lastEnd)
    case "E":
      position += 1
      return .sequence([])
    case "1"..."9", "k", "g": throw PatternError("back references are not supported")
    default: break
    }
    switch try escaped() {
    case .one(let scalar): return one(scalar)
    case .set(let set): return .scalar(cased(set))
    }
  }

  private mutating func place(_ place: PatternPlace) -> PatternNode {
    position += 1
    return .place(place)
  }

  /// Parses an escape sequence that may occur inside or outside brackets; its backslash has been
  /// read.
  mutating func escaped() throws(PatternError) -> EscapedItem {
    guard let scalar = next else { throw PatternError("\\ at end of pattern") }
    position += 1
    switch scalar {
    case "d": return .set(.digit)
    case "D": return .set(ScalarSet.digit.negated)
    case "w": return .set(.word)
    case "W": return .set(ScalarSet.word.negated)
    case "s": return .set(.space)
    case "S": return .set(ScalarSet.space.negated)
    case "h": return .set(.blank)
    case "H": return .set(ScalarSet.blank.negated)
    case "N": return .set(.withinLine)
    case "R", "v": return .set(.lineBreak)
    case "V": return .set(ScalarSet.lineBreak.negated)
    case "p": return .set(try category())
    case "P": return .set(try category().negated)
    case "n": return .one("\n")
    case "r": return .one("\r")
    case "t": return .one("\t")
    case "f": return .one("\u{0C}")
    case "e": return .one("\u{1B}")
    case "a": return .one("\u{07}")
    case "0": return .one("\0")
    case "x": return .one(try hexadecimal())
    default:
      // PCRE reserves letters and digits for future escapes.
      guard !ScalarSet.word.contains(scalar.value) || scalar == "_" else {
        throw PatternError("unrecognized character follows \\")
      }
      return .one(scalar)
    }
  }

  /// Parses the digits of `\xHH` or `\x{H…}`.
  private mutating func hexadecimal() throws(PatternError) -> Unicode.Scalar {
    let isBraced = consume("{")
    var value: UInt32 = 0
    var count = 0
    while let digit = next.flatMap({ Character($0).hexDigitValue }), count < (isBraced ? 6 : 2) {
      value = value * 16 + UInt32(digit)
      count += 1
      position += 1
    }
    guard !isBraced || consume("}"), let scalar = Unicode.Scalar(value) else {
      throw PatternError("character code point value in \\x{} is malformed")
    }
    return scalar
  }

  /// Parses the general category of `\pL`, `\p{Lu}` or `\p{^Lu}`.
  private mutating func category() throws(PatternError) -> ScalarSet {
    var name = ""
    if consume("{") {
      while let scalar = next, scalar != "}" {
        name.unicodeScalars.append(scalar)
        position += 1
      }
      guard consume("}") else { throw PatternError("malformed \\P or \\p sequence") }
    } else if let scalar = next {
      name.unicodeScalars.append(scalar)
      position += 1
    }
    let isNegated = name.hasPrefix("^")
    if isNegated { name.removeFirst() }
    guard name.first.map({ "LMNPSZC".contains($0) }) ?? false, name.utf8.count <= 2 else {
      throw PatternError("unknown property after \\P or \\p")
    }
    let set = ScalarSet(category: name)
    return isNegated ? set.negated : set
  }
}

/// The meaning of an escape sequence: one scalar or a set.
enum EscapedItem: Sendable {
  case one(Unicode.Scalar)
  case set(ScalarSet)
}
