import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

@testable import mkApp

@Suite(.limitedConcurrency) struct `State of an object` {
  private static let item: JSONObject = [
    "id": "x", "createdAt": 1000, "updatedAt": "1970-01-01T00:00:02Z", "creatorId": "c",
    "updaterId": "u", "a": 1, "b": [1, 2],
  ]

  @Test func `an object shows and keeps each of the server's fields`() throws {
    let app = TestApp(.json(.ok, .object(Self.item)), .json(.ok, ["count": 1]))
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      #expect(object.isTransient && !object.isChanged && object.allKeysAndValues.isEmpty)
      object.collectionId = "x"
      try object.refresh()
      #expect(!object.isTransient)
      #expect(object.createdAt == Date(timeIntervalSince1970: 1))
      #expect(object.updatedAt == Date(timeIntervalSince1970: 2))
      #expect([object.creatorId, object.updaterId] == ["c", "u"])
      let keys = ["id", "createdAt", "updatedAt", "creatorId", "updaterId", "a", "none"]
      #expect(
        keys.map { key in object.object(forKey: key).map { "\($0)" } ?? "-" } == [
          "x", "\(Date(timeIntervalSince1970: 1))", "\(Date(timeIntervalSince1970: 2))", "c", "u",
          "1", "-",
        ])
      #expect(
        ["createdAt", "updatedAt", "creatorId", "a", "b"].map { object.date(forKey: $0) } == [
          object.createdAt, object.updatedAt, nil, Date(timeIntervalSince1970: 0.001), nil,
        ])
      for key in ["id", "createdAt", "updatedAt", "creatorId", "updaterId"] {
        object.setObject("mine", forKey: key)
      }
      #expect(!object.isChanged && object.collectionId == "x" && object.creatorId == "c")
      try object.delete()
      #expect(object.isTransient && object.isChanged)
      #expect(object.createdAt == nil && object.creatorId == nil && object.updaterId == nil)
      #expect(object.allKeys == ["a", "b"])
    }
  }

  @Test func `a save keeps the changes after its request`() throws {
    var state = MKCollectionState()
    state.set(.json(1), forKey: "a")
    state.set(.json(2), forKey: "b")
    let sent = state.changes
    state.set(.json(3), forKey: "b")
    state.set(.json(4), forKey: "c")
    state.apply(["id": "x", "a": 1, "b": 2, "d": 5], sent: sent, .milliseconds)
    #expect(state.id == "x" && Set(state.changes.keys) == ["b", "c"])
    let values = state.values.mapValues { try? $0.json(.milliseconds, key: "") }
    #expect(values == ["a": 1, "b": 3, "c": 4, "d": 5])
    #expect(try state.draft(.milliseconds) == ["id": "x", "b": 3, "c": 4])
    state.apply(["a": 9], sent: state.changes, .milliseconds)
    #expect(state.id == "x" && state.base.isEmpty && state.changes.isEmpty)
    #expect(state.values.keys.sorted() == ["a"])
  }

  @Test func `a date stays a date while the server's value is the same`() {
    var state = MKCollectionState()
    let date = Date(timeIntervalSince1970: 1.5)
    state.set(.date(date), forKey: "a")
    state.set(.date(date), forKey: "b")
    state.apply(["id": "x", "a": 1500, "b": 1501], sent: state.changes, .milliseconds)
    #expect(state.values["a"]?.foundation as? Date == date)
    #expect(state.values["b"]?.foundation as? Int == 1501)
  }

  @Test(arguments: ["a", "a1", "A_b-c", "ä"]) func `a key has letters, digits, _ and -`(
    _ key: String
  ) throws {
    var state = MKCollectionState()
    state.set(.json(1), forKey: key)
    #expect(try state.draft(.seconds) == [key: 1])
  }

  private static let dates: [(DateForm, Double, Int64, Double)] = [
    (.milliseconds, 1.5, 1500, 1.5), (.milliseconds, 1.0004, 1000, 1),
    (.milliseconds, 1.0006, 1001, 1.001), (.seconds, 7.4, 7, 7), (.seconds, 7.6, 8, 8),
  ]

  @Test(arguments: dates) func `a date has one number and is read from it`(
    _ form: DateForm, _ seconds: Double, _ number: Int64, _ read: Double
  ) {
    #expect(form.json(Date(timeIntervalSince1970: seconds)) == .integer(number))
    #expect(form.date(.integer(number)) == Date(timeIntervalSince1970: read))
    #expect(form.date("1970-01-01T00:00:07.250Z") == Date(timeIntervalSince1970: 7.25))
    #expect(form.date("soon") == nil && form.date(true) == nil)
    #expect(form.json(Date(timeIntervalSince1970: 1e300)) == nil)
  }

  @Test func `a date out of range is refused with its key`() throws {
    let app = TestApp(.item())
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      object.setObject(Date(timeIntervalSince1970: 1e300), forKey: "at")
      #expect(
        throws: MKError(
          .invalidParams,
          message: "A date out of range at \"at\" cannot be sent; give text, numbers, booleans, "
            + "dates, NSNull, an MKCollection, or arrays and dictionaries of them.")
      ) { try object.save() }
      #expect(throws: MKError.self) {
        try object.setObjects(from: ["at": Date(timeIntervalSince1970: 1e300)])
      }
    }
  }

  @Test func `Codable values use the instance's form of dates`() throws {
    let app = TestApp(.item())
    app.instance.jsonDateFormatInSeconds = true
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      let date = Date(timeIntervalSince1970: 7)
      try object.setObjects(from: ["at": date])
      #expect(object.object(forKey: "at") as? Int == 7)
      #expect(try object.decode([String: Date].self) == ["at": date])
      object.setObject("x", forKey: "at")
      let error = #expect(throws: MKError.self) { try object.decode([String: Date].self) }
      #expect(error?.code == .invalidResponse)
    }
  }

  @Test(arguments: [.json(.ok, ["a": 1]), .json(.ok, ["id": 7])] as [Response])
  func `a saved object needs the server's id`(_ answer: Response) throws {
    let app = TestApp(answer)
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      #expect(
        throws: MKError(.invalidResponse, message: "The server's response has no id.")
      ) { try object.save() }
      #expect(object.isTransient)
    }
  }

  @Test func `each call on an optional object is that of the object`() async throws {
    let app = TestApp(.item())
    let object = app.run { MKCollection(name: "c") }
    object.setObject(1, forKey: "a")
    let blocking: () throws -> Void = {
      try object.save()
      try object.refresh()
      try object.delete()
    }
    try blocking()
    for call in ["save", "refresh", "delete"] {
      object?.collectionId = "ef02"
      let isDone = await withCheckedContinuation { (done: CheckedContinuation<Bool, Never>) in
        let block: @Sendable (MKCollection?, (any Error)?) -> Void = {
          done.resume(returning: $0 === object && $1 == nil)
        }
        switch call {
        case "save": object.saveInBackground(block)
        case "refresh": object.refreshInBackground(block)
        default: object.deleteInBackground(block)
        }
      }
      #expect(isDone, "\(call)")
    }
    let methods = app.service.requests.map(\.method)
    #expect(methods == [.post, .get, .delete, .post, .get, .delete])
  }

  @Test(arguments: [
    ("users", "/users", true), ("/users", "/users", true), ("//users/me", "/users/me", true),
    ("users/", "/users/", true), ("usersx", "/usersx", false), ("a b/users", "/a%20b/users", false),
    ("a/users/", "/a/users/", false), ("user", "/user", false), ("", "/", false),
  ])
  func `a path that an app wrote is encoded, and may be about users`(
    _ written: String, _ path: String, _ isAboutUsers: Bool
  ) {
    let draft = RequestDraft(.get, relativePath: written)
    #expect(draft.path == path && draft.isAboutUsers == isAboutUsers)
  }

  @Test func `calls on a missing object name the reason`() async throws {
    let app = TestApp(.item())
    let missing = MKError(
      .invalidParams, message: "The object is nil; use a valid collection name.")
    let none = app.run { MKCollection(name: "") }
    await #expect(throws: missing) { try await none.save() }
    await #expect(throws: missing) { try await none.refresh() }
    await #expect(throws: missing) { try await none.delete() }
    let some = app.run { MKCollection(name: "c") }
    some.setObject(1, forKey: "a")
    #expect(some.object(forKey: "a") as? Int == 1)
    try await some.save()
    try await some.refresh()
    try await some.delete()
    #expect(
      app.service.lines == [#"POST /c/ {"a":1}"#, "GET /c/ef02", #"DELETE /c/?{"id":"ef02"}"#])
  }
}
