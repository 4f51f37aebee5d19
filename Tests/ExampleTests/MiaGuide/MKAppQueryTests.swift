import Foundation
import GhostlightCore
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `The guide on MIAQuery` {
  let app = MKAppGuideApp()

  func print(_ value: Any?) { app.show(value) }

  private func add(_ item: JSONObject) throws {
    try app.setUp(
      "item exists", ["collection": "picturedata", "item": .object(item)])
  }

  @Test func `MIAQuery: the object with an id`() async throws {
    try add([
      "id": "004b44b9182c19e2", "username": "mario", "picturename": "image51.jpg",
      "picturedate": 1_395_507_940_351,
    ])
    let shown = await app.shown(3) {
      let query = MIAQuery(collectionName: "picturedata")
      query.getObjectWithID("004b44b9182c19e2") { (object: Any?, error: Error?) in
        // Do something with the returned object (the object could be nil if there is an error. Always check the error variable)
        guard error == nil, let picData = object as? MKCollection else {
          return
        }
        let name = picData.object(forKey: "username")
        let fileName = picData.object(forKey: "picturename")
        let pictureDate = picData.object(forKey: "picturedate")
        print(name)
        print(fileName)
        print(pictureDate)
      }
    }
    #expect(shown == ["mario", "image51.jpg", "1395507940351"])
  }

  @Test func `MIAQuery: an object that does not exist`() async throws {
    let shown = await app.shown {
      let query = MIAQuery(collectionName: "picturedata")
      query.getObjectWithID("004b44b9182c19e2") { (object: Any?, error: Error?) in
        print("\(object == nil) \((error as? MKError)?.statusCode ?? 0)")
      }
    }
    #expect(shown == ["true 404"])
  }

  @Test func `MIAQuery: findObjects with a callback`() async throws {
    let dateLastDownload = Date(timeIntervalSince1970: 0)
    for number in [2, 1, 3] {
      try add(["id": .string("p\(number)"), "picturename": .string("image\(number)")])
    }
    let shown = await app.shown(3) {
      let query = MIAQuery(collectionName: "picturedata")
      query.limit = 10
      //dateLastDownload is an instance of Date
      query.addFilter(forKey: "updatedAt", relatedBy: .greaterThan, to: dateLastDownload)
      query.addSortKey("picturename", ascending: true)
      query.findObjects { (objects: [Any]?, error: Error?) in
        guard error == nil, let mkcollections = objects as? [MKCollection] else {
          return
        }
        for collection in mkcollections {
          print(collection.collectionId)
        }
      }
    }
    #expect(shown == ["p1", "p2", "p3"])
  }

  @Test func `MIAQuery: findObjects as a blocking call`() throws {
    try add(["id": "p1"])
    let found = try app.run { try MIAQuery(collectionName: "picturedata").findObjects() }
    #expect((found as? [MKCollection])?.map(\.collectionId) == ["p1"])
  }

  @Test func `MIAQuery: several ways to put constraints`() throws {
    let dateLastDownload = Date(timeIntervalSince1970: 1_395_507_940)
    try app.run {
      let query = MIAQuery(collectionName: "picturedata")
      query.addFilter(forKey: "updatedAt", relatedBy: .greaterThan, to: dateLastDownload)
      query.addFilter(forKey: "updatedAt", relatedBy: .greaterThanOrEqual, to: dateLastDownload)
      query.addFilter(forKey: "updatedAt", relatedBy: .lessThan, to: dateLastDownload)
      query.addFilter(forKey: "updatedAt", relatedBy: .lessThanOrEqual, to: dateLastDownload)
      query.addFilter(forKey: "updatedAt", relatedBy: .equal, to: dateLastDownload)
      query.addFilter(forKey: "updatedAt", relatedBy: .notEqual, to: dateLastDownload)

      //more than one (the field key could also be an array)
      query.addFilter(forKey: "picturename", containedIn: ["image51.png", "image52.png"])
      query.addFilter(forKey: "picturename", notContainedIn: ["image51.png", "image52.png"])
      // the field key must be an array
      query.addFilter(forKey: "picturename", containsAllObjectsIn: ["image51.png", "image52.png"])

      //queries on strings
      query.addFilter(forKey: "username", whereHasPrefix: "mar")
      query.addFilter(forKey: "username", whereHasSuffix: "mar")

      //You can give multiple constraints, and collections will only be in the results
      //if they match all of the constraints.
      //In other words, it's like an AND of constraints.

      //You can limit the number of results by setting limit. The maximum is 500.
      query.limit = 100  // only the first hundred collections will be returned

      //You can skip the first results by setting skip. This can be useful for pagination
      query.skip = 100  // only return collections over the first hundred

      //For sortable types like numbers, strings and dates,
      //you can control the order in which results are returned
      query.addSortKey("picturename", ascending: true)
      query.addSortKey("picturename", ascending: false)

      //You can restrict the fields returned by calling
      query.includeKeys(inResults: ["picturename", "username"])  // only specified keys are returned
      // all keys are returned exept the specified ones
      query.excludeKeys(fromResults: ["picturename", "username"])

      let found = try query.findObjects()
      #expect(found.isEmpty)
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var found: [String]
    var build: @Sendable (MIAQuery) -> Void

    init(_ name: String, _ found: [String], _ build: @escaping @Sendable (MIAQuery) -> Void) {
      (testDescription, self.found, self.build) = (name, found, build)
    }
  }

  static let rows = [
    Row("greaterThan", ["c"]) { $0.addFilter(forKey: "n", relatedBy: .greaterThan, to: 2) },
    Row("greaterThanOrEqual", ["b", "c"]) {
      $0.addFilter(forKey: "n", relatedBy: .greaterThanOrEqual, to: 2)
    },
    Row("lessThan", ["a"]) { $0.addFilter(forKey: "n", relatedBy: .lessThan, to: 2) },
    Row("lessThanOrEqual", ["a", "b"]) {
      $0.addFilter(forKey: "n", relatedBy: .lessThanOrEqual, to: 2)
    },
    Row("equal", ["b"]) { $0.addFilter(forKey: "n", relatedBy: .equal, to: 2) },
    Row("notEqual", ["a", "c"]) { $0.addFilter(forKey: "n", relatedBy: .notEqual, to: 2) },
    Row("containedIn", ["a", "c"]) { $0.addFilter(forKey: "n", containedIn: [1, 3]) },
    Row("containedIn, of an array", ["a", "b"]) {
      $0.addFilter(forKey: "tags", containedIn: ["x", "q"])
    },
    Row("notContainedIn", ["b"]) { $0.addFilter(forKey: "n", notContainedIn: [1, 3]) },
    Row("containsAllObjectsIn", ["b"]) {
      $0.addFilter(forKey: "tags", containsAllObjectsIn: ["x", "y"])
    },
    Row("whereHasPrefix", ["a", "b"]) { $0.addFilter(forKey: "name", whereHasPrefix: "mar") },
    Row("whereHasSuffix", ["b"]) { $0.addFilter(forKey: "name", whereHasSuffix: "a.") },
    Row("an AND of constraints", ["b"]) {
      $0.addFilter(forKey: "n", relatedBy: .greaterThan, to: 1)
      $0.addFilter(forKey: "name", whereHasPrefix: "mar")
    },
    Row("limit and skip", ["b"]) {
      $0.limit = 1
      $0.skip = 1
    },
    Row("sorted, falling", ["c", "b", "a"]) { $0.addSortKey("n", ascending: false) },
    Row("sorted by two keys", ["b", "c", "a"]) {
      $0.addSortKey("odd", ascending: true)
      $0.addSortKey("n", ascending: false)
    },
  ]

  @Test(arguments: rows)
  func `MIAQuery: objects that each constraint finds`(_ row: Row) throws {
    try add(["id": "a", "n": 1, "odd": true, "name": "mario", "tags": ["x"]])
    try add(["id": "b", "n": 2, "odd": false, "name": "mara.", "tags": ["x", "y"]])
    try add(["id": "c", "n": 3, "odd": true, "name": "ana", "tags": []])
    let found = try app.run {
      let query = MIAQuery(collectionName: "picturedata")
      row.build(query)
      return try query.findObjects()
    }
    #expect((found as? [MKCollection])?.map { $0.collectionId ?? "-" } == row.found)
  }

  @Test(arguments: [true, false])
  func `MIAQuery: returned fields`(_ includes: Bool) async throws {
    try add(["id": "a", "username": "mario", "picturename": "p", "size": 1])
    let query = app.run { MIAQuery(collectionName: "picturedata") }
    if includes {
      query.includeKeys(inResults: ["picturename", "username"])
    } else {
      query.excludeKeys(fromResults: ["picturename", "username"])
    }
    let found = try await query.findObjects()
    #expect(found.map(\.collectionId) == ["a"])
    let keys = found.first?.allKeys
    #expect(keys == (includes ? ["picturename", "username"] : ["size", "sync", "trash"]))
  }
}
