import EGF2
import EGF2FixtureModels
import Foundation
import GhostlightCore
import TestSupport
import Testing

/// Tests with the headings of the vendor's guide, which run the module against an emulator.
@Suite(.limitedConcurrency) struct `EGF2 guide headings` {
  @Test func `Client Libraries`() async throws {
    let app = try TestApp()
    let graph = app.graph
    // Tests the guide's auth endpoints.
    try await graph.register(
      withFirstName: "Mark", lastName: "Field", email: "mark@example.com",
      dateOfBirth: TestApp.birthday, password: "secret")
    // Tests graph methods and generated models.
    let user = try #require(await graph.userObject() as? User)
    let me = try #require(user.id)
    // Tests file operations.
    let file = try #require(
      await graph.uploadFile(withData: Data("text".utf8), title: "Notes", mimeType: "text/plain")
        as? File)
    let post = try #require(
      await graph.createObject(
        withParameters: ["object_type": "post", "text": "hello", "image": file.id ?? ""],
        forSource: me, onEdge: "posts") as? Post)
    // Tests data caching: a cached object needs no request.
    _ = app.takeLines()
    _ = try await graph.object(withId: post.id ?? "", expand: ["image", "creator"])
    #expect(app.takeLines() == [])
    // Tests the search endpoint.
    let found = try await graph.search(withParameters: EGF2SearchParameters(withObject: "post"))
    #expect(found.objects.compactMap { ($0 as? Post)?.text } == ["hello"] && found.count == 1)
  }

  @Test func `iOS`() async throws {
    let app = try TestApp()
    let isLoggedIn = try await awaitCallback { resume in
      app.graph.register(
        withFirstName: "Mark", lastName: "Field", email: "mark@example.com",
        dateOfBirth: TestApp.birthday, password: "secret"
      ) { result, error in resume(result as? Bool == true && error == nil) }
    }
    #expect(isLoggedIn && app.graph.isAuthorized)
    let email = try await EGF2Tests.awaitCallback { resume in
      app.graph.userObject { object, _ in resume((object as? User)?.email) }
    }
    #expect(email == "mark@example.com")
  }

  @Test func `Installation`() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "egf2-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    let installed = EGF2.EGF2Graph(name: "fixture", directory: folder)
    let graph = try #require(installed)
    #expect(graph.serverURL == nil && !graph.isAuthorized && graph.idsWithModelTypes.isEmpty)
    graph.save()
    #expect(
      FileManager.default.fileExists(atPath: folder.appending(path: "fixture.egf2cache").path))
  }

  @Test func `Model Generation`() async throws {
    #expect(Graph.name == "fixture")
    #expect(Graph.serverURL == URL(string: "http://127.0.0.1:4403/v1/"))
    #expect(Graph.maxPageSize == 50 && Graph.defaultPageSize == 25)
    #expect(!Graph.isObjectPaginationMode)
    #expect(Set(Graph.idsWithModelTypes.keys) == ["03", "06", "10", "11", "12", "13"])
    #expect(Graph.idsWithModelTypes["12"] == Post.self)

    let app = try TestApp()
    let me = try await app.register()
    let image = try app.makeFile(by: me)
    let id = try app.makePost("hello", by: me, ["image": .string(image)])
    let post = try #require(
      await app.graph.object(withId: id, expand: ["image", "creator"]) as? Post)
    #expect(post.imageObject?.mimeType == "image/jpeg" && post.imageObject?.uploaded == true)
    #expect(post.creatorObject?.dateOfBirth == TestApp.birthday)
    #expect(post.editableFields() == ["text"])
  }

  @Test func `Error Handling`() async throws {
    let app = try TestApp()
    try await app.register()
    let missing = "00000000-0000-4000-8000-000000000000-12"
    let object = try await awaitCallback { resume in
      app.graph.object(withId: missing) { object, error in
        resume(object == nil ? error?.localizedFailureReason : nil)
      }
    }
    #expect(object == "Object '\(missing)' doesn't exist")
    let objects = try await awaitCallback { resume in
      app.graph.objects(forSource: missing, edge: "nonsense") { objects, count, error in
        resume(objects == nil && count == 0 ? error?.userInfo["error_code"] as? String : nil)
      }
    }
    #expect(objects == "AccessForbidden")
    let completion = try await awaitCallback { resume in
      app.graph.login(withEmail: "mark@example.com", password: "wrong") { result, error in
        resume(result == nil ? error?.userInfo["status_code"] as? Int : nil)
      }
    }
    #expect(completion == 401)
  }

  @Test func `Classes and APIs`() async throws {
    let app = try TestApp()
    try await app.register()
    let name = try await awaitCallback { resume in
      app.graph.userObject { object, error in
        guard let user = object as? User else { return resume(error?.localizedDescription) }
        resume(user.name?.given)
      }
    }
    #expect(name == "Mark")
  }

  @Test func `EGF2Graph`() async throws {
    let app = try TestApp()
    #expect(!app.graph.isAuthorized)
    let me = try await app.register()
    #expect(app.graph.isAuthorized)
    let created = try await awaitCallback { resume in
      app.graph.createObject(
        withParameters: ["object_type": "post", "text": "hello"], forSource: me, onEdge: "posts"
      ) { object, _ in resume((object as? Post)?.creator) }
    }
    #expect(created == me)
  }

  @Test func `EGF2Graph Properties`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let graph = app.graph
    let address = graph.serverURL
    graph.serverURL = URL(string: "http://127.0.0.1:4403/v2/")
    await #expect(throws: NSError.self) { try await graph.userObject() }
    graph.serverURL = address
    _ = try await graph.userObject()
    #expect(app.takeLines() == ["GET /v2/graph/me", "GET graph/me"])

    graph.maxPageSize = 10
    #expect(graph.maxPageSize == 10)
    _ = try await graph.objects(forSource: me, edge: "posts", count: 50)
    #expect(app.takeLines() == ["GET graph/\(me)/posts?count=50"])

    graph.isObjectPaginationMode = true
    _ = try? await graph.refreshObjects(forSource: me, edge: "posts", after: me)
    #expect(app.takeLines() == ["GET graph/\(me)/posts?after=\(me)"])

    graph.idsWithModelTypes = [:]
    let error = await #expect(throws: EGF2Error.self) { try await graph.userObject() }
    #expect(error?.kind == .unknownObjectType)
  }
}
