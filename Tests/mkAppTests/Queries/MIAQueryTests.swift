import Foundation
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `MIAQuery requests` {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var build: @Sendable (MIAQuery) -> Void

    init(_ query: String, _ build: @escaping @Sendable (MIAQuery) -> Void) {
      (testDescription, self.build) = (query, build)
    }
  }

  static let date = Date(timeIntervalSince1970: 1_504_601_033.071)

  static let rows = [
    Row("") { _ in },
    Row(#"{"$limit":10}"#) { $0.limit = 10 },
    Row(#"{"$limit":500}"#) { $0.limit = 501 },
    Row("") { $0.limit = -1 },
    Row(#"{"$skip":100}"#) { $0.skip = 100 },
    Row("") { $0.skip = -1 },
    Row(#"{"$and":[{"updatedAt":{"$gt":1504601033071}}]}"#) {
      $0.addFilter(forKey: "updatedAt", relatedBy: .greaterThan, to: date)
    },
    Row(#"{"$and":[{"n":{"$gte":1}}]}"#) {
      $0.addFilter(forKey: "n", relatedBy: .greaterThanOrEqual, to: 1)
    },
    Row(#"{"$and":[{"n":{"$lt":1.5}}]}"#) {
      $0.addFilter(forKey: "n", relatedBy: .lessThan, to: 1.5)
    },
    Row(#"{"$and":[{"n":{"$lte":"a"}}]}"#) {
      $0.addFilter(forKey: "n", relatedBy: .lessThanOrEqual, to: "a")
    },
    Row(#"{"$and":[{"n":true}]}"#) { $0.addFilter(forKey: "n", relatedBy: .equal, to: true) },
    Row(#"{"$and":[{"n":{"$ne":null}}]}"#) {
      $0.addFilter(forKey: "n", relatedBy: .notEqual, to: NSNull())
    },
    Row(#"{"$and":[{"p":{"$in":["a","b"]}}]}"#) {
      $0.addFilter(forKey: "p", containedIn: ["a", "b"])
    },
    Row(#"{"$and":[{"p":{"$nin":[1,2.5]}}]}"#) {
      $0.addFilter(forKey: "p", notContainedIn: [1, 2.5])
    },
    Row(#"{"$and":[{"p":{"$all":["a"]}}]}"#) {
      $0.addFilter(forKey: "p", containsAllObjectsIn: ["a"])
    },
    Row(#"{"$and":[{"u":{"$regex":"^mar"}}]}"#) {
      $0.addFilter(forKey: "u", whereHasPrefix: "mar")
    },
    Row(#"{"$and":[{"u":{"$regex":"a\\.\\*b$"}}]}"#) {
      $0.addFilter(forKey: "u", whereHasSuffix: "a.*b")
    },
    Row(#"{"$and":[{"a":1},{"a":{"$ne":2}}]}"#) {
      $0.addFilter(forKey: "a", relatedBy: .equal, to: 1)
      $0.addFilter(forKey: "a", relatedBy: .notEqual, to: 2)
    },
    Row(#"{"$sort":{"z":1,"a":-1}}"#) {
      $0.addSortKey("z", ascending: true)
      $0.addSortKey("a", ascending: false)
    },
    Row(#"{"$sort":{"z":-1,"a":1}}"#) {
      $0.addSortKey("z", ascending: true)
      $0.addSortKey("a", ascending: true)
      $0.addSortKey("z", ascending: false)
    },
    Row(#"{"$fields":{"a":1,"b":1}}"#) { $0.includeKeys(inResults: ["b", "a"]) },
    Row(#"{"$fields":{"b":0}}"#) {
      $0.includeKeys(inResults: ["a"])
      $0.excludeKeys(fromResults: ["b"])
    },
    Row(#"{"$and":[{"a":1}],"$fields":{"a":1},"$limit":2,"$skip":3,"$sort":{"a":1}}"#) {
      $0.addSortKey("a", ascending: true)
      $0.skip = 3
      $0.limit = 2
      $0.includeKeys(inResults: ["a"])
      $0.addFilter(forKey: "a", relatedBy: .equal, to: 1)
    },
  ]

  @Test(arguments: rows)
  func `a query sends its parameters`(_ row: Row) throws {
    let app = TestApp(.json(.ok, []))
    let found = try app.run {
      let query = MIAQuery(collectionName: "picturedata")
      row.build(query)
      return try query.findObjects()
    }
    #expect(found.isEmpty)
    let query = row.testDescription.isEmpty ? "" : "?" + row.testDescription
    #expect(app.service.lines == ["GET /picturedata/" + query])
  }

  @Test func `query results have the class of their collection`() async throws {
    let app = TestApp(.json(.ok, [["id": "1", "name": "a.png", "file": "x.png"]]))
    try await app.run {
      let things = try await MIAQuery(collectionName: "things").findObjects()
      #expect(things.map(\.collectionId) == ["1"])
      let users = try await MIAQuery(collectionName: "users").findObjects()
      #expect(users.first is MKUser)
      let files = try await MIAQuery(collectionName: "files").findObjects()
      let file = try #require(files.first as? MKCollectionFile)
      #expect(file.collectionId == "x.png" && file.name == "a.png")
    }
  }

  @Test func `getObjectWithID reads an object or reports the error`() async throws {
    let app = TestApp(.item(["a": 1]), .refusal(404, "Resource not found"))
    typealias Values = (String?, MKError?)
    for expected in [("ef02", nil), (nil, 404)] as [(String?, Int?)] {
      let outcome: Values = try await app.awaitCallback { resume in
        let query = MIAQuery(collectionName: "c")
        query.includeKeys(inResults: ["a"])
        query.getObjectWithID("ef02") { object, error in
          resume(((object as? MKCollection)?.collectionId, error as? MKError))
        }
      }
      #expect(outcome.0 == expected.0 && outcome.1?.statusCode == expected.1)
    }
    #expect(app.service.lines == Array(repeating: #"GET /c/ef02?{"$fields":{"a":1}}"#, count: 2))
  }

  @Test func `findObjects passes objects or the error to its callback`() async throws {
    let app = TestApp(.json(.ok, [["id": "1"], ["id": "2"]]), .json(.ok, ["id": "1"]))
    typealias Values = ([String?]?, MKError.Code?)
    var outcome: [Values] = []
    for _ in 1...2 {
      outcome.append(
        try await app.awaitCallback { resume in
          MIAQuery(collectionName: "c").findObjects { (objects: [Any]?, error: Error?) in
            let ids = (objects as? [MKCollection])?.map(\.collectionId)
            resume((ids, (error as? MKError)?.code))
          }
        })
    }
    #expect(outcome[0].0 == ["1", "2"] && outcome[0].1 == nil)
    #expect(outcome[1].0 == nil && outcome[1].1 == .invalidResponse)
  }

  @Test(arguments: [JSON.object(["count": 3]), 3])
  func `countObjects ignores limit and skip`(_ answer: JSON) throws {
    let app = TestApp(.json(.ok, answer))
    let count = try app.run {
      let query = MIAQuery(collectionName: "c")
      query.limit = 1
      query.skip = 1
      query.addFilter(forKey: "a", relatedBy: .equal, to: 1)
      return try query.countObjects()
    }
    #expect(count == 3)
    #expect(app.service.lines == [#"GET /c/count?{"$and":[{"a":1}]}"#])
  }

  @Test func `a query with a value that cannot be sent fails without a request`() {
    let app = TestApp()
    app.run {
      let query = MIAQuery(collectionName: "c")
      query.addFilter(forKey: "a", relatedBy: .equal, to: Data())
      let error = #expect(throws: MKError.self) { try query.findObjects() }
      #expect(error?.code == .invalidParams)
      #expect(throws: MKError.self) { try MIAQuery(collectionName: "a/b").findObjects() }
    }
    #expect(app.service.requests.isEmpty)
  }
}
