import GhostlightCore
import GhostlightEmulation

/// A built-in function: name, how many arguments it takes, and what it answers.
///
/// - Source: protocol reference B14.4.
struct SQLFunction: Sendable {
  typealias Body = @Sendable ([JSON?], SQLContext) throws(SQLProblem) -> JSON?
  /// Makes a body for calls in which all arguments but the first are known beforehand.
  typealias Preparation = @Sendable ([JSON?], WorkBudget) -> Body

  /// The name in capitals.
  let name: String
  let arity: ClosedRange<Int>
  let body: Body
  private let preparation: Preparation?

  init(
    _ name: String, _ arity: ClosedRange<Int>, preparation: Preparation? = nil,
    _ body: @escaping Body
  ) {
    self.name = name
    self.arity = arity
    self.preparation = preparation
    self.body = body
  }

  /// The function for calls with these arguments; the work on those known beforehand is done.
  func prepared(
    for arguments: [SQLExpression], within budget: WorkBudget
  ) -> SQLFunction {
    guard let preparation else { return self }
    var known: [JSON?] = []
    for argument in arguments.dropFirst() {
      guard case .constant(let value) = argument else { return self }
      known.append(value)
    }
    return SQLFunction(name, arity, preparation(known, budget))
  }

  /// Every function there is, by its name in capitals.
  static let all: [String: SQLFunction] = {
    var table: [String: SQLFunction] = [:]
    for chapter in [types, strings, patterns, conversions, arrays, numbers, dates] {
      for function in chapter { table[function.name] = function }
    }
    return table
  }()
}

extension SQLFunction: Hashable {
  static func == (left: SQLFunction, right: SQLFunction) -> Bool { left.name == right.name }

  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension SQLFunction {
  /// A function of one text.
  static func ofText(
    _ name: String, _ body: @escaping @Sendable (String) -> JSON?
  ) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, context throws(SQLProblem) in
      guard let text = arguments[0]?.string else { return nil }
      try context.budget.pay(units: text.utf8.count)
      return body(text)
    }
  }

  /// A function of one number; what is no finite number is undefined.
  static func ofNumber(
    _ name: String, _ body: @escaping @Sendable (Double) -> Double
  ) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, _ throws(SQLProblem) in
      arguments[0]?.number.flatMap { SQLNumber.json(body($0)) }
    }
  }

  /// A test of one value; undefined passes none.
  static func test(
    _ name: String, _ body: @escaping @Sendable (JSON) -> Bool
  ) -> SQLFunction {
    SQLFunction(name, 1...1) { arguments, _ throws(SQLProblem) in
      .bool(arguments[0].map(body) ?? false)
    }
  }
}
