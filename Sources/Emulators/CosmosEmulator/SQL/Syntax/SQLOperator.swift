/// An operator between two expressions, apart from `AND` and `OR`.
enum SQLOperator: String, Sendable, Hashable {
  case coalesce = "??"
  case concatenate = "||"
  case bitOr = "|"
  case bitXor = "^"
  case bitAnd = "&"
  case equal = "="
  case notEqual = "!="
  case less = "<"
  case lessOrEqual = "<="
  case greater = ">"
  case greaterOrEqual = ">="
  case shiftLeft = "<<"
  case shiftRight = ">>"
  case shiftRightUnsigned = ">>>"
  case add = "+"
  case subtract = "-"
  case multiply = "*"
  case divide = "/"
  case remainder = "%"

  init?(sign: String) {
    if sign == "<>" {
      self = .notEqual
    } else if let found = SQLOperator(rawValue: sign) {
      self = found
    } else {
      return nil
    }
  }

  /// How tight it binds, as the levels of the reference number them.
  ///
  /// - Source: protocol reference B14.2.
  var level: Int {
    switch self {
    case .coalesce: 2
    case .concatenate: 7
    case .bitOr: 8
    case .bitXor: 9
    case .bitAnd: 10
    case .equal, .notEqual: 11
    case .less, .lessOrEqual, .greater, .greaterOrEqual: 12
    case .shiftLeft, .shiftRight, .shiftRightUnsigned: 13
    case .add, .subtract: 14
    case .multiply, .divide, .remainder: 15
    }
  }

  /// The level of `||`, the loosest operator inside `IN`, `BETWEEN` and `LIKE`.
  static let loosestOperand = 7
}
