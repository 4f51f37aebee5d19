import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `MKCollection objects` {
  @Test func `a new object is created with all fields, and gets the server's fields`() throws {
    let app = TestApp(.item(["username": "mario", "views": 3]))
    try app.run {
      let picture = try #require(MKCollection(name: "picturedata"))
      picture.setObject("mario", forKey: "username")
      #expect(picture.isTransient && picture.isChanged)
      #expect(picture.createdAt == nil && picture.creatorId == nil)
      try picture.save()
      #expect(picture.collectionId == "ef02")
      #expect(picture.createdAt == Date(timeIntervalSince1970: 1_504_601_266.703))
      #expect(picture.updatedAt == Date(timeIntervalSince1970: 1_504_601_300))
      #expect(picture.creatorId == "public")
      #expect(picture.updaterId == "u2")
      #expect(!picture.isTransient && !picture.isChanged)
      #expect(picture.allKeys == ["sync", "trash", "username", "views"])
      #expect(picture.object(forKey: "views") as? Int == 3)
      #expect(picture.object(forKey: "createdAt") as? Date == picture.createdAt)
      #expect(picture.object(forKey: "id") as? String == "ef02")
    }
    #expect(app.service.lines == [#"POST /picturedata/ {"username":"mario"}"#])
    #expect(
      app.service.requests.map(\.head) == [
        "http://127.0.0.1:8080\nsecret: s3cr3t\nContent-Type: application/json"
      ])
  }

  @Test func `a save sends only changed fields, and nothing without changes`() throws {
    let app = TestApp(.item(["a": 1, "b": 2]), .item(["a": 1, "b": 3]))
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      object.setObject(1, forKey: "a")
      object.setObject(2, forKey: "b")
      try object.save()
      try object.save()
      object.setObject(3, forKey: "b")
      object.setObject("mine", forKey: "creatorId")
      try object.save()
    }
    #expect(app.service.lines == [#"POST /c/ {"a":1,"b":2}"#, #"POST /c/ {"id":"ef02","b":3}"#])
  }

  @Test func `a refresh replaces local changes`() throws {
    let app = TestApp(.item(["a": 1]))
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      object.collectionId = "a b"
      object.setObject(9, forKey: "local")
      try object.refresh()
      #expect(object.allKeys == ["a", "sync", "trash"])
      #expect(!object.isChanged)
    }
    #expect(app.service.lines == ["GET /c/a b"])
  }

  @Test func `a deleted object keeps its fields and can be created again`() throws {
    let app = TestApp(.item(["a": 1]), .json(.ok, ["count": 1]), .item())
    try app.run {
      let object = try #require(MKCollection(name: "c"))
      object.setObject(1, forKey: "a")
      try object.save()
      try object.delete()
      #expect(object.collectionId == nil && object.createdAt == nil)
      #expect(object.object(forKey: "a") as? Int == 1)
      try object.save()
    }
    #expect(
      app.service.lines == [
        #"POST /c/ {"a":1}"#, #"DELETE /c/?{"id":"ef02"}"#,
        #"POST /c/ {"a":1,"sync":0,"trash":0}"#,
      ])
    #expect(app.service.requests[1].target.raw == "/c/?%7B%22id%22%3A%22ef02%22%7D")
  }

  @Test(arguments: ["", "a/b", "a?b", "a#b"])
  func `a collection name that would change the path gives no object`(_ name: String) {
    #expect(MKCollection(name: name) == nil)
  }

  @Test(arguments: ["a.b", "$a", "", "a b"])
  func `an object with an invalid key cannot be saved`(_ key: String) {
    let app = TestApp(.item())
    app.run {
      let object = MKCollection(name: "c")
      object.setObject(1, forKey: key)
      let message = "Invalid key \"\(key)\"; use letters, digits, \"_\" and \"-\"."
      #expect(throws: MKError(.invalidParams, message: message)) { try object.save() }
    }
    #expect(app.service.requests.isEmpty)
  }

  @Test(arguments: [nil, ""])
  func `an object without an id cannot be refreshed or deleted`(_ id: String?) {
    let app = TestApp(.item())
    app.run {
      let object = MKCollection(name: "c")
      object?.collectionId = id
      let error = MKError(.invalidParams, message: "The object has no id; save it first.")
      #expect(throws: error) { try object.refresh() }
      #expect(throws: error) { try object.delete() }
    }
    #expect(app.service.requests.isEmpty)
  }

  @Test func `a change that is made during a save is kept`() async throws {
    let object = Parcelled()
    let service = ScriptedServer([.item(["a": 1])])
    let app = TestApp(change: { environment in
      environment.transport = .inProcess(
        Responder(
          name: "late",
          immediate: { request in
            object.collection?.setObject(2, forKey: "a")
            return service.answer(request)
          }))
    })
    try await app.run {
      let collection = try #require(MKCollection(name: "c"))
      collection.setObject(1, forKey: "a")
      object.collection = collection
      try await collection.save()
      #expect(collection.object(forKey: "a") as? Int == 2)
      #expect(collection.isChanged)
    }
  }

  @Test func `an object can be of an app's own subclass`() async throws {
    let app = TestApp(.item(["username": "mario"]))
    try await app.run {
      let picture = try #require(Picture())
      picture.setObject("mario", forKey: "username")
      try await picture.save()
      #expect(picture.userName == "mario")
    }
    #expect(app.service.lines == [#"POST /picturedata/ {"username":"mario"}"#])
  }
}
