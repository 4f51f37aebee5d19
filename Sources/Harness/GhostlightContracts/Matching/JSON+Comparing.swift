import GhostlightCore

extension JSON {
  /// What `type` tells apart.
  enum Kind {
    case null, bool, number, string, array, object
  }

  var kind: Kind {
    switch self {
    case .null: .null
    case .bool: .bool
    case .integer, .double, .decimal: .number
    case .string: .string
    case .array: .array
    case .object: .object
    }
  }

  /// The same value; digits written otherwise are the same number, 1 and 1.0 are not.
  func equals(_ other: JSON) -> Bool {
    if self == other { return true }
    guard kind == .number, other.kind == .number, isWhole == other.isWhole else { return false }
    guard case .integer = self, case .integer = other else { return number == other.number }
    return false
  }

  /// Whether a number is written without fraction and exponent.
  var isWhole: Bool {
    switch self {
    case .integer: true
    case .decimal(let decimal):
      decimal.digits.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: "-") }
    default: false
    }
  }

  func child(_ step: PactPathStep) -> JSON? {
    switch step {
    case .member(let name): self[name]
    case .element(let index): self[index]
    case .anyMember, .anyElement: nil
    }
  }

  var firstChild: JSON? {
    switch self {
    case .object(let object): object.members.first?.value
    case .array(let array): array.first
    default: nil
    }
  }
}
