/// A path expression such as `$.notes[*]['due date']`.
public struct PactPath: Sendable, Hashable {
  /// The steps from the root `$`.
  public var steps: [PactPathStep]

  /// Makes a path of steps; the root without any.
  public init(_ steps: [PactPathStep] = []) { self.steps = steps }

  /// The whole value.
  public static let root = PactPath()

  /// The path one step further down.
  public func appending(_ step: PactPathStep) -> PactPath { PactPath(steps + [step]) }

  /// How well the expression fits a concrete path: 0 where it does not, else more for names than
  /// for stars and more for longer expressions.
  ///
  /// An expression that ends above the path fits too: rules cascade.
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
  /// The expression, names in brackets where they are no plain words.
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
