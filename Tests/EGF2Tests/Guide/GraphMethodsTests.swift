import EGF2
import EGF2FixtureModels
import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import Testing

extension `EGF2 guide headings` {
  @Test func `EGF2Graph Graph API Methods`() async throws {
    let app = try TestApp()
    let graph = app.graph
    let me = try await app.register()
    let created = try await awaitCallback { resume in
      graph.createObject(
        withParameters: ["object_type": "post", "text": "hello"], forSource: me, onEdge: "posts"
      ) { object, _ in resume((object as? Post)?.id) }
    }
    let id = try #require(created)
    var text = try await awaitCallback { resume in
      graph.object(withId: id) { object, _ in resume((object as? Post)?.text) }
    }
    #expect(text == "hello")
    text = try await awaitCallback { resume in
      graph.updateObject(withId: id, parameters: ["text": "second"]) { object, _ in
        resume((object as? Post)?.text)
      }
    }
    #expect(text == "second")
    text = try await awaitCallback { resume in
      graph.refreshObject(withId: id) { object, _ in resume((object as? Post)?.text) }
    }
    #expect(text == "second")
    text = try await awaitCallback { resume in
      let post = Post()
      post.text = "third"
      graph.updateObject(withId: id, object: post) { object, _ in resume((object as? Post)?.text) }
    }
    #expect(text == "third")
    let isDeleted = try await awaitCallback { resume in
      graph.deleteObject(withId: id) { result, error in resume(result == nil && error == nil) }
    }
    #expect(isDeleted)
  }

  @Test func `EGF2Graph Graph API Methods: a new object without an edge`() async throws {
    let app = try TestApp()
    try await app.register()
    let refusal = try await awaitCallback { resume in
      app.graph.createObject(withParameters: ["object_type": "post", "text": "hello"]) {
        object, error in
        resume(object == nil ? error?.userInfo["error_code"] as? String : nil)
      }
    }
    #expect(refusal == "AccessForbidden")
  }

  @Test func `EGF2Graph Graph API Methods: edges`() async throws {
    let app = try TestApp()
    let graph = app.graph
    let me = try await app.register()
    let friend = try #require(
      try app.setUp("user exists", ["email": "eva@example.com"])["userId"]?.string)
    let isAdded = try await awaitCallback { resume in
      graph.addObject(withId: friend, forSource: me, toEdge: "follows") { resume($1 == nil) }
    }
    #expect(isAdded)
    var exists = try await awaitCallback { resume in
      graph.doesObject(withId: friend, existForSource: me, onEdge: "follows") { is_, error in
        resume(is_ && error == nil)
      }
    }
    #expect(exists)
    let pages: [String] = [
      try await awaitCallback { resume in
        graph.objects(forSource: me, edge: "follows") { objects, count, _ in
          resume("\(objects?.count ?? -1) of \(count)")
        }
      },
      try await awaitCallback { resume in
        graph.objects(forSource: me, edge: "follows", after: friend) { objects, count, _ in
          resume("\(objects?.count ?? -1) of \(count)")
        }
      },
      try await awaitCallback { resume in
        graph.refreshObjects(forSource: me, edge: "follows") { objects, count, _ in
          resume("\(objects?.count ?? -1) of \(count)")
        }
      },
      try await awaitCallback { resume in
        graph.refreshObjects(forSource: me, edge: "follows", after: friend, expand: ["posts"]) {
          objects, count, _ in resume("\(objects?.count ?? -1) of \(count)")
        }
      },
      try await awaitCallback { resume in
        graph.refreshObjects(forSource: me, edge: "follows", after: nil) { objects, count, _ in
          resume("\(objects?.count ?? -1) of \(count)")
        }
      },
    ]
    #expect(pages == ["1 of 1", "0 of 1", "1 of 1", "0 of 1", "1 of 1"])
    let isRemoved = try await awaitCallback { resume in
      graph.deleteObject(withId: friend, forSource: me, fromEdge: "follows") { resume($1 == nil) }
    }
    #expect(isRemoved)
    exists = try await awaitCallback { resume in
      graph.doesObject(withId: friend, existForSource: me, onEdge: "follows") { is_, _ in
        resume(is_)
      }
    }
    #expect(!exists)
  }

  @Test func `EGF2Graph Graph API Methods: files`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let data = Data((0..<3000).map { UInt8($0 % 251) })
    let image = try await awaitCallback { resume in
      app.graph.uploadImage(
        withData: data, title: "A & B", mimeType: "image/jpeg", kind: "avatar"
      ) { object, error in
        let file = object as? File
        resume([
          file?.title, file?.mimeType, file?.user, file.map { "\($0.uploaded)" },
          file.map { "\($0.resizes.count)" }, file?.uploadUrl, error?.localizedDescription,
        ])
      }
    }
    #expect(image == ["A & B", "image/jpeg", me, "true", "2", nil, nil])
    let lines = app.takeLines()
    #expect(lines.count == 3 && lines.first?.hasPrefix("GET new_image?title=A & B") == true)

    let file = try #require(
      await app.graph.uploadFile(withData: data, title: "Raw", mimeType: "application/x-raw")
        as? File)
    let url = try #require(file.url.flatMap { URL(string: $0) })
    let target = RequestTarget(url.path)
    let stored = app.stage.respond(
      to: Request(.get, target, authority: "127.0.0.1:4403"), by: "egf2")
    #expect(stored.body == Array(data))
  }

  @Test func `EGF2Graph Graph API Methods: errors of an upload`() async throws {
    let app = try TestApp()
    try await app.register()
    let reason = try await awaitCallback { resume in
      app.graph.uploadImage(withData: Data(), title: "x", mimeType: "text/plain", kind: "avatar") {
        resume($0 == nil ? $1?.localizedFailureReason : nil)
      }
    }
    #expect(reason == "'mime_type' must be image type")
    let scripted = try ScriptedApp(.object("f-06", ["mime_type": "text/plain"]))
    let code = try await awaitCallback { resume in
      scripted.graph.uploadFile(withData: Data(), title: "x", mimeType: "text/plain") {
        resume($0 == nil ? $1?.code : nil)
      }
    }
    #expect(code == 3)
  }

  @Test func `EGF2Graph Graph API Methods: search`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    for text in ["red apple", "green apple", "red cherry"] { _ = try app.makePost(text, by: me) }
    func texts(_ page: EGF2Page) -> [String] { page.objects.compactMap { ($0 as? Post)?.text } }

    let parameters = EGF2SearchParameters.parameters(withObject: "post")
    parameters.fields = ["text"]
    parameters.query = "apple"
    parameters.sort = ["created_at(DESC)", "text"]
    parameters.expand = ["creator"]
    var page = try await app.graph.search(withParameters: parameters, count: 1)
    #expect(page.count == 2)
    let first = texts(page)
    #expect((page.objects.first as? Post)?.creatorObject?.id == me)
    page = try await app.graph.search(withParameters: parameters, after: 0, count: 1)
    #expect(Set(first + texts(page)) == ["red apple", "green apple"])

    let found = try await awaitCallback { resume in
      app.graph.search(
        forObject: "user", after: -1, count: 10, filters: ["email": "mark@example.com"]
      ) { objects, count, error in
        resume("\(objects?.compactMap { ($0 as? User)?.id } == [me]) \(count) \(error == nil)")
      }
    }
    #expect(found == "true 1 true")
    let post = try #require(page.objects.first as? Post)
    _ = app.takeLines()
    _ = try await app.graph.object(withId: post.id ?? "")
    #expect(app.takeLines().count == 1)
  }

  @Test func `Expand Objects`() async throws {
    let app = try TestApp()
    let me = try await app.register()
    let image = try app.makeFile(by: me)
    let id = try app.makePost("hello", by: me, ["image": .string(image)])
    _ = try app.makeComment("first", by: me, on: id)
    let seen = try await awaitCallback { resume in
      app.graph.object(withId: id, expand: ["image{user}", "creator", "comments(5)"]) { object, _ in
        let post = object as? Post
        resume([
          post?.image, post?.imageObject?.id, post?.imageObject?.userObject?.id, post?.creator,
          post?.creatorObject?.id,
        ])
      }
    }
    #expect(seen == [image, image, me, me, me])
    _ = app.takeLines()
    let comments = try await awaitCallback { resume in
      app.graph.objects(forSource: id, edge: "comments", after: nil, expand: [], count: 5) {
        objects, count, _ in
        let texts = objects?.compactMap { ($0 as? EGF2FixtureModels.Comment)?.text }
        resume("\(texts ?? []) of \(count)")
      }
    }
    #expect(comments == "[\"first\"] of 1" && app.takeLines() == [])
  }
}
