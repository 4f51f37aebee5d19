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
  /// A refusal to send instead of this error, if the query itself is valid; `nil` otherwise.
  package let refusal: Fault?

  /// Creates an error for a query that needs too much work, or a feature that is not emulated.
  package init(_ refusal: Fault) {
    code = nil
    message = refusal.message
    span = nil
    substatus = nil
    self.refusal = refusal
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

  static let countOutOfRange = SQLError(
    "SC2062", "The count of TOP, OFFSET or LIMIT is out of range.")

  static let notGrouped = SQLError(
    "SC2102", "The SELECT list may use GROUP BY expressions and aggregates only.")

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
