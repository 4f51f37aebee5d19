import GhostlightCore

extension SQLFunction {
  /// The time, the same throughout a query.
  static let dates: [SQLFunction] = [
    SQLFunction("GETCURRENTDATETIME", 0...0) { _, context throws(SQLProblem) in
      let text = ISODate.format(milliseconds: context.instant.milliseconds)
      return .string(text.dropLast() + "0000Z")
    },
    SQLFunction("GETCURRENTTIMESTAMP", 0...0) { _, context throws(SQLProblem) in
      .integer(context.instant.milliseconds)
    },
    SQLFunction("GETCURRENTTICKS", 0...0) { _, context throws(SQLProblem) in
      .integer(context.instant.milliseconds &* 10_000)
    },
  ]
}
