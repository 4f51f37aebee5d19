package import GhostlightCore
package import GhostlightEmulation

/// Why a query cannot be answered: always a 400, most with one error as the service words it.
///
/// - Source: protocol reference B14.5.
package struct SQLError: Error, Sendable, Hashable {
  /// The error's code: `"SC1001"`, or a number; `nil` where the service's is not known.
  package let code: JSON?
  /// One sentence.
  package let message: String
  /// Where in the text it is.
  package let span: SQLSpan?
  /// The substatus that goes with it.
  package let substatus: Int?
  /// The refusal that this stands for, which is no error of the query.
  package let refusal: Fault?

  /// More work than the request may cost, or what is not emulated.
  package init(_ refusal: Fault) {
    code = nil
    message = refusal.message
    span = nil
    substatus = nil
    self.refusal = refusal
  }

  /// Describes a problem.
  package init(_ code: JSON?, _ message: String, at span: SQLSpan? = nil, substatus: Int? = nil) {
    self.code = code
    self.message = message
    self.span = span
    self.substatus = substatus
    refusal = nil
  }
}

extension SQLError {
  /// What the language has and this emulator has not (B20).
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

  /// Two columns of one name.
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

  /// More of something than the account says that it takes (B7).
  ///
  /// - Source: the account's `queryEngineConfiguration`; assumption: the words.
  static func beyond(_ limit: Int, _ what: String, at span: SQLSpan? = nil) -> SQLError {
    .refused("The query has more than \(limit) \(what), which is the account's limit.", at: span)
  }

  /// A text that no budget pays for, since handling it cannot be interrupted.
  ///
  /// - Source: decision: twice the largest document.
  static let textTooLong = SQLError.refused(
    "The query makes a text of more than \(SQLLimits.textBytes) bytes, which is this emulator's limit."
  )

  static let divisionByZero = SQLError(
    4001, "Attempted to divide by zero.", substatus: 4001)

  /// What the service refuses in words that are not recorded.
  ///
  /// - Source: assumption: any text would do; a recording would settle it.
  static func refused(_ message: String, at span: SQLSpan? = nil) -> SQLError {
    SQLError(nil, message, at: span)
  }
}
