import GhostlightCore
import GhostlightEmulation
import Testing

@testable import CosmosEmulator

/// A query with its expected rows as compact JSON.
struct SQLCase: Sendable, CustomTestStringConvertible {
  let query: String
  let rows: String
  let parameters: [String: JSON]

  init(_ query: String, _ rows: String, _ parameters: [String: JSON] = [:]) {
    self.query = query
    self.rows = rows
    self.parameters = parameters
  }

  /// Returns the case for a single expression; a result of `nil` stands for undefined.
  static func value(_ expression: String, _ result: String?) -> SQLCase {
    SQLCase("SELECT VALUE \(expression)", "[\(result ?? "")]")
  }

  var testDescription: String { "\(query) → \(rows)" }

  /// An instant whose random numbers have not been drawn yet.
  static var instant: SQLInstant { SQLInstant(milliseconds: 1_568_974_272_123, seed: 25) }

  /// Runs the query over documents, and returns its rows as compact JSON.
  ///
  /// Also checks that the rows are the same if only documents that satisfy the query's filter are
  /// passed.
  func run(over documents: [JSON]) throws -> String {
    let found = documents.enumerated().map { position, document in
      FoundDocument(
        key: String(position), sequence: position, document: document.object ?? [:])
    }
    let statement = try SQLStatement(query, parameters: parameters)
    let rows = try statement.rows(over: found, at: Self.instant)
    let passing = try found.filter {
      try statement.filter.matches($0.document, within: .unlimited)
    }
    #expect(try statement.rows(over: passing, areFiltered: true, at: Self.instant) == rows)
    return JSON.array(rows.map(\.value)).text()
  }
}
