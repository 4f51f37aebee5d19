import CRUD
import Foundation
import GhostlightCore
import TestExecutors

/// Scenarios for queries of objects.
extension Scenario {
  private struct Writer: Codable {
    var name: String
    var age: Int?
  }

  /// The provider states with four authors; the last author is a draft.
  static let authors: [Given] = [
    .authors,
    .author(
      1,
      [
        "name": "Alfa", "age": 20, "tags": ["x", "all"], "home": [9, 45], "info": ["n": 1],
        "born": "1970-01-01", "books": [["title": "B1", "pages": 100]],
      ]),
    .author(
      2,
      [
        "name": "Beta", "age": 30, "tags": ["all"], "home": [9.001, 45], "info": ["n": 2],
        "books": [["title": "B2", "pages": 50]],
      ]),
    .author(3, ["name": "Carlo", "age": 40, "home": [9.1, 45]]),
    .author(4, ["name": "Dora"], state: "DRAFT"),
  ]

  static let reading = [
    Scenario(
      "Read: a list", given: authors, expects: ["Alfa Beta Carlo", "Alfa 20, Beta 30, Carlo 40"]
    ) { device in
      let get = device.crud.get(collection: "author")
      let writers = try await get.async(object: Writer.self)
      return [
        SDKValue.names(try await get.async()),
        .string(writers.map { "\($0.name) \($0.age ?? 0)" }.joined(separator: ", ")),
      ]
    },
    Scenario("Read: one object", given: authors, expects: ["Beta", "Beta"]) { device in
      let get = device.crud.get(collection: "author")
      return [
        SDKValue.json(try await get.async(id: id(2)))["name"] ?? nil,
        .string(try await get.async(id: id(2), object: Writer.self).name),
      ]
    },
    Scenario("Read: how many", given: authors, expects: [3, 4, 1]) { device in
      let query = QueryBuilder().equals(key: "name", value: "Beta")
      let all = try await device.crud.get(collection: "author").asyncCount()
      let some = try await device.crud.get(collection: "author").states([.pub, .draft])
        .asyncCount()
      let one = try await device.crud.get(collection: "author", queryBuilder: query).asyncCount()
      return [.integer(Int64(all)), .integer(Int64(some)), .integer(Int64(one))]
    },
    Scenario(
      "Read: order, page, properties, states", given: authors,
      expects: [[["_id": .string(id(2)), "name": "Beta"]], "Dora", "Alfa"]
    ) { device in
      let get = device.crud.get(collection: "author")
        .sortBy(property: "age", descending: true).sortBy(property: "name")
        .limit(1).skip(1).limitProperties(["name"])
      let drafts = device.crud.get(collection: "author").states([.draft])
      let raw = device.crud.get(collection: "author", query: #"{"age":{"$lt":30}}"#)
      return [
        SDKValue.json(try await get.async()), SDKValue.names(try await drafts.async()),
        SDKValue.names(try await raw.async()),
      ]
    },
  ]

  /// Returns a scenario that expects a query to find the objects with the names in `names`.
  private static func asking(
    _ what: String, finds names: String, _ query: @escaping @Sendable (QueryBuilder) -> Void
  ) -> Scenario {
    Scenario("Queries: \(what)", given: authors, expects: .string(names)) { device in
      let builder = QueryBuilder()
      query(builder)
      return SDKValue.names(
        try await device.crud.get(collection: "author", queryBuilder: builder).async())
    }
  }

  static let queries = [
    asking("equals", finds: "Beta") { $0.equals(key: "name", value: "Beta") },
    asking("not equals", finds: "Alfa Carlo") { $0.notEquals(key: "name", value: "Beta") },
    asking("greater", finds: "Carlo") { $0.greater(key: "age", value: 30) },
    asking("greater or equals", finds: "Beta Carlo") { $0.greaterOrEquals(key: "age", value: 30) },
    asking("less", finds: "Alfa") { $0.less(key: "age", value: 30) },
    asking("less or equals", finds: "Alfa Beta") { $0.lessOrEquals(key: "age", value: 30) },
    asking("exists", finds: "Alfa") { $0.exists(key: "born", value: true) },
    asking("a date", finds: "Alfa") {
      $0.lessOrEquals(key: "born", value: Date(timeIntervalSince1970: 0))
    },
    asking("regex", finds: "Carlo") { $0.regex(key: "name", pattern: "^c", options: "i") },
    asking("near", finds: "Beta Alfa") {
      $0.nearSphere(key: "home", longitude: 9.002, latitude: 45, minDistance: 1, maxDistance: 500)
    },
    asking("contained", finds: "Alfa Carlo") {
      $0.contained(key: "name", values: ["Alfa", "Carlo"])
    },
    asking("not contained", finds: "Beta") {
      $0.notContained(key: "name", values: ["Alfa", "Carlo"])
    },
    asking("contains all", finds: "Alfa") { $0.containsAll(key: "tags", values: ["all", "x"]) },
    asking("an element", finds: "Alfa") {
      $0.elemMatch(
        key: "books",
        queryBuilder: QueryBuilder().equals(key: "title", value: "B1")
          .greater(key: "pages", value: 50))
    },
    asking("or", finds: "Alfa Carlo") {
      $0.or(
        queryBuilders: QueryBuilder().equals(key: "info.n", value: 1),
        QueryBuilder().equals(key: "age", value: 40))
    },
    asking("and", finds: "Beta") {
      $0.greater(key: "age", value: 20).and(
        queryBuilders: QueryBuilder().less(key: "age", value: 40),
        QueryBuilder().equals(key: "tags", value: "all"))
    },
  ]
}
