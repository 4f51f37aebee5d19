package import GhostlightCore
package import GhostlightEmulation

/// The reason why a query is refused.
///
/// The response has status 400; most errors have the wording of the service.
///
/// - Source: protocol reference B14.5.
package struct SQLError: Error, Sendable, Hashable {
  /// The error's code: `"SC1001"`, or a number; `nil` if the service's code is not known.
  package let code: JSON?
  /// The error message, a single sentence.
  package let message: String
  /// The position of the problem in the query; `nil` if it is not known.
  package let span: SQLSpan?
  /// The response's substatus; `nil` if it has none.
  package let substatus: Int?
  /// A refusal to send instead of this error, if its form is not that of the service's error list;
  /// `nil` otherwise.
  package let refusal: Fault?
  /// Further errors of the same query, in the order in which the service lists them.
  package private(set) var others: [SQLError] = []

  /// Creates an error for a query that needs too much work, for a feature that is not emulated, or
  /// for a query that the service refuses when it runs it.
  package init(_ refusal: Fault) {
    code = nil
    message = refusal.message
    span = nil
    substatus = nil
    self.refusal = refusal
  }

  /// Creates an error that consists of several errors; `errors` is not empty.
  init(_ errors: [SQLError]) {
    self = errors[0]
    others = Array(errors.dropFirst())
  }

  /// Creates an error for an invalid query.
  package init(_ code: JSON?, _ message: String, at span: SQLSpan? = nil, substatus: Int? = nil) {
    self.code = code
    self.message = message
    self.span = span
    self.substatus = substatus
    refusal = nil
  }
}

extension SQLError {
  /// Creates an error for a feature of the language that is not emulated (B20).
  static func notEmulated(_ what: String) -> SQLError {
    SQLError(Fault.notEmulated.filled(["what": what]))
  }

  static func unexpected(_ token: SQLToken) -> SQLError {
    SQLError("SC1001", "Syntax error, incorrect syntax near '\(token.text)'.", at: token.span)
  }

  static func unexpectedEnd(_ length: Int) -> SQLError {
    SQLError("SC1002", "Syntax error, unexpected end-of-file.", at: SQLSpan(length, length))
  }

  static func badToken(_ text: String, at span: SQLSpan) -> SQLError {
    SQLError("SC1010", "Syntax error, invalid token '\(text)'.", at: span)
  }

  static func unknownName(_ name: String, at span: SQLSpan) -> SQLError {
    SQLError("SC2001", "Identifier '\(name)' could not be resolved.", at: span)
  }

  static func unknownFunction(_ name: String, at span: SQLSpan) -> SQLError {
    SQLError("SC2005", "'\(name)' is not a recognized built-in function name.", at: span)
  }

  /// Creates an error for two columns with the same name.
  static func ambiguousColumn(_ name: String) -> SQLError {
    SQLError(
      "SC2022", "The SELECT list has more than one property named '\(name)'. Add an alias.")
  }

  static let starNeedsOneSource = SQLError(
    "SC2040", "'SELECT *' is only valid with a single input set.")

  /// Creates an error for a clause that only the outermost query can have.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, TestBaseline, with the order of the errors.
  static func notInSubquery(
    _ code: JSON, _ clause: String, at span: SQLSpan?
  ) -> SQLError {
    SQLError(code, "\(clause) is not supported in subqueries.", at: span)
  }

  /// Creates an error for a number of rows that is too large, or not an integer.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, QueryPlanBaselineTests.Top, .OffsetLimit;
  ///   assumption: the wording for a parameter of `OFFSET` or `LIMIT` that is not an integer.
  static func badCount(of clause: String, isTooLarge: Bool, at span: SQLSpan? = nil) -> SQLError {
    switch (clause, isTooLarge) {
    case ("TOP", _):
      SQLError("SC2060", "The count value provided for a TOP clause must be an integer.", at: span)
    case (_, false): .refused("The count of \(clause) must be an integer of at least 0.", at: span)
    default:
      SQLError(
        clause == "OFFSET" ? "SC2062" : "SC2061",
        "The \(clause) count value exceeds the maximum allowed value.", at: span)
    }
  }

  /// Creates an error for a property in a clause of a grouped query that is not a group's value.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, QueryPlanBaselineTests.GroupBy, and pull
  ///   request 4074 (`SC2103`); assumption: the last words of `SC2103`.
  static func notGrouped(
    _ reference: String, isOrder: Bool = false, at span: SQLSpan?
  ) -> SQLError {
    let code: JSON = isOrder ? "SC2103" : "SC2102"
    let clause = isOrder ? "ORDER BY clause" : "select list"
    return SQLError(
      code,
      "Property reference '\(reference)' is invalid in the \(clause) because it is not "
        + "contained in either an aggregate function or the GROUP BY clause.", at: span)
  }

  /// Creates an error for a score outside of the clause `ORDER BY RANK`.
  ///
  /// - Source: MicrosoftDocs/nosql-query-docs at c1244792, cosmos-db/query/fulltextscore.md;
  ///   assumption: the words.
  static func onlyInRank(_ name: String, at span: SQLSpan) -> SQLError {
    .refused("The \(name) function is only allowed in the ORDER BY RANK clause.", at: span)
  }

  static func starOfGroups(at span: SQLSpan?) -> SQLError {
    SQLError("SC2041", "'SELECT *' is not allowed with GROUP BY.", at: span)
  }

  /// Creates an error for a call with too few or too many arguments.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, QueryPlanBaselineTests.Negative and
  ///   LinqTranslationBaselineTests.TestArrayContainsAll.
  static func wrongArity(_ name: String, _ arity: ClosedRange<Int>, at span: SQLSpan) -> SQLError {
    let count =
      if arity.upperBound == .max {
        "at least \(arity.lowerBound)"
      } else if arity.count == 1 {
        "\(arity.lowerBound)"
      } else {
        "\(arity.lowerBound) to \(arity.upperBound)"
      }
    return SQLError("SC2050", "The \(name) function requires \(count) argument(s).", at: span)
  }

  /// Creates an error for an aggregate of an aggregate or of a subquery.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, QueryPlanBaselineTests.Negative.
  static func nestedAggregate(at span: SQLSpan) -> SQLError {
    SQLError(
      "SC2101",
      "Cannot perform an aggregate function on an expression containing an aggregate or a subquery.",
      at: span)
  }

  /// Creates an error for `[…]` with an expression that depends on the document.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, LinqSQLTranslationBaselineTest.
  static func memberIndexer(at span: SQLSpan) -> SQLError {
    SQLError(
      "SC2990",
      "The specified query includes 'member indexer' which is currently not supported.", at: span)
  }

  /// The error for a subquery that is used as an expression, but can have several rows.
  ///
  /// - Source: vercel/cosmosdb-query, test/errors.ts, which refuses it even without documents;
  ///   assumption: the service does so too. Its code is not known.
  static let scalarRows = SQLError.refused(
    "The cardinality of a scalar subquery result set cannot be greater than one.")

  static let unsupportedOrder = SQLError(
    2206,
    "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document path."
  )

  /// Creates an error for a query that exceeds one of the account's limits (B7).
  ///
  /// - Source: the account's `queryEngineConfiguration`; assumption: the wording.
  static func beyond(_ limit: Int, _ what: String, at span: SQLSpan? = nil) -> SQLError {
    .refused("The query has more than \(limit) \(what), which is the account's limit.", at: span)
  }

  /// The error for a string that is too long, since the work on it could not be interrupted.
  ///
  /// - Source: decision: twice the largest document.
  static let textTooLong = SQLError.refused(
    "The query makes a text of more than \(SQLLimits.textBytes) bytes, which is this emulator's limit."
  )

  static let divisionByZero = SQLError(
    4001, "Attempted to divide by zero.", substatus: 4001)

  /// The error for a row, or a key of rows, with a number that is infinite or not a number.
  ///
  /// - Source: Azure/azure-cosmos-db-emulator-docker, issue 310, and microsoft/vscode-cosmosdb, pull
  ///   request 3149; assumptions: the substatus, and that keys are refused like rows.
  static let notRepresentable = SQLError(
    4001,
    "The response content contains a numeric value that cannot be represented in JSON "
      + "(e.g. Infinity and NaN).", substatus: 4001)

  /// Creates an error whose wording in the service is not known from a recording.
  ///
  /// - Source: assumption: the wording; a recording would settle it.
  static func refused(_ message: String, at span: SQLSpan? = nil) -> SQLError {
    SQLError(nil, message, at: span)
  }
}
