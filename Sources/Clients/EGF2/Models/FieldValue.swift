import Foundation

/// The value of a property, whatever its kind.
indirect enum FieldValue {
  case none
  case string(String)
  case date(Date)
  case integer(Int)
  case number(Double)
  case boolean(Bool)
  case dictionary(NSDictionary)
  case model(any EGF2Model)
  case list([FieldValue])

  /// Whether both are the same, structs and lists in depth.
  func equals(_ other: FieldValue) -> Bool {
    switch (self, other) {
    case (.none, .none): true
    case (.string(let left), .string(let right)): left == right
    case (.date(let left), .date(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.boolean(let left), .boolean(let right)): left == right
    case (.dictionary(let left), .dictionary(let right)): left == right
    case (.model(let left), .model(let right)): left.isEqual(graphObject: right)
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.equals($1) }
    default: false
    }
  }

  /// The value with structs of its own.
  var copied: FieldValue {
    switch self {
    case .model(let model): .model(model.graphCopy)
    case .list(let values): .list(values.map(\.copied))
    case .dictionary(let members): .dictionary((members.copy() as? NSDictionary) ?? members)
    default: self
    }
  }
}
