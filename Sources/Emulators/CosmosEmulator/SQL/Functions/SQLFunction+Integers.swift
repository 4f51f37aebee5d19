import GhostlightCore

/// Functions of signed integers with 64 bits.
///
/// A sum, difference or product that is out of range loses its upper bits.
///
/// - Source: MicrosoftDocs/azure-databases-docs, articles/cosmos-db/nosql/query/intadd.md and
///   others; assumptions: a shift by fewer than 0 or more than 63 bits is undefined, and the least
///   integer divided by -1 is itself.
extension SQLFunction {
  static let integers: [SQLFunction] = [
    ofIntegers("INTADD") { $0 &+ $1 },
    ofIntegers("INTSUB") { $0 &- $1 },
    ofIntegers("INTMUL") { $0 &* $1 },
    ofIntegers("INTDIV") { left, right in
      right == 0 ? nil : left.dividedReportingOverflow(by: right).partialValue
    },
    ofIntegers("INTMOD") { left, right in
      right == 0 ? nil : left.remainderReportingOverflow(dividingBy: right).partialValue
    },
    ofIntegers("INTBITAND") { $0 & $1 },
    ofIntegers("INTBITOR") { $0 | $1 },
    ofIntegers("INTBITXOR") { $0 ^ $1 },
    ofIntegers("INTBITLEFTSHIFT") { left, right in
      (0...63).contains(right) ? left << right : nil
    },
    ofIntegers("INTBITRIGHTSHIFT") { left, right in
      (0...63).contains(right) ? left >> right : nil
    },
    SQLFunction("INTBITNOT", 1...1) { arguments, _ throws(SQLError) in
      SQLNumber.whole(arguments[0]).map { .integer(~$0) }
    },
  ]

  private static func ofIntegers(
    _ name: String, _ body: @escaping @Sendable (Int64, Int64) -> Int64?
  ) -> SQLFunction {
    SQLFunction(name, 2...2) { arguments, _ throws(SQLError) in
      guard let left = SQLNumber.whole(arguments[0]), let right = SQLNumber.whole(arguments[1])
      else { return nil }
      return body(left, right).map { .integer($0) }
    }
  }
}
