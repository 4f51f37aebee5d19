import GhostlightCore
import GhostlightEmulation
import Testing

@testable import MiaEmulator

/// A filter with the ids of the documents that it matches, or with the message of its refusal.
struct FilterCase: Sendable, CustomTestStringConvertible {
  let filter: String
  let expected: String

  init(_ filter: String, _ expected: String) {
    self.filter = filter
    self.expected = expected
  }

  var testDescription: String { "\(filter) → \(expected)" }

  /// Returns the ids of the documents that the filter finds, or the message of its refusal.
  func run(over documents: DocumentCollection, _ parser: FilterParser) throws -> String {
    let object = try #require(try JSON.parse(filter).object)
    do throws(FilterError) {
      let predicate = try parser.parse(object).predicate
      return documents.find(Query(predicate)).documents.map(\.key).joined(separator: " ")
    } catch { return error.message }
  }
}
