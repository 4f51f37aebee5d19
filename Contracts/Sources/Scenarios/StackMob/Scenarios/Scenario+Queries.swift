import GhostlightCore
import TestExecutors

import StackMob

/// Scenarios for queries of a schema.
extension Scenario {
  private static let people: [Given] = [
    .object("person", ["person_id": "ann", "name": "Ann", "age": 25]),
    .object("person", ["person_id": "ben", "name": "Ben", "age": 30]),
    .object("person", ["person_id": "cid", "name": "Cid", "age": 35]),
    .object("person", ["person_id": "dee", "name": nil]),
  ]

  /// Returns a scenario that expects a query to find the objects with the ids in `ids`.
  private static func asking(
    _ what: String, finds ids: [String], _ ask: @escaping @Sendable (SMQuery) -> Void
  ) -> Scenario {
    Scenario("Queries: \(what)", given: people, expects: .array(ids.map(JSON.string))) { device in
      let query = SMQuery(schema: "Person")
      ask(query)
      return .array(
        try await device.store.perform(query).map { try SDKValue.value($0["person_id"] ?? "none") })
    }
  }

  static let comparisons = [
    asking("equal", finds: ["ben"]) { $0.where("name", isEqualTo: "Ben") },
    asking("equal to nothing", finds: ["dee"]) { $0.where("name", isEqualTo: nil) },
    asking("not equal", finds: ["ann", "cid", "dee"]) { $0.where("name", isNotEqualTo: "Ben") },
    asking("not equal to nothing", finds: ["ann", "ben", "cid"]) {
      $0.where("name", isNotEqualTo: nil)
    },
    asking("less", finds: ["ann"]) { $0.where("age", isLessThan: 30) },
    asking("not more", finds: ["ann", "ben"]) { $0.where("age", isLessThanOrEqualTo: 30) },
    asking("more", finds: ["cid"]) { $0.where("age", isGreaterThan: 30) },
    asking("not less", finds: ["ben", "cid"]) { $0.where("age", isGreaterThanOrEqualTo: 30) },
    asking("one of many", finds: ["ann", "cid"]) { $0.where("name", isIn: ["Ann", "Cid"]) },
    asking("in order", finds: ["cid", "ben", "ann"]) {
      $0.where("age", isGreaterThan: 0)
      $0.order(byField: "age", ascending: false)
    },
    asking("a page", finds: ["ben", "cid"]) {
      $0.order(byField: "name", ascending: true)
      $0.where("age", isGreaterThan: 0)
      $0.fromIndex(1, to: 5)
    },
    asking("the first", finds: ["ann"]) { $0.limit(1) },
    asking("both", finds: ["ben"]) {
      $0.where("age", isGreaterThan: 25)
      let other = SMQuery(schema: "person")
      other.where("age", isLessThan: 35)
      $0.and(other)
    },
    asking("either", finds: ["ann", "cid"]) {
      $0.where("name", isEqualTo: "Ann")
      let other = SMQuery(schema: "person")
      other.where("age", isEqualTo: 35)
      $0.or(other)
    },
  ]

  static let queries = [
    Scenario(
      "Queries: whole objects", given: people, expects: [stored(["person_id": "ann", "age": 25])]
    ) { device in
      let query = SMQuery(schema: "person")
      query.where("age", isEqualTo: 25)
      return try SDKValue.value(
        await device.store.performQuery(
          query,
          options: SMRequestOptions(returnedFieldsRestrictedTo: [
            "age", "createddate", "lastmoddate",
          ])))
    },
    Scenario("Queries: how many", given: people, expects: [3, 0]) { device in
      let some = SMQuery(schema: "person")
      some.where("age", isGreaterThan: 0)
      let none = SMQuery(schema: "person")
      none.where("age", isGreaterThan: 99)
      return [
        .integer(Int64(try await device.store.performCount(some))),
        .integer(Int64(try await device.store.performCount(none))),
      ]
    },
    Scenario(
      "Queries: of a field that is not", given: people,
      expects: refused(400, ["error": "Field size does not exist in schema person"])
    ) { device in
      await SDKValue.failure {
        let query = SMQuery(schema: "person")
        query.where("size", isEqualTo: 1)
        _ = try await device.store.perform(query)
      }
    },
  ]

  private static let towns: [Given] = [
    .schema("town", ["at": "geopoint"]),
    .object("town", ["town_id": "tahoe", "at": ["lat": 39.119939, "lon": -120.033188]]),
    .object("town", ["town_id": "rafael", "at": ["lat": 37.977086, "lon": -122.531033]]),
    .object("town", ["town_id": "far", "at": ["lat": 38.993572, "lon": 59.084473]]),
  ]
  private static let rafael = stored([
    "town_id": "rafael", "at": ["lat": 37.977086, "lon": -122.531033],
  ])
  private static let tahoe = stored([
    "town_id": "tahoe", "at": ["lat": 39.119939, "lon": -120.033188],
  ])

  private static func placing(
    _ what: String, expects outcome: JSON,
    _ ask: @escaping @Sendable (SMQuery, SMGeoPoint) -> Void
  ) -> Scenario {
    Scenario("Geo-Location: \(what)", given: towns, expects: outcome) { device in
      let query = SMQuery(schema: "town")
      ask(query, SMGeoPoint(latitude: 37.775, longitude: -122.4183))
      return try SDKValue.value(await device.store.perform(query))
    }
  }

  static let places = [
    Scenario(
      "Geo-Location: saving and reading",
      expects: [
        stored(["town_id": "1", "at": ["lat": 37.775, "lon": -122.4183]]),
        stored(["town_id": "1", "at": ["lat": 37.775, "lon": -122.4183]]),
      ]
    ) { device in
      [
        try SDKValue.value(
          await device.store.createObject(
            ["town_id": "1", "at": SMGeoPoint(latitude: 37.775, longitude: -122.4183)],
            inSchema: "town")),
        try SDKValue.value(await device.store.readObject(withId: "1", inSchema: "town")),
      ]
    },
    placing("within miles", expects: [rafael]) {
      $0.where("at", isWithin: 16, milesOf: $1)
    },
    placing("within kilometres", expects: [tahoe, rafael]) {
      $0.where("at", isWithin: 300, kilometersOf: $1)
    },
    placing("within a box", expects: [rafael]) {
      $0.where(
        "at", isWithinBoundsWithSWGeoPoint: SMGeoPoint(latitude: 37, longitude: -123),
        andNEGeoPoint: SMGeoPoint(latitude: $1.latitude() + 1, longitude: -122))
    },
    placing(
      "the nearest",
      expects: [
        stored([
          "town_id": "rafael",
          "at": ["lat": 37.977086, "lon": -122.531033, "distance": 0.0038538599176824837],
        ])
      ]
    ) {
      $0.where("at", nearGeoPoint: $1)
      $0.limit(1)
    },
  ]
}
