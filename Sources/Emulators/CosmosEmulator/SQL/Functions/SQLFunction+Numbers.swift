import GhostlightCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension SQLFunction {
  static let numbers: [SQLFunction] = [
    ofNumber("ABS") { abs($0) },
    ofNumber("CEILING") { $0.rounded(.up) },
    ofNumber("FLOOR") { $0.rounded(.down) },
    ofNumber("SIGN") { $0 > 0 ? 1 : $0 < 0 ? -1 : 0 },
    ofNumber("SQRT") { $0.squareRoot() },
    ofNumber("SQUARE") { $0 * $0 },
    ofNumber("EXP") { exp($0) },
    ofNumber("LOG10") { log10($0) },
    ofNumber("SIN") { sin($0) },
    ofNumber("COS") { cos($0) },
    ofNumber("TAN") { tan($0) },
    ofNumber("COT") { 1 / tan($0) },
    ofNumber("ASIN") { asin($0) },
    ofNumber("ACOS") { acos($0) },
    ofNumber("ATAN") { atan($0) },
    ofNumber("DEGREES") { $0 * 180 / .pi },
    ofNumber("RADIANS") { $0 * .pi / 180 },
    ofNumber("ROUND") { $0.rounded(.toNearestOrAwayFromZero) },
    ofNumber("TRUNC") { $0.rounded(.towardZero) },
    ofTwoNumbers("POWER") { pow($0, $1) },
    ofTwoNumbers("ATN2") { atan2($0, $1) },
    SQLFunction("LOG", 1...2) { arguments, _ throws(SQLProblem) in
      guard let number = arguments[0]?.number else { return nil }
      guard arguments.count == 2 else { return SQLNumber.json(log(number)) }
      guard let base = arguments[1]?.number else { return nil }
      return SQLNumber.json(log(number) / log(base))
    },
    SQLFunction("PI", 0...0) { _, _ throws(SQLProblem) in .double(.pi) },
    SQLFunction("RAND", 0...0) { _, context throws(SQLProblem) in
      .double(context.instant.chance)
    },
  ]

  private static func ofTwoNumbers(
    _ name: String, _ body: @escaping @Sendable (Double, Double) -> Double
  ) -> SQLFunction {
    SQLFunction(name, 2...2) { arguments, _ throws(SQLProblem) in
      guard let first = arguments[0]?.number, let second = arguments[1]?.number else { return nil }
      return SQLNumber.json(body(first, second))
    }
  }
}
