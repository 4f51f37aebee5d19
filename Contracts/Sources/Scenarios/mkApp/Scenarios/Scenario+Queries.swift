import Foundation
import GhostlightCore
import TestExecutors
import mkApp

/// Scenarios for queries of a collection.
extension Scenario {
  private static let pictures: [Given] = [
    .item([
      "id": "p1", "name": "dawn.jpg", "views": 10, "tags": ["x", "y"], "taken": 1_000_000,
    ]),
    .item(["id": "p2", "name": "noon.jpg", "views": 20, "tags": ["y"], "taken": 2_000_000]),
    .item(["id": "p3", "name": "Dusk.png", "views": 30, "tags": []]),
  ]

  /// Returns a scenario that expects a query to find the objects with the ids in `ids`.
  private static func asking(
    _ what: String, of pictures: [Given] = pictures, finds ids: String,
    _ ask: @escaping @Sendable (MIAQuery) -> Void
  ) -> Scenario {
    Scenario("MIAQuery: \(what)", given: pictures, expects: .string(ids)) { device in
      try await device.run {
        let query = MIAQuery(collectionName: "picturedata")
        ask(query)
        return .string(
          try await device.find(query).map { $0.collectionId ?? "-" }.joined(separator: " "))
      }
    }
  }

  static let filters = [
    asking("equal", finds: "p2") {
      $0.addFilter(forKey: "name", relatedBy: .equal, to: "noon.jpg")
    },
    asking("not equal", finds: "p1 p3") {
      $0.addFilter(forKey: "name", relatedBy: .notEqual, to: "noon.jpg")
    },
    asking("greater", finds: "p3") {
      $0.addFilter(forKey: "views", relatedBy: .greaterThan, to: 20)
    },
    asking("greater or equal", finds: "p2 p3") {
      $0.addFilter(forKey: "views", relatedBy: .greaterThanOrEqual, to: 20)
    },
    asking("less", finds: "p1") { $0.addFilter(forKey: "views", relatedBy: .lessThan, to: 20) },
    asking("less or equal", finds: "p1 p2") {
      $0.addFilter(forKey: "views", relatedBy: .lessThanOrEqual, to: 20)
    },
    asking("later", finds: "p2") {
      $0.addFilter(
        forKey: "taken", relatedBy: .greaterThan, to: Date(timeIntervalSince1970: 1_500))
    },
    asking("changed since", finds: "p1 p2 p3") {
      $0.addFilter(
        forKey: "updatedAt", relatedBy: .greaterThanOrEqual,
        to: Date(timeIntervalSince1970: 1_000_000_000))
    },
    asking("one of", finds: "p1 p3") { $0.addFilter(forKey: "views", containedIn: [10, 30]) },
    asking("none of", finds: "p2") { $0.addFilter(forKey: "views", notContainedIn: [10, 30]) },
    asking("all of", finds: "p1") {
      $0.addFilter(forKey: "tags", containsAllObjectsIn: ["y", "x"])
    },
    asking("prefix", finds: "p1") { $0.addFilter(forKey: "name", whereHasPrefix: "dawn.") },
    asking("suffix", finds: "p1 p2") { $0.addFilter(forKey: "name", whereHasSuffix: ".jpg") },
    asking("several at once", finds: "p2") {
      $0.addFilter(forKey: "views", relatedBy: .greaterThan, to: 10)
      $0.addFilter(forKey: "views", relatedBy: .lessThan, to: 30)
    },
    asking("one of, in a list", finds: "p1") {
      $0.addFilter(forKey: "tags", containedIn: ["x", "z"])
    },
    asking("none of, in a list", finds: "p2 p3") {
      $0.addFilter(forKey: "tags", notContainedIn: ["x", "z"])
    },
    asking("prefix, as it is written", finds: "p3") {
      $0.addFilter(forKey: "name", whereHasPrefix: "D")
    },
    asking("suffix, without patterns", finds: "") {
      $0.addFilter(forKey: "name", whereHasSuffix: "n.*g")
    },
    asking("order", finds: "p2 p1 p3") { $0.addSortKey("name", ascending: false) },
    asking("page", finds: "p2") {
      $0.addSortKey("views", ascending: true)
      $0.limit = 1
      $0.skip = 1
    },
  ]

  /// Scenarios for the relations in the vendor's guide: the dates of three objects are compared
  /// with the date of the second.
  static let changes = [
    (MIAQueryRelation.greaterThan, "p3"), (.greaterThanOrEqual, "p2 p3"), (.lessThan, "p1"),
    (.lessThanOrEqual, "p1 p2"), (.equal, "p2"), (.notEqual, "p1 p3"),
  ].map { relation, ids in
    let dated = (1...3).map { number in
      Given.item([
        "id": .string("p\(number)"), "updatedAt": .integer(1_504_601_266_702 + Int64(number)),
      ])
    }
    return asking("updatedAt \(relation)", of: dated, finds: ids) {
      $0.addFilter(
        forKey: "updatedAt", relatedBy: relation,
        to: Date(timeIntervalSince1970: 1_504_601_266.704))
    }
  }

  /// Scenarios for a result that has more objects than fit on one page.
  static let pages = [
    Scenario(
      "MIAQuery: pages of a hundred",
      given: (1...250).map { .item(["id": .string("\($0)"), "n": .integer(Int64($0))]) },
      expects: ["100: 1 to 100", "100: 101 to 200", "50: 201 to 250", "0: - to -", 249]
    ) { device in
      try await device.run {
        let query = MIAQuery(collectionName: "picturedata")
        query.addSortKey("n", ascending: true)
        query.limit = 100
        var answers: [JSON] = []
        for skip in [0, 100, 200, 300] {
          query.skip = skip
          let ids = try await device.find(query).map { $0.collectionId ?? "-" }
          answers.append(.string("\(ids.count): \(ids.first ?? "-") to \(ids.last ?? "-")"))
        }
        query.addFilter(forKey: "n", relatedBy: .greaterThan, to: 1)
        return .array(answers + [.integer(Int64(try await device.count(query)))])
      }
    }
  ]

  private struct Picture: Codable {
    var name: String
    var views: Int?
  }

  static let queries = [
    Scenario(
      "MIAQuery: the ways to find", given: pictures,
      expects: [2, "dawn.jpg 10, noon.jpg 20", 3]
    ) { device in
      try await device.run {
        let query = MIAQuery(collectionName: "picturedata")
        query.limit = 2
        let count = try await device.find(query).count
        let found = try await query.findObjects(as: Picture.self)
        let text = found.map { "\($0.name) \($0.views ?? 0)" }.joined(separator: ", ")
        return [
          .integer(Int64(count)), .string(text),
          .integer(Int64(try await device.count(query))),
        ]
      }
    },
    Scenario(
      "MIAQuery: one object", given: pictures,
      expects: [
        item(["id": "p1", "name": "dawn.jpg", "views": 10, "tags": ["x", "y"], "taken": 1_000_000]),
        ["code": 101, "status": 404, "message": "Resource not found"], "noon.jpg",
      ]
    ) { device in
      try await device.run {
        let query = MIAQuery(collectionName: "picturedata")
        return [
          SDKValue.object(try await device.get("p1", by: query)),
          await SDKValue.failure { _ = try await device.get("p9", by: query) },
          SDKValue.value(try await device.get("p2", by: query).object(forKey: "name")),
        ]
      }
    },
    Scenario(
      "MIAQuery: keys in results", given: pictures,
      expects: [["id": "p1", "name": "dawn.jpg"], ["id": "p1", "name": "dawn.jpg", "views": 10]]
    ) { device in
      try await device.run {
        let query = MIAQuery(collectionName: "picturedata")
        query.includeKeys(inResults: ["name"])
        query.limit = 1
        let some = try await device.find(query)
        query.excludeKeys(fromResults: [
          "tags", "taken", "createdAt", "updatedAt", "creatorId", "updaterId",
        ])
        let most = try await device.find(query)
        return [SDKValue.object(some.first), SDKValue.object(most.first)]
      }
    },
  ]
}
