import GhostlightCore
import GhostlightEmulation
import Testing

@testable import MiaEmulator

/// A filter with the ids of the documents it matches, or the words it is refused with.
struct FilterCase: Sendable, CustomTestStringConvertible {
  let filter: String
  let expected: String

  init(_ filter: String, _ expected: String) {
    self.filter = filter
    self.expected = expected
  }

  var testDescription: String { "\(filter) → \(expected)" }

  /// What the filter finds in a collection, or says against itself.
  func run(over documents: DocumentCollection, _ parser: FilterParser) throws -> String {
    let object = try #require(try JSON.parse(filter).object)
    do throws(FilterError) {
      let predicate = try parser.parse(object).predicate
      return documents.find(Query(predicate)).documents.map(\.key).joined(separator: " ")
    } catch { return error.message }
  }
}
