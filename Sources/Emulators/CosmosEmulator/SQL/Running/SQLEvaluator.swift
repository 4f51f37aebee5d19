import GhostlightCore
import GhostlightEmulation

/// Evaluates bound expressions; `nil` stands for undefined.
///
/// - Source: protocol reference B14.2.
struct SQLEvaluator {
  let context: SQLContext

  var budget: WorkBudget { context.budget }

  func value(_ expression: SQLExpression, _ frame: SQLFrame) throws(SQLError) -> JSON? {
    switch expression {
    case .constant(let value): return value
    case .slot(let slot): return frame.slots[slot]
    case .aggregate(let position): return frame.aggregates[position]
    case .groupKey(let position): return frame.groupKeys[position]
    case .member(let inner, let name):
      // A name on a long path takes as long as three units.
      if case .member = inner { try budget.pay(3) }
      guard case .object(let object) = try value(inner, frame) else { return nil }
      return try member(name, of: object)
    case .binary(let sign, let left, let right):
      try budget.pay(1)
      return try binary(sign, left, right, frame)
    case .and(let parts): return try conjunction(parts, frame)
    case .or(let parts): return try disjunction(parts, frame)
    case .not(let inner): return try value(inner, frame)?.bool.map { .bool(!$0) }
    case .function(let function, let arguments):
      try budget.pay(2 + arguments.count)
      var values: [JSON?] = []
      values.reserveCapacity(arguments.count)
      for argument in arguments { values.append(try value(argument, frame)) }
      return try function.body(values, context)
    default:
      try budget.pay(1)
      return try rare(expression, frame)
    }
  }

  private func rare(_ expression: SQLExpression, _ frame: SQLFrame) throws(SQLError) -> JSON? {
    switch expression {
    case .element(let inner, let key): return try element(inner, key, frame)
    case .object(let fields): return try object(fields, frame)
    case .array(let elements):
      var values: [JSON] = []
      try budget.pay(elements.count)
      for element in elements {
        values.append(try value(element, frame)?.representable() ?? .null)
      }
      return .array(values)
    case .negate(let inner):
      return try value(inner, frame).flatMap(SQLNumber.negative)
    case .plus(let inner): return try value(inner, frame)?.number.map(SQLNumber.json)
    case .complement(let inner):
      return try value(inner, frame)?.number.map { .integer(Int64(~SQLNumber.bits($0))) }
    case .conditional(let condition, let yes, let no):
      let isTrue = try value(condition, frame) == .bool(true)
      return try value(isTrue ? yes : no, frame)
    case .isIn(let subject, let list): return try isIn(subject, list, frame)
    case .scalar(let query): return try rows(of: query, frame).first
    case .exists(let query): return .bool(!(try rows(of: query, frame)).isEmpty)
    case .arrayOf(let query):
      let rows = try rows(of: query, frame)
      guard rows.allSatisfy(\.isRepresentable) else { throw .notRepresentable }
      return .array(rows)
    default: return nil
    }
  }

  private func rows(of query: SQLQuery, _ frame: SQLFrame) throws(SQLError) -> [JSON] {
    try SQLRun(query: query, evaluator: self).rows(from: frame, sequence: 0).map(\.value)
  }

  /// Returns a member of an object, or `nil` if there is none.
  ///
  /// The lookup in a large object is charged to the budget.
  private func member(_ name: String, of object: JSONObject) throws(SQLError) -> JSON? {
    if object.count > 64 { try budget.pay(object.count >> 5) }
    return object[name]
  }

  private func element(
    _ inner: SQLExpression, _ key: SQLExpression, _ frame: SQLFrame
  ) throws(SQLError) -> JSON? {
    let container = try value(inner, frame)
    let key = try value(key, frame)
    switch (container, key) {
    case (.object(let object), .string(let name)): return try member(name, of: object)
    case (.array(let array), _):
      guard let index = SQLNumber.integer(key), array.indices.contains(index) else { return nil }
      return array[index]
    default: return nil
    }
  }

  private func object(_ fields: [SQLField], _ frame: SQLFrame) throws(SQLError) -> JSON {
    var object = JSONObject()
    // Each member's name is looked up among the preceding members, so the cost is quadratic.
    try budget.pay(fields.count + fields.count * fields.count / 64)
    for field in fields {
      if let value = try value(field.value, frame)?.representable() { object[field.name] = value }
    }
    return .object(object)
  }

  private func isIn(
    _ subject: SQLExpression, _ list: [SQLExpression], _ frame: SQLFrame
  ) throws(SQLError) -> JSON? {
    guard let value = try value(subject, frame) else { return nil }
    if list.count > 4 { try budget.pay(list.count >> 2) }
    for element in list
    where try SQLOrdering.equal(value, try self.value(element, frame), budget) == .bool(true) {
      return .bool(true)
    }
    return .bool(false)
  }
}

extension SQLEvaluator {
  func conjunction(_ parts: [SQLExpression], _ frame: SQLFrame) throws(SQLError) -> JSON? {
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

  func disjunction(_ parts: [SQLExpression], _ frame: SQLFrame) throws(SQLError) -> JSON? {
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
  ) throws(SQLError) -> JSON? {
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
      guard let left = first?.number, let right = second?.number else { return nil }
      if right == 0, sign == .divide || sign == .remainder, first?.integer != nil,
        second?.integer != nil
      {
        throw .divisionByZero
      }
      return Self.arithmetic(sign, left, right)
    }
  }

  private static func compare(
    _ left: JSON?, _ right: JSON?, _ test: (Ordering) -> Bool
  ) -> JSON? {
    SQLOrdering.ordering(left, right).map { .bool(test($0)) }
  }

  /// Returns the result of an arithmetic operator or bit operator, with the rules of IEEE 754.
  ///
  /// Integers divided by zero are an error, which the caller handles.
  private static func arithmetic(_ sign: SQLOperator, _ left: Double, _ right: Double) -> JSON {
    switch sign {
    case .add: SQLNumber.json(left + right)
    case .subtract: SQLNumber.json(left - right)
    case .multiply: SQLNumber.json(left * right)
    case .divide: SQLNumber.json(left / right)
    case .remainder: SQLNumber.json(left.truncatingRemainder(dividingBy: right))
    default: .integer(bits(sign, SQLNumber.bits(left), SQLNumber.bits(right)))
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

/// The values that an expression can use during evaluation.
struct SQLFrame {
  /// The values currently bound to the query's slots: the document in slot 0, then its FROM
  /// sources.
  var slots: [JSON?]
  /// The results of the current group's aggregates.
  var aggregates: [JSON?] = []
  /// The values of the current group's `GROUP BY` expressions.
  var groupKeys: [JSON?] = []

  /// Creates the values before the first document: all slots are undefined.
  init(slots count: Int) { slots = Array(repeating: nil, count: count) }
}

/// Functions for numbers in queries, which are always doubles.
enum SQLNumber {
  /// Returns the result of a computation as JSON.
  ///
  /// An integer that a double represents exactly is printed without a fraction. A number that is
  /// not finite can be used in further computations, but a row must not contain it
  /// (``JSON/representable()``).
  static func json(_ value: Double) -> JSON {
    if value == value.rounded(), abs(value) <= 0x1p53 { return .integer(Int64(value)) }
    return .double(value)
  }

  /// Returns the negative of a number, exactly for 64-bit integers; otherwise `nil`.
  static func negative(_ value: JSON) -> JSON? {
    if let integer = value.integer, integer > .min { return .integer(-integer) }
    return value.number.map { json(-$0) }
  }

  /// Returns the value of a constant that is written as a name, `NaN` or `Infinity`; otherwise `nil`.
  ///
  /// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query/tostring.md; assumption: an alias
  ///   with such a name hides the constant.
  static func constant(_ name: String) -> JSON? {
    switch name {
    case "NaN": .double(.nan)
    case "Infinity": .double(.infinity)
    default: nil
    }
  }

  /// Returns the text of a number that is not finite, or `nil` for all other values.
  static func name(ofInfinite value: JSON) -> String? {
    guard case .double(let number) = value, !number.isFinite else { return nil }
    return number.isNaN ? "NaN" : number > 0 ? "Infinity" : "-Infinity"
  }

  /// Returns the operand of a bit operator: the low 32 bits of the truncated number, as in
  /// JavaScript.
  static func bits(_ value: Double) -> Int32 {
    guard value.isFinite else { return 0 }
    let whole = value.rounded(.towardZero)
    let low = whole.truncatingRemainder(dividingBy: 0x1p32)
    return Int32(truncatingIfNeeded: Int64(low))
  }

  /// Returns a number that is an integer and fits `Int`; otherwise `nil`.
  static func integer(_ value: JSON?) -> Int? {
    guard let number = value?.number, number == number.rounded(), abs(number) <= 0x1p53 else {
      return nil
    }
    return Int(number)
  }

  /// Returns a number that is an integer and fits 64 bits; otherwise `nil`.
  static func whole(_ value: JSON?) -> Int64? {
    if let integer = value?.integer { return integer }
    return value?.number.flatMap { Int64(exactly: $0) }
  }
}

extension JSON {
  /// Whether the value can be printed: it is not a number that is infinite, or not a number.
  ///
  /// Arrays and objects never contain such numbers.
  var isRepresentable: Bool {
    if case .double(let number) = self { return number.isFinite }
    return true
  }

  /// Returns this value.
  ///
  /// - Throws: An error if the value cannot be printed.
  func representable() throws(SQLError) -> JSON {
    guard isRepresentable else { throw .notRepresentable }
    return self
  }
}
