import GhostlightCore
import GhostlightEmulation

/// Functions of texts; positions and lengths count UTF-16 units.
extension SQLFunction {
  static let strings: [SQLFunction] = [
    SQLFunction("CONCAT", 2...Int.max) { arguments, context throws(SQLProblem) in
      var length = 0
      for argument in arguments {
        guard let part = argument?.string else { return nil }
        length += part.utf8.count
      }
      try context.budget.pay(text: length)
      return .string(arguments.reduce(into: "") { text, part in text += part?.string ?? "" })
    },
    comparison("CONTAINS") { text, part in
      part.isEmpty || SQLText.firstIndex(of: part, in: text, from: 0) != nil
    },
    comparison("STARTSWITH") { text, part in text.starts(with: part) },
    comparison("ENDSWITH") { text, part in text.reversed().starts(with: part.reversed()) },
    comparison("STRINGEQUALS") { text, part in text == part },
    SQLFunction("INDEX_OF", 2...3) { arguments, context throws(SQLProblem) in
      try context.budget.pay(units: arguments[0]?.string?.utf8.count ?? 0)
      try context.budget.pay(arguments[1]?.string?.utf8.count ?? 0)
      return indexOf(arguments)
    },
    ofText("LENGTH") { .integer(Int64($0.utf16.count)) },
    ofText("LOWER") { .string($0.lowercased()) },
    ofText("UPPER") { .string($0.uppercased()) },
    ofText("REVERSE") { .string(String(String.UnicodeScalarView($0.unicodeScalars.reversed()))) },
    ofText("LTRIM") { .string(SQLText.trimmed($0, end: false)) },
    ofText("RTRIM") { .string(SQLText.trimmed($0, start: false)) },
    ofText("TRIM") { .string(SQLText.trimmed($0)) },
    slice("LEFT", 2) { text, numbers in text.prefix(max(0, numbers[0])) },
    slice("RIGHT", 2) { text, numbers in text.suffix(max(0, numbers[0])) },
    slice("SUBSTRING", 3) { text, numbers in
      let (start, length) = (numbers[0], numbers[1])
      guard start >= 0, start < text.count, length > 0 else { return [] }
      return text[start...].prefix(length)
    },
    SQLFunction("REPLACE", 3...3) { arguments, context throws(SQLProblem) in
      guard let text = arguments[0]?.string, let find = arguments[1]?.string,
        let by = arguments[2]?.string, !find.isEmpty
      else { return nil }
      return .string(try SQLText.replacing(find, by: by, in: text, context.budget))
    },
    SQLFunction("REPLICATE", 2...2) { arguments, context throws(SQLProblem) in
      guard let text = arguments[0]?.string, let number = arguments[1]?.number else { return nil }
      let times = number.rounded(.towardZero)
      guard times >= 0, times * Double(text.utf16.count) <= 10_000 else { return nil }
      guard !text.isEmpty else { return .string("") }
      try context.budget.pay(text: text.utf8.count * Int(times))
      return .string(String(repeating: text, count: Int(times)))
    },
  ]

  /// A comparison of two texts with an optional last argument to ignore case.
  private static func comparison(
    _ name: String, _ body: @escaping @Sendable ([UInt16], [UInt16]) -> Bool
  ) -> SQLFunction {
    SQLFunction(name, 2...3) { arguments, context throws(SQLProblem) in
      guard var text = arguments[0]?.string, var part = arguments[1]?.string else { return nil }
      try context.budget.pay(units: text.utf8.count)
      try context.budget.pay(part.utf8.count >> 2)
      if arguments.count == 3 {
        guard let ignoresCase = arguments[2]?.bool else { return nil }
        if ignoresCase { (text, part) = (text.lowercased(), part.lowercased()) }
      }
      return .bool(body(Array(text.utf16), Array(part.utf16)))
    }
  }

  /// A part of a text by whole numbers.
  private static func slice(
    _ name: String, _ arity: Int,
    _ body: @escaping @Sendable ([UInt16], [Int]) -> ArraySlice<UInt16>
  ) -> SQLFunction {
    SQLFunction(name, arity...arity) { arguments, context throws(SQLProblem) in
      guard let text = arguments[0]?.string else { return nil }
      try context.budget.pay(units: text.utf8.count)
      var numbers: [Int] = []
      for argument in arguments.dropFirst() {
        guard let number = SQLNumber.integer(argument) else { return nil }
        numbers.append(number)
      }
      return .string(SQLText.text(body(Array(text.utf16), numbers)))
    }
  }

  private static func indexOf(_ arguments: [JSON?]) -> JSON? {
    guard let text = arguments[0]?.string, let part = arguments[1]?.string else { return nil }
    var start = 0
    if arguments.count == 3 {
      guard let given = SQLNumber.integer(arguments[2]) else { return nil }
      start = given
    }
    let units = Array(text.utf16)
    guard start >= 0, start <= units.count else { return .integer(-1) }
    let found = SQLText.firstIndex(of: Array(part.utf16), in: units, from: start)
    return .integer(Int64(found ?? -1))
  }
}
