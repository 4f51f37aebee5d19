import Foundation
import GhostlightCore
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `The guide on MKCollection` {
  let app = MKAppGuideApp()

  func print(_ value: Any?) { app.show(value) }

  @Test func `MKCollection: creating, populating and saving`() throws {
    try app.run {
      var picData = MKCollection(name: "picturedata")
      picData.setObject("mario", forKey: "username")
      picData.setObject("image51.jpg", forKey: "picturename")
      picData.setObject(NSDate(), forKey: "picturedate")
      picData.setObject(NSNumber(value: false), forKey: "plashmode")

      do {
        try picData.save()
      } catch {
        print(error)
      }

      let saved = try #require(picData)
      #expect(saved.collectionId?.count == 36)
      #expect(saved.createdAt != nil && saved.createdAt == saved.updatedAt)
      #expect(saved.creatorId == "public" && saved.updaterId == "public")
      #expect(saved.object(forKey: "picturedate") is Date)
      #expect(saved.object(forKey: "plashmode") as? Bool == false)
      picData = nil
    }
  }

  @Test func `MKCollection: basic properties are set by the first save`() throws {
    try app.run {
      let picData = try #require(MKCollection(name: "picturedata"))
      #expect(picData.collectionId == nil && picData.createdAt == nil && picData.creatorId == nil)
      try picData.save()
      let created = try #require(picData.updatedAt)
      picData.setObject(true, forKey: "flashmode")
      try picData.save()
      #expect(try #require(picData.updatedAt) > created)
    }
  }

  @Test func `MKCollection: saveInBackground with a callback`() async throws {
    let shown = await app.shown {
      let picData = MKCollection(name: "picturedata")
      picData.setObject("mario", forKey: "username")
      picData.saveInBackground { (mkCollection: MKCollection?, error: Error?) in
        print(mkCollection?.object(forKey: "username"))
      }
    }
    #expect(shown == ["mario"])
  }

  @Test func `MKCollection: refresh, refreshInBackground, refreshInBackgroundWithBlock`()
    async throws
  {
    try app.setUp(
      "item exists", ["collection": "picturedata", "item": ["id": "a1", "username": "mario"]])
    let picData = try #require(app.run { MKCollection(name: "picturedata") })
    picData.collectionId = "a1"
    try await picData.refresh()
    #expect(picData.object(forKey: "username") as? String == "mario")
    try app.setUp(
      "item exists", ["collection": "picturedata", "item": ["id": "a1", "username": "luigi"]])
    let shown = await app.shown {
      picData.refreshInBackground()
      picData.refreshInBackground { (mkCollection: MKCollection?, error: Error?) in
        print(mkCollection?.object(forKey: "username"))
      }
    }
    #expect(shown == ["luigi"])
  }

  @Test func `MKCollection: deleting`() throws {
    try app.run {
      let picData = MKCollection(name: "picturedata")
      try picData.save()
      do {
        try picData.delete()
      } catch {
        print(error)
      }
      let query = MIAQuery(collectionName: "picturedata")
      let left = try query.countObjects()
      #expect(left == 0)
    }
  }

  @Test func `MKCollection: deleting in the background`() async throws {
    let picData = app.run { MKCollection(name: "picturedata") }
    try await picData.save()
    let shown = await app.shown {
      picData.deleteInBackground({ (mkCollection: MKCollection?, error: Error?) in
        //Perform some actions
        print(mkCollection?.collectionId)
      })
    }
    #expect(shown == ["nil"])
    let query = app.run { MIAQuery(collectionName: "picturedata") }
    #expect(try await query.countObjects() == 0)
  }

  @Test func `MKCollection: saving can require a login`() async throws {
    try app.setUp(
      "access rules exist",
      [
        "collection": "picturedata",
        "access": [
          "enabled": true, "create": ["groups": ["users"]], "read": ["groups": ["users"]],
        ],
      ])
    try app.setUp("user exists", ["email": "mario@example.com", "password": "pw"])
    let picData = app.run { MKCollection(name: "picturedata") }
    let refused = await #expect(throws: MKError.self) { try await picData.save() }
    #expect(refused?.code == .operationNotAllowed && refused?.statusCode == 401)
    let user = try await MKAppInstance.$current.withValue(app.instance) {
      try await MKUser.logInWithEmail("mario@example.com", password: "pw")
    }
    try await picData.save()
    #expect(picData?.creatorId == user.collectionId)
  }
}
