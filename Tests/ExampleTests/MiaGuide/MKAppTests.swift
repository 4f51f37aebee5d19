import CRUD
import Dispatch
import Foundation
import Ghostlight
import GhostlightCore
import TestSupport
import Testing
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The meaning of `Error` in the guide, as in earlier versions of Swift.
private typealias Error = any Swift.Error

@Suite(.limitedConcurrency) struct `The guide on the core framework` {
  let app = MKAppGuideApp()

  func print(_ value: Any?) { app.show(value) }

  // The package replaces Xcode and its minimum version, so this test only runs the module.
  @Test func `General information and requisites`() {
    let collection = app.run { MKCollection(name: "picturedata") }
    #expect(collection?.collectionName == "picturedata")
  }

  /// The modules are independent: a session of one module is valid in the other.
  @Test func `SDK Modules`() async throws {
    try app.setUp("user exists", ["email": "mario@example.com", "password": "pw"])
    try app.setUp(
      "collection exists",
      [
        "access": "login",
        "definition": [
          "name": "author", "endpointBasePath": "/author",
          "fields": [["name": "name", "type": "string"]],
        ],
      ])
    let user = try await MKAppInstance.$current.withValue(app.instance) {
      try await MKUser.logInWithEmail("mario@example.com", password: "pw")
    }
    let crud = CRUD(
      basePath: "http://127.0.0.1:4402/v2", secret: "s3cr3t", transport: app.transport)
    let refused = #expect(throws: CRUDError.self) {
      try crud.post(collection: "author").sync(object: ["name": "Anna"])
    }
    guard case .http(statusCode: 401, error: _, message: _)? = refused else {
      Issue.record("a login was not asked for: \(String(describing: refused))")
      return
    }
    crud.setSessionID(sessionID: try #require(app.instance.sessionID))
    let id = try crud.post(collection: "author").sync(object: ["name": "Anna"], state: .pub)
    let author = try JSON.parse(Array(try crud.get(collection: "author").sync(id: id)))
    #expect(author["creatorId"]?.string == user.collectionId)
  }

  /// Tests data, users and analytics of BaaS up to version 3.
  @Test func `Core Framwerork`() async throws {
    app.instance.analyticsEnabled = true
    let user = try #require(app.run { MKUser() })
    user.setObject("mario@example.com", forKey: "email")
    user.setObject("pw", forKey: "password")
    try await user.save()
    let loggedIn = try await MKAppInstance.$current.withValue(app.instance) {
      try await MKUser.logInWithEmail("mario@example.com", password: "pw")
    }
    let note = try #require(app.run { MKCollection(name: "notes") })
    try await note.save()
    #expect(note.creatorId == loggedIn.collectionId)
    await app.instance.reported()
    let reports = app.run { MIAQuery(collectionName: "analytics") }
    #expect(try await reports.countObjects() == 2)
  }

  // The other instruction is `import mkApp` at the top of this file.
  @Test func `Add the Core module to your Xcode project`() {
    #expect(MKAppInstance.sharedInstance === MKAppInstance.shared())
  }

  @Test func `Initialization`() throws {
    try app.run {
      let appInstance = MKAppInstance.sharedInstance

      // Ask your App Angel to have your Project Name and Secret
      appInstance.projectAPIname = "<YourProjectName>"
      appInstance.APISecret = "<YourAPISecret>"

      // The name and the secret are not set yet.
      appInstance.APIEndpoint = nil
      let unnamed = #expect(throws: MKError.self) { try MKCollection(name: "picturedata").save() }
      #expect(unnamed?.code == .invalidParams)
      appInstance.projectAPIname = "http://127.0.0.1:4402"
      let unknown = #expect(throws: MKError.self) { try MKCollection(name: "picturedata").save() }
      #expect(unknown?.code == .operationNotAllowed && unknown?.statusCode == 401)
      appInstance.APISecret = "s3cr3t"
      try MKCollection(name: "picturedata").save()
    }
  }

  @Test func `Create Read Update Delete`() async throws {
    let picture = try #require(app.run { MKCollection(name: "picturedata") })
    picture.setObject("mario", forKey: "username")
    try await picture.save()
    let query = app.run { MIAQuery(collectionName: "picturedata") }
    #expect(try await query.findObjects().map(\.collectionId) == [picture.collectionId])
    picture.setObject("luigi", forKey: "username")
    try await picture.save()
    let found = try await query.getObject(withID: picture.collectionId ?? "")
    #expect(found.object(forKey: "username") as? String == "luigi")
    try await picture.delete()
    #expect(try await query.countObjects() == 0)
  }

  @Test func `Advanced Network settings`() async throws {
    let queryParameters = ["address": "Milano"]
    let shown = await app.shown {
      let dataTask = MKAppInstance.shared().network.getDataTask(
        relativePath: "geocoding/geo", queryParameters: queryParameters,
        completionHandler: { (data: Data?, response: URLResponse?, error: Error?) in
          // perform actions
          print(data.map { String(decoding: $0, as: UTF8.self) })
        })
      dataTask.resume()
    }
    #expect(
      shown == [
        #"[{"address":"Milano","location":{"type":"Point","coordinates":[9.19,45.4642]}}]"#
      ])
  }

  @Test func `Advanced Network settings as dictionary, as objects, for POST and DELETE`()
    async throws
  {
    let network = app.instance.network
    let created = await app.shown {
      network.postDataTask(relativePath: "notes/", parameters: ["title": "a"]) { _, response, _ in
        print((response as? HTTPURLResponse)?.statusCode)
      }.resume()
    }
    #expect(created == ["200"])
    let counted = await app.shown {
      network.getDictionaryTask(relativePath: "notes/count", queryParameters: nil) {
        object, _, _ in
        print(object?["count"])
      }.resume()
    }
    #expect(counted == ["1"])
    let listed = await app.shown {
      network.getCollectionsTask(relativePath: "notes/", queryParameters: ["title": "a"]) {
        notes, _, _ in
        print(notes?.map { $0.object(forKey: "title") as? String ?? "-" })
      }.resume()
    }
    #expect(listed == [#"["a"]"#])
    let emptied = await app.shown {
      network.deleteDataTask(relativePath: "notes/empty", queryParameters: nil) { data, _, _ in
        print(data.map { String(decoding: $0, as: UTF8.self) })
      }.resume()
    }
    #expect(emptied == [#"{"count":1}"#])
  }

  @Test func `Basic analytics`() async throws {
    app.instance.analyticsEnabled = true
    let notes = app.run { MIAQuery(collectionName: "notes") }
    _ = try await notes.findObjects()
    await app.instance.reported()
    let reports = try await app.run { MIAQuery(collectionName: "analytics") }.findObjects()
    let types = reports.map { $0.object(forKey: "type") as? String }
    #expect(types == ["installation", "dailyuse"])
    #expect(Set(reports.map { $0.object(forKey: "installationId") as? String }).count == 1)
  }
}
