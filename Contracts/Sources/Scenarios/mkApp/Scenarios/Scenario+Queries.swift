import Foundation
import GhostlightCore
import TestExecutors
import mkApp

/// Questions to a collection.
extension Scenario {
  private static let pictures: [Given] = [
    .item([
      "id": "p1", "name": "dawn.jpg", "views": 10, "tags": ["x", "y"], "taken": 1_000_000,
    ]),
    .item(["id": "p2", "name": "noon.jpg", "views": 20, "tags": ["y"], "taken": 2_000_000]),
    .item(["id": "p3", "name": "Dusk.png", "views": 30, "tags": []]),
  ]

  /// The ids of those that a query finds.
  private static func asking(
    _ what: String, finds ids: String, _ ask: @escaping @Sendable (MIAQuery) -> Void
  ) -> Scenario {
    Scenario("MIAQuery: \(what)", given: pictures, expects: .string(ids)) { device in
      try await device.run {
        let query = MIAQuery(collectionName: "picturedata")
        ask(query)
        return .string(
          try await query.findObjects().map { $0.collectionId ?? "-" }.joined(separator: " "))
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
        to: Date(timeIntervalSince1970: 1_504_601_266))
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

  /// The guide's relations, each to the date of the second of three changes.
  static let changes = [
    (MIAQueryRelation.greaterThan, "p3"), (.greaterThanOrEqual, "p2 p3"), (.lessThan, "p1"),
    (.lessThanOrEqual, "p1 p2"), (.equal, "p2"), (.notEqual, "p1 p3"),
  ].map { relation, ids in
    asking("updatedAt \(relation)", finds: ids) {
      let second = Date(timeIntervalSince1970: 1_504_601_266.704)
      $0.addFilter(forKey: "updatedAt", relatedBy: relation, to: second)
    }
  }

  /// Pages of more objects than one of them holds.
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
          let ids = try await query.findObjects().map { $0.collectionId ?? "-" }
          answers.append(.string("\(ids.count): \(ids.first ?? "-") to \(ids.last ?? "-")"))
        }
        query.addFilter(forKey: "n", relatedBy: .greaterThan, to: 1)
        return .array(answers + [.integer(Int64(try await query.countObjects()))])
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
      expects: [2, ["found": 2, "error": nil], "dawn.jpg 10, noon.jpg 20", 3, 3]
    ) { device in
      let blocked: [JSON] = try await device.block {
        let query = MIAQuery(collectionName: "picturedata")
        query.limit = 2
        return [
          .integer(Int64(try query.findObjects().count)), .integer(Int64(try query.countObjects())),
        ]
      }
      let received: JSON = try await device.awaitCallback { resume in
        let query = MIAQuery(collectionName: "picturedata")
        query.limit = 2
        query.findObjects { objects, error in
          resume([
            "found": .integer(Int64(objects?.count ?? -1)), "error": SDKValue.error(error),
          ])
        }
      }
      return try await device.run {
        let query = MIAQuery(collectionName: "picturedata")
        query.limit = 2
        let found = try await query.findObjects(as: Picture.self)
        let text = found.map { "\($0.name) \($0.views ?? 0)" }.joined(separator: ", ")
        return [
          blocked[0], received, .string(text), blocked[1],
          .integer(Int64(try await query.countObjects())),
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
      var answers: [JSON] = []
      for id in ["p1", "p9"] {
        answers.append(
          try await device.awaitCallback { resume in
            MIAQuery(collectionName: "picturedata").getObjectWithID(id) { object, error in
              resume(
                error == nil ? SDKValue.object(object as? MKCollection) : SDKValue.error(error))
            }
          })
      }
      let object = try await device.run {
        try await MIAQuery(collectionName: "picturedata").getObject(withID: "p2")
      }
      return .array(answers + [SDKValue.value(object.object(forKey: "name"))])
    },
    Scenario(
      "MIAQuery: keys in results", given: pictures,
      expects: [["id": "p1", "name": "dawn.jpg"], ["id": "p1", "name": "dawn.jpg", "views": 10]]
    ) { device in
      try await device.run {
        let query = MIAQuery(collectionName: "picturedata")
        query.includeKeys(inResults: ["name"])
        query.limit = 1
        let some = try await query.findObjects()
        query.excludeKeys(fromResults: [
          "tags", "taken", "createdAt", "updatedAt", "creatorId", "updaterId",
        ])
        let most = try await query.findObjects()
        return [SDKValue.object(some.first), SDKValue.object(most.first)]
      }
    },
  ]
}
