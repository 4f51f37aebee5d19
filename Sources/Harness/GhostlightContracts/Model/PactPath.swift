import GhostlightCore
import GhostlightRecording

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
      case (.element(let index), .member(let name)), (.member(let name), .element(let index)):
        // The reference implementation writes the path of a member `1` as `[1]`.
        guard name == String(index) else { return 0 }
        weight *= 2
      case (.anyElement, .member(let name)) where Int(name) != nil: break
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
      case .member(let name): text += "['\(JSONPath.quoted(name))']"
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
    var rest = Array(text.utf8)[...]
    guard rest.popFirst() == UInt8(ascii: "$") else { return nil }
    var steps: [PactPathStep] = []
    while let byte = rest.popFirst() {
      guard steps.count < Self.mostSteps,
        let step = try? JSONPath.step(after: byte, &rest, of: text)
      else { return nil }
      switch step {
      case .member(let name): steps.append(.member(name))
      case .element(let index): steps.append(.element(index))
      case .any: steps.append(byte == UInt8(ascii: "[") ? .anyElement : .anyMember)
      case .anywhere: return nil
      }
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
    "invalid path expression \"\(text.prefix(80))\": write one such as $.notes[*]['due date']"
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
