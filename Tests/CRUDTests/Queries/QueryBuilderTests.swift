import CRUD
import Foundation
import GhostlightCore
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Queries` {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let build: @Sendable (QueryBuilder) -> QueryBuilder

    init(_ text: String, _ build: @escaping @Sendable (QueryBuilder) -> QueryBuilder) {
      testDescription = text
      self.build = build
    }
  }

  static let rows: [Row] = [
    Row("{}") { $0 },
    Row(#"{"name":"Carlo"}"#) { $0.equals(key: "name", value: "Carlo") },
    Row(#"{"name":null}"#) { $0.equals(key: "name", value: nil) },
    Row(#"{"name":null}"#) { $0.equals(key: "name", value: String?.none) },
    Row(#"{"age":{"$ne":3}}"#) { $0.notEquals(key: "age", value: 3) },
    Row(#"{"age":{"$ne":null}}"#) { $0.notEquals(key: "age", value: nil) },
    Row(#"{"age":{"$gt":3}}"#) { $0.greater(key: "age", value: 3) },
    Row(#"{"age":{"$gte":3.5}}"#) { $0.greaterOrEquals(key: "age", value: 3.5) },
    Row(#"{"age":{"$lt":3}}"#) { $0.less(key: "age", value: UInt8(3)) },
    Row(#"{"age":{"$lte":true}}"#) { $0.lessOrEquals(key: "age", value: true) },
    Row(#"{"born":{"$gt":"2020-04-05T17:16:14.175Z"}}"#) {
      $0.greater(key: "born", value: Date(timeIntervalSince1970: 1_586_106_974.175))
    },
    Row(#"{"age":{"$in":[1,"a",null]}}"#) {
      $0.contained(key: "age", values: [1, "a", NSNull()])
    },
    Row(#"{"age":{"$nin":[]}}"#) { $0.notContained(key: "age", values: []) },
    Row(#"{"tags":{"$all":["a","b"]}}"#) { $0.containsAll(key: "tags", values: ["a", "b"]) },
    Row(#"{"age":{"$exists":false}}"#) { $0.exists(key: "age", value: false) },
    Row(#"{"name":{"$regex":"^C\\d"}}"#) { $0.regex(key: "name", pattern: #"^C\d"#) },
    Row(#"{"name":{"$options":"i","$regex":"c"}}"#) {
      $0.regex(key: "name", pattern: "c", options: "i")
    },
    Row(#"{"parts":{"$elemMatch":{"$and":[{"name":"lid"},{"size":{"$gt":2}}]}}}"#) {
      $0.elemMatch(
        key: "parts",
        queryBuilder: QueryBuilder().equals(key: "name", value: "lid")
          .greater(key: "size", value: 2))
    },
    Row(#"{"position":{"$nearSphere":{"from":[9.5,45.0]}}}"#) {
      $0.nearSphere(key: "position", longitude: 9.5, latitude: 45)
    },
    Row(#"{"position":{"$nearSphere":{"from":[9.5,45.0],"maxDistance":20.0,"minDistance":1.5}}}"#) {
      $0.nearSphere(
        key: "position", longitude: 9.5, latitude: 45, minDistance: 1.5, maxDistance: 20)
    },
    Row(#"{"$or":[{"a":1},{}]}"#) {
      $0.or(queryBuilders: QueryBuilder().equals(key: "a", value: 1), QueryBuilder())
    },
    Row(#"{"$and":[{"a":1},{"b":2}]}"#) {
      $0.and(
        queryBuilders: QueryBuilder().equals(key: "a", value: 1),
        QueryBuilder().equals(key: "b", value: 2))
    },
    Row(#"{"$and":[{"b":2},{"a":1},{"$or":[{"c":3}]}]}"#) {
      $0.equals(key: "b", value: 2).equals(key: "a", value: 1)
        .or(queryBuilders: QueryBuilder().equals(key: "c", value: 3))
    },
    Row(#"{"info":{"a":[1,{"b":2}],"z":"AQI="}}"#) {
      $0.equals(key: "info", value: ["z": Data([1, 2]), "a": [1, ["b": 2]]] as [String: Any])
    },
  ]

  @Test(arguments: rows)
  func `a query is printed with sorted keys`(_ row: Row) {
    #expect(row.build(QueryBuilder()).build() == row.testDescription)
  }

  @Test func `an added query is copied, even if it is the query itself`() {
    let other = QueryBuilder().equals(key: "a", value: 1)
    let query = QueryBuilder().or(queryBuilders: other)
    other.equals(key: "b", value: 2)
    #expect(query.build() == #"{"$or":[{"a":1}]}"#)
    query.or(queryBuilders: query)
    #expect(query.build() == #"{"$and":[{"$or":[{"a":1}]},{"$or":[{"$or":[{"a":1}]}]}]}"#)
  }

  @Test func `a query with a value that cannot be sent fails without a request`() {
    struct Invalid {}
    let stage = MockTransport()
    let inner = QueryBuilder().contained(key: "a", values: [1, Invalid()])
    let query = QueryBuilder().or(queryBuilders: inner).equals(key: "b", value: Double.nan)
    let error = CRUDError.encoding(
      "A Invalid at [1] cannot be sent; give text, numbers, booleans, dates, data, arrays, "
        + "dictionaries or Encodable objects.")
    #expect(query.build() == #"{"$and":[{"$or":[{"a":{"$in":null}}]},{"b":null}]}"#)
    #expect(throws: error) {
      try stage.crud.get(collection: "author", queryBuilder: query).sync()
    }
    #expect(throws: error) {
      try stage.crud.delete(collection: "author").sync(queryBuilder: query)
    }
    #expect(stage.calls == [])
  }

  @Test func `a read has the conditions at the time of its creation`() throws {
    let stage = MockTransport()
    let query = QueryBuilder().equals(key: "a", value: 1)
    let get = stage.crud.get(collection: "author", queryBuilder: query)
    query.equals(key: "b", value: 2)
    _ = try get.sync()
    #expect(stage.calls == ["GET /v2/author/?_q=%7B%22a%22%3A1%7D"])
  }
}
