import GhostlightCore

/// A built-in function: name, how many arguments it takes, and what it answers.
///
/// - Source: protocol reference B14.4.
struct SQLFunction: Sendable {
  typealias Body = @Sendable ([JSON?], SQLInstant) throws(SQLProblem) -> JSON?

  /// The name in capitals.
  let name: String
  let arity: ClosedRange<Int>
  let body: Body

  init(_ name: String, _ arity: ClosedRange<Int>, _ body: @escaping Body) {
    self.name = name
    self.arity = arity
    self.body = body
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
    SQLFunction(name, 1...1) { arguments, _ throws(SQLProblem) in
      arguments[0]?.string.flatMap(body)
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
