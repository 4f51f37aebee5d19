import GhostlightCore
import Testing

@testable import GhostlightEmulation
@testable import MiaEmulator

@Suite struct `The filter language of Mia` {
  private let parser = FilterParser(schema: FilterFixture.schema)

  @Test(arguments: FilterCase.equality + FilterCase.operators)
  func `a filter finds the same documents with and without indexes`(_ row: FilterCase) throws {
    let plain = try FilterFixture.documents(indexed: false)
    let indexed = try FilterFixture.documents(indexed: true)
    #expect(try row.run(over: plain, parser) == row.expected)
    #expect(try row.run(over: indexed, parser) == row.expected)
  }

  @Test(arguments: FilterCase.errors)
  func `an invalid filter is refused in the service's words`(_ row: FilterCase) throws {
    let documents = try FilterFixture.documents(indexed: false)
    #expect(try row.run(over: documents, parser) == row.expected)
  }

  @Test(arguments: FilterCase.negations)
  func `filters of BaaS 3 have negations and no schema`(_ row: FilterCase) throws {
    let documents = try FilterFixture.documents(indexed: false)
    let parser = FilterParser(schema: nil, negation: true)
    #expect(try row.run(over: documents, parser) == row.expected)
  }

  @Test(arguments: [
    #"{"age":77}"#, #"{"age":{"$gte":70,"$lt":80}}"#, #"{"age":{"$in":[1,2,3]}}"#,
    #"{"$and":[{"name":"x"},{"age":{"$lt":3}}]}"#,
  ])
  func `equality and ranges are served by an index`(_ text: String) throws {
    var documents = DocumentCollection(indexes: [IndexDefinition(FieldPath("age"))])
    for number in 0..<1_000 {
      documents.insert(["age": .integer(Int64(number))], forKey: String(number))
    }
    let predicate = try parser.parse(try JSON.parse(text).object ?? [:]).predicate
    guard case .candidates = try documents.plan(for: Query(predicate), within: .unlimited) else {
      Issue.record("no index served \(text)")
      return
    }
  }

  @Test func `documents are sorted by kind and value, and arrays by their extremes`() throws {
    let values: [JSON?] = [
      true, "b", 2, .none, [5, 1], ["a": 1], .null, "B", 1.5, [], [3, 9],
    ]
    let found = values.enumerated().map { position, value in
      var document: JSONObject = [:]
      document["v"] = value
      return FoundDocument(key: String(position), sequence: position, document: document)
    }
    let up = try MongoSort(keys: [.init("v")]).sorted(found, within: .unlimited).map(\.key)
    let down = try MongoSort(keys: [.init("v", descending: true)]).sorted(found, within: .unlimited)
      .map(\.key)
    #expect(up == ["3", "6", "9", "4", "8", "2", "10", "7", "1", "5", "0"])
    #expect(down == ["0", "5", "1", "7", "10", "4", "2", "8", "3", "6", "9"])
  }
}
