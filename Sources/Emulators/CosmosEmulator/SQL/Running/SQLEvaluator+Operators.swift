import GhostlightCore
import GhostlightEmulation

extension SQLEvaluator {
  func conjunction(_ parts: [SQLExpression], _ frame: SQLFrame) throws(SQLProblem) -> JSON? {
    var areAllTrue = true
    for part in parts {
      switch try value(part, frame) {
      case .bool(true): continue
      case .bool(false): return .bool(false)
      default: areAllTrue = false
      }
    }
    return areAllTrue ? .bool(true) : nil
  }

  func disjunction(_ parts: [SQLExpression], _ frame: SQLFrame) throws(SQLProblem) -> JSON? {
    var areAllFalse = true
    for part in parts {
      switch try value(part, frame) {
      case .bool(true): return .bool(true)
      case .bool(false): continue
      default: areAllFalse = false
      }
    }
    return areAllFalse ? .bool(false) : nil
  }

  func binary(
    _ sign: SQLOperator, _ left: SQLExpression, _ right: SQLExpression, _ frame: SQLFrame
  ) throws(SQLProblem) -> JSON? {
    let first = try value(left, frame)
    if sign == .coalesce, first != nil { return first }
    let second = try value(right, frame)
    switch sign {
    case .coalesce: return second
    case .equal: return try SQLOrdering.equal(first, second, budget)
    case .notEqual:
      return try SQLOrdering.equal(first, second, budget)?.bool.map { .bool(!$0) }
    case .less: return Self.compare(first, second) { $0 == .before }
    case .lessOrEqual: return Self.compare(first, second) { $0 != .after }
    case .greater: return Self.compare(first, second) { $0 == .after }
    case .greaterOrEqual: return Self.compare(first, second) { $0 != .before }
    case .concatenate:
      guard let first = first?.string, let second = second?.string else { return nil }
      try budget.pay(text: first.utf8.count + second.utf8.count)
      return .string(first + second)
    default:
      guard let first = first?.number, let second = second?.number else { return nil }
      return try Self.arithmetic(sign, first, second)
    }
  }

  private static func compare(
    _ left: JSON?, _ right: JSON?, _ test: (Ordering) -> Bool
  ) -> JSON? {
    SQLOrdering.ordering(left, right).map { .bool(test($0)) }
  }

  private static func arithmetic(
    _ sign: SQLOperator, _ left: Double, _ right: Double
  ) throws(SQLProblem) -> JSON? {
    switch sign {
    case .add: return SQLNumber.json(left + right)
    case .subtract: return SQLNumber.json(left - right)
    case .multiply: return SQLNumber.json(left * right)
    case .divide:
      guard right != 0 else { throw .divisionByZero }
      return SQLNumber.json(left / right)
    case .remainder:
      guard right != 0 else { throw .divisionByZero }
      return SQLNumber.json(left.truncatingRemainder(dividingBy: right))
    default: return .integer(bits(sign, SQLNumber.bits(left), SQLNumber.bits(right)))
    }
  }

  private static func bits(_ sign: SQLOperator, _ left: Int32, _ right: Int32) -> Int64 {
    let count = right & 31
    return switch sign {
    case .bitAnd: Int64(left & right)
    case .bitOr: Int64(left | right)
    case .bitXor: Int64(left ^ right)
    case .shiftLeft: Int64(left << count)
    case .shiftRight: Int64(left >> count)
    default: Int64(UInt32(bitPattern: left) >> UInt32(count))
    }
  }
}
