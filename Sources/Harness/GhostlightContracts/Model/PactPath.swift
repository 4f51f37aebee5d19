import GhostlightCore

/// A path expression such as `$.notes[*]['due date']`.
///
/// Matching rules, generators and the requirements in ``ContractNotes`` use paths to select values.
/// An expression without wildcards is the path of one value. A name with characters other than
/// letters, digits, `_` and `-` is written in brackets and quotes.
///
/// ```swift
/// import GhostlightContracts
///
/// let titles = PactPath("$.notes[*].title")  // nil if the text is not a path
/// let first = PactPath([.member("notes"), .element(0)])
/// ```
public struct PactPath: Sendable, Hashable {
  /// The steps from the root `$` to the value.
  public var steps: [PactPathStep]

  /// Creates a path from steps; without steps, it is the root.
  public init(_ steps: [PactPathStep] = []) { self.steps = steps }

  /// The path of the whole value.
  public static let root = PactPath()

  /// Returns this path with another step at its end.
  public func appending(_ step: PactPathStep) -> PactPath { PactPath(steps + [step]) }

  /// Returns the weight of this expression for a path without wildcards, or 0 if it does not match.
  ///
  /// Names weigh more than wildcards, and longer expressions more than shorter ones. An expression
  /// also matches the paths inside the value that it selects, because rules cascade.
  func weight(_ path: PactPath) -> Int {
    guard steps.count <= path.steps.count else { return 0 }
    var weight = 2
    for (mine, actual) in zip(steps, path.steps) {
      switch (mine, actual) {
      case (.member(let left), .member(let right)):
        guard left == right else { return 0 }
        weight *= 2
      case (.element(let left), .element(let right)):
        guard left == right else { return 0 }
        weight *= 2
      case (.anyElement, .element), (.anyMember, .member), (.anyMember, .element): break
      case (.member, _), (.element, _), (.anyElement, _), (.anyMember, _): return 0
      }
    }
    return weight * (steps.count + 1)
  }
}

extension PactPath: CustomStringConvertible {
  /// The expression as a string such as `$.notes[*]['due date']`.
  public var description: String {
    var text = "$"
    for step in steps {
      switch step {
      case .member(let name) where Self.isPlain(name): text += ".\(name)"
      case .member(let name):
        text +=
          "['\(name.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'"))']"
      case .element(let index): text += "[\(index)]"
      case .anyMember: text += ".*"
      case .anyElement: text += "[*]"
      }
    }
    return text
  }

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        (97...122).contains(byte | 0x20) || (48...57).contains(byte) || byte == 95 || byte == 45
      }
  }
}

/// One step of a path expression, from a value to a value inside it.
///
/// ``anyMember`` and ``anyElement`` are wildcards. A path without wildcards has only the other two
/// cases and is the place of exactly one value.
public enum PactPathStep: Sendable, Hashable {
  /// The member with this name of an object.
  case member(String)
  /// The element at this index, from 0.
  case element(Int)
  /// Any member of an object, written `.*`.
  case anyMember
  /// Any element of an array, written `[*]`.
  case anyElement
}

extension PactPath {
  /// The maximum number of steps in an expression that can be parsed.
  static let mostSteps = 256

  /// Parses an expression such as `$.notes[*]['due date']`; returns `nil` if it is invalid.
  public init?(_ text: String) {
    var reader = Reader(bytes: Array(text.utf8))
    guard reader.take("$") else { return nil }
    var steps: [PactPathStep] = []
    while !reader.isAtEnd {
      guard steps.count < Self.mostSteps, let step = reader.step() else { return nil }
      steps.append(step)
    }
    self.init(steps)
  }

  init(reading node: PactNode) throws(PactError) {
    let text = try node.string()
    guard let path = PactPath(text) else { throw node.error(Self.remedy(text)) }
    self = path
  }

  /// Parses the path of a rule for one part of the message: an expression, or the bare name of a
  /// field.
  init(_ text: String, in part: PactPart, at node: PactNode) throws(PactError) {
    if let path = PactPath(text) {
      self = path
      return
    }
    guard part == .query || part == .header, !text.hasPrefix("$"), !text.isEmpty else {
      throw node.error(Self.remedy(text))
    }
    guard text.hasSuffix("]"), let bracket = text.lastIndex(of: "["),
      let path = PactPath("$" + text[bracket...]), path.steps.count == 1,
      path.steps[0].isElement
    else {
      self.init([.member(text)])
      return
    }
    self.init([.member(String(text[..<bracket])), path.steps[0]])
  }

  private static func remedy(_ text: String) -> String {
    "\"\(text.prefix(80))\" is no path expression; write one such as $.notes[*]['due date']"
  }

  private struct Reader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { position == bytes.count }

    mutating func take(_ scalar: Unicode.Scalar) -> Bool {
      guard position < bytes.count, bytes[position] == UInt8(ascii: scalar) else { return false }
      position += 1
      return true
    }

    mutating func step() -> PactPathStep? {
      if take(".") {
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: "."),
          bytes[position] != UInt8(ascii: "[")
        {
          position += 1
        }
        guard position > start else { return nil }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        return name == "*" ? .anyMember : .member(name)
      }
      guard take("[") else { return nil }
      if take("'") { return quoted("'") }
      if take("\"") { return quoted("\"") }
      let start = position
      while position < bytes.count, bytes[position] != UInt8(ascii: "]") { position += 1 }
      let text = String(decoding: bytes[start..<position], as: UTF8.self)
      guard take("]") else { return nil }
      if text == "*" { return .anyElement }
      guard let index = Int(text), index >= 0 else { return nil }
      return .element(index)
    }

    /// Reads a name up to the closing quote; a backslash escapes the next byte.
    private mutating func quoted(_ quote: Unicode.Scalar) -> PactPathStep? {
      var name: [UInt8] = []
      while position < bytes.count, bytes[position] != UInt8(ascii: quote) {
        if bytes[position] == UInt8(ascii: "\\"), position + 1 < bytes.count { position += 1 }
        name.append(bytes[position])
        position += 1
      }
      guard take(quote), take("]") else { return nil }
      return .member(String(decoding: name, as: UTF8.self))
    }
  }
}

extension PactPathStep {
  fileprivate var isElement: Bool {
    switch self {
    case .element, .anyElement: true
    case .member, .anyMember: false
    }
  }
}
