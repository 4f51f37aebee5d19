/// A place in a JSON value, or a pattern that matches several places.
///
/// `$.items[0].id` is a place; `$.items[*].id`, `$.*` and `$..id` are patterns. A name that is not
/// an identifier is written in brackets and quotes: `$['no name']`. The place of a ``Difference``
/// has a path. A ``DriftMask`` uses paths for the places to hide, and a ``MatchPart`` for the parts
/// of a body to ignore.
///
/// ```swift
/// import GhostlightRecording
///
/// func covers() throws -> Bool {
///   let pattern = try JSONPath("$..id")
///   return pattern.covers(try JSONPath("$.items[0].id"))  // true
/// }
/// ```
public struct JSONPath: Sendable, Hashable {
  /// One step of a path, from a value to a value inside it.
  ///
  /// ``member(_:)`` and ``element(_:)`` select one value; ``any`` and ``anywhere`` occur only in
  /// patterns.
  ///
  /// A path without steps is the root, `$`.
  public enum Step: Sendable, Hashable {
    /// Selects the member with this name.
    case member(String)
    /// Selects the element at this index, from 0.
    case element(Int)
    /// Selects any member or element: `[*]` or `.*`.
    case any
    /// Descends any number of levels, including none: the second dot of `..`.
    case anywhere
  }

  /// The steps from the root value to the place; empty for the root.
  public var steps: [Step]

  /// Creates a path from its steps; without steps, the path is the root.
  public init(_ steps: [Step] = []) { self.steps = steps }

  func appending(_ step: Step) -> JSONPath { JSONPath(steps + [step]) }

  /// A pattern for this path in which every array index is replaced by `[*]`.
  public var generalised: JSONPath {
    JSONPath(
      steps.map { step in
        if case .element = step { return .any }
        return step
      })
  }

  /// Returns whether this path, as a pattern, matches `place`.
  public func covers(_ place: JSONPath) -> Bool { Self.covers(steps[...], place.steps[...]) }

  private static func covers(_ pattern: ArraySlice<Step>, _ place: ArraySlice<Step>) -> Bool {
    var (pattern, place) = (pattern, place)
    while let wanted = pattern.first {
      if wanted == .anywhere {
        let rest = pattern.dropFirst()
        return (place.startIndex...place.endIndex).contains { covers(rest, place[$0...]) }
      }
      guard let step = place.first, wanted == .any || wanted == step else { return false }
      pattern = pattern.dropFirst()
      place = place.dropFirst()
    }
    return place.isEmpty
  }
}

extension JSONPath: CustomStringConvertible {
  /// The path in its written form, such as `$.items[0]['no name']`.
  public var description: String {
    var text = "$"
    for (position, step) in steps.enumerated() {
      switch step {
      case .element(let index): text += "[\(index)]"
      case .any: text += "[*]"
      case .member(let name): text += Self.isPlain(name) ? ".\(name)" : "['\(Self.quoted(name))']"
      case .anywhere:
        // A plain name that follows is printed with its own dot, which is then the second dot of
        // `..`.
        if case .member(let name)? = steps.dropFirst(position + 1).first, Self.isPlain(name) {
          text += "."
        } else {
          text += ".."
        }
      }
    }
    return text
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "."), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "'"),
          UInt8(ascii: "\""), UInt8(ascii: "*"), UInt8(ascii: "\\"), 0...0x20, 0x7F:
          false
        default: true
        }
      }
  }

  /// Returns a name with its quotes and backslashes escaped.
  package static func quoted(_ name: String) -> String {
    var text = ""
    for scalar in name.unicodeScalars {
      if scalar == "'" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}

extension JSONPath {
  /// Parses a path such as `$.items[*].id`, `$..lastmoddate` or `$['no name'][0]`.
  ///
  /// - Throws: ``JSONPathError`` if the string is not a valid path.
  public init(_ text: String) throws(JSONPathError) {
    var rest = Array(text.utf8)[...]
    guard rest.popFirst() == UInt8(ascii: "$") else {
      throw JSONPathError(text, "begin with \"$\", as in $.items[*].id")
    }
    var steps: [Step] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "."), rest.first == UInt8(ascii: ".") {
        rest.removeFirst()
        steps.append(.anywhere)
        if rest.first == UInt8(ascii: "[") { continue }
      }
      steps.append(try Self.step(after: byte, &rest, of: text))
    }
    self.init(steps)
  }

  /// Reads the step that begins with `byte`, a dot or an opening bracket.
  ///
  /// - Throws: ``JSONPathError`` if no step begins with `byte`, or the step is not valid.
  package static func step(
    after byte: UInt8, _ rest: inout ArraySlice<UInt8>, of text: String
  ) throws(JSONPathError) -> Step {
    switch byte {
    case UInt8(ascii: "."): return try name(&rest, of: text)
    case UInt8(ascii: "["): return try bracket(&rest, of: text)
    default:
      throw JSONPathError(
        text, "write \".\" or \"[\" before byte \(text.utf8.count - rest.count - 1)")
    }
  }

  private static func name(
    _ rest: inout ArraySlice<UInt8>, of text: String
  ) throws(JSONPathError) -> Step {
    let end =
      rest.firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? rest.endIndex
    let name = String(decoding: rest[..<end], as: UTF8.self)
    guard !name.isEmpty else { throw JSONPathError(text, "write a name after the dot") }
    rest = rest[end...]
    return name == "*" ? .any : .member(name)
  }

  private static func bracket(
    _ rest: inout ArraySlice<UInt8>, of text: String
  ) throws(JSONPathError) -> Step {
    if let quote = rest.first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      rest.removeFirst()
      let name = try quoted(&rest, quote, of: text)
      guard rest.popFirst() == UInt8(ascii: "]") else {
        throw JSONPathError(text, "write \"]\" after '\(name)'")
      }
      return .member(name)
    }
    guard let end = rest.firstIndex(of: UInt8(ascii: "]")) else {
      throw JSONPathError(text, "write \"]\" at the end of the step")
    }
    let content = String(decoding: rest[..<end], as: UTF8.self)
    rest = rest[(end + 1)...]
    if content == "*" { return .any }
    guard let index = Int(content), index >= 0 else {
      throw JSONPathError(text, "write an index, * or a quoted name instead of [\(content)]")
    }
    return .element(index)
  }

  private static func quoted(
    _ rest: inout ArraySlice<UInt8>, _ quote: UInt8, of text: String
  ) throws(JSONPathError) -> String {
    var name: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == quote { return String(decoding: name, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
        name.append(escaped)
      } else {
        name.append(byte)
      }
    }
    throw JSONPathError(text, "write a closing quotation mark after the name")
  }
}

/// The reason why a string is not a valid JSON path.
///
/// `JSONPath(_:)` throws it. The command line prints its ``description`` unchanged, which contains
/// the string and the problem.
public struct JSONPathError: Error, Sendable, Hashable {
  /// The string that was parsed.
  public let text: String
  /// The problem and its remedy, for messages.
  public let reason: String

  init(_ text: String, _ reason: String) {
    self.text = text
    self.reason = reason
  }
}

extension JSONPathError: CustomStringConvertible {
  /// The string, the problem and the remedy, in one line.
  public var description: String { "invalid JSON path \"\(text.shortened)\": \(reason)" }
}
