/// A pattern of `LIKE`.
///
/// - Source: protocol reference B14.4.
struct SQLPattern {
  private enum Part {
    case text(UnicodeScalar)
    case anyOne
    case any
    case set([ClosedRange<UInt32>], isNegated: Bool)
  }

  private var parts: [Part] = []

  init(_ text: String, escape: UnicodeScalar?) {
    let scalars = Array(text.unicodeScalars)
    var position = 0
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == escape, position < scalars.count {
        parts.append(.text(scalars[position]))
        position += 1
      } else if scalar == "%" {
        if case .any = parts.last { continue }
        parts.append(.any)
      } else if scalar == "_" {
        parts.append(.anyOne)
      } else if scalar == "[", let end = Self.end(of: scalars, from: position) {
        parts.append(Self.set(scalars[position..<end]))
        position = end + 1
      } else {
        parts.append(.text(scalar))
      }
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

  private static func set(_ scalars: ArraySlice<UnicodeScalar>) -> Part {
    var rest = scalars
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var ranges: [ClosedRange<UInt32>] = []
    while let first = rest.popFirst()?.value {
      let next = rest.dropFirst()
      if rest.first == "-", let last = next.first?.value {
        if first <= last { ranges.append(first...last) }
        rest = next.dropFirst()
      } else {
        ranges.append(first...first)
      }
    }
    return .set(ranges, isNegated: isNegated)
  }

  /// Whether the whole text matches; linear in the text for each `%`.
  func matches(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars)
    var (position, part) = (0, 0)
    var retry: (position: Int, part: Int)?
    while position < scalars.count {
      if part < parts.count, case .any = parts[part] {
        retry = (position, part)
        part += 1
      } else if part < parts.count, accepts(parts[part], scalars[position]) {
        position += 1
        part += 1
      } else if let back = retry {
        position = back.position + 1
        retry = (position, back.part)
        part = back.part + 1
      } else {
        return false
      }
    }
    while part < parts.count, case .any = parts[part] { part += 1 }
    return part == parts.count
  }

  private func accepts(_ part: Part, _ scalar: UnicodeScalar) -> Bool {
    switch part {
    case .text(let wanted): wanted == scalar
    case .anyOne: true
    case .any: false
    case .set(let ranges, let isNegated): ranges.contains { $0.contains(scalar.value) } != isNegated
    }
  }
}
