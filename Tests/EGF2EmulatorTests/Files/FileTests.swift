import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Files of EGF2` {
  private var world = GraphFixture.world
  private let root = "http://127.0.0.1:4403"

  /// Returns the service's response with a new file and the URL for its upload.
  private mutating func place(_ query: String) throws -> JSONObject {
    try #require(world.send(.get, "/v1/new_image?\(query)", as: world.mark).json?.object)
  }

  private func target(_ url: JSON?) throws -> String {
    let text = try #require(url?.string)
    try #require(text.hasPrefix(root))
    return String(text.dropFirst(root.count))
  }

  /// Creates a file, uploads its contents, reports the upload, and returns the file object.
  private mutating func file(_ query: String, _ type: String, _ bytes: [UInt8]) throws -> JSON {
    let place = try place(query)
    let put = Request.upload(type, to: try target(place["upload_url"]), bytes)
    try #require(world.send(put).status == .ok)
    let id = try #require(place["id"]?.string)
    return try #require(
      world.send(.put, "/v1/graph/\(id)", ["uploaded": true], as: world.mark).json)
  }

  @Test mutating func `a new file has an address for the upload of its content`() throws {
    let place = try place("title=My%20photo&mime_type=image/jpeg&kind=avatar&size=5")
    let id = try #require(place["id"]?.string)
    #expect(ObjectID.isWellFormed(id) && id.hasSuffix("-06"))
    let url = try #require(place["url"]?.string)
    #expect(url.hasPrefix("\(root)/bucket/2017-3/"))
    let upload = try #require(place["upload_url"]?.string)
    #expect(upload.hasPrefix("\(url)?signature="))
    let stored: JSONObject = [
      "object_type": "file", "id": .string(id), "user": .string(world.markID),
      "title": "My photo", "mime_type": "image/jpeg", "hosted": true, "standalone": true,
      "uploaded": false, "url": .string(url), "created_at": .string(GraphFixture.now),
      "modified_at": .string(GraphFixture.now),
      "resizes": [
        ["dimensions": ["height": 200, "width": 200]],
        ["dimensions": ["height": 300, "width": 400]],
      ],
    ]
    var answered = stored
    answered["upload_url"] = .string(upload)
    #expect(place == answered)
    #expect(world.get("/v1/graph/\(id)") == .object(stored))
  }

  @Test(arguments: ["mime_type=image/png", "mime_type=text/plain&kind=moon", "mime_type=a/b&kind="])
  mutating func `a file without a known kind has no resizes`(_ query: String) throws {
    #expect(try place(query)["resizes"] == [])
  }

  @Test mutating func `a download returns the uploaded content`() throws {
    let place = try place("mime_type=text/plain")
    let url = try target(place["url"])
    #expect(world.send(.get, url).status == .notFound)
    let upload = try target(place["upload_url"])
    let put = world.send(.upload("text/plain", to: upload, [1, 2, 3]))
    #expect(put.status == .ok)
    #expect(put.body.isEmpty)
    let got = world.send(.get, url)
    #expect(got.status == .ok)
    #expect(got.headers[.contentType] == "text/plain")
    #expect(got.body == [1, 2, 3])
    world.send(.upload("text/plain", to: upload, [4]))
    #expect(world.send(.get, url).body == [4])
  }

  @Test mutating func `an upload must have the announced type and signature`() throws {
    let upload = try target(try place("mime_type=text/plain")["upload_url"])
    #expect(world.send(.upload("text/html", to: upload)).refusal.hasPrefix("403 AccessForbidden"))
    #expect(world.send(.put, upload).refusal.hasPrefix("403 AccessForbidden"))
    let unsigned = try #require(upload.split(separator: "?").first.map(String.init))
    for wrong in [unsigned, unsigned + "?signature=x", upload + "0"] {
      #expect(world.send(.upload("text/plain", to: wrong)).status == .forbidden)
    }
    world.wait(seconds: 900)
    #expect(world.send(.upload("text/plain", to: upload)).status == .ok)
    world.wait(seconds: 1)
    #expect(world.send(.upload("text/plain", to: upload)).status == .forbidden)
  }

  @Test mutating func `an uploaded image gets its dimensions and resizes`() throws {
    let file = try file("mime_type=image/png&kind=image", "image/png", ImageSamples.png)
    #expect(file["uploaded"] == true)
    #expect(file["dimensions"] == ["width": 3, "height": 258])
    let url = try #require(file["url"]?.string)
    #expect(
      file["resizes"] == [
        ["dimensions": ["height": 200, "width": 200], "url": .string(url + "-200x200")],
        ["dimensions": ["height": 300, "width": 400], "url": .string(url + "-400x300")],
      ])
    for size in ["-200x200", "-400x300"] {
      let got = world.send(.get, try target(.string(url + size)))
      #expect(got.body == ImageSamples.png)
      #expect(got.headers[.contentType] == "image/png")
    }
    #expect(world.send(.get, try target(.string(url + "-1x1"))).status == .notFound)
    // The last exchange only read the file, so it has no events.
    #expect(world.backend.state.events.latest.isEmpty)
  }

  @Test mutating func `the changes by the file service cause events`() throws {
    let place = try place("mime_type=image/png&kind=image")
    world.send(.upload("image/png", to: try target(place["upload_url"]), ImageSamples.png))
    let id = try #require(place["id"]?.string)
    world.send(.put, "/v1/graph/\(id)", ["uploaded": true], as: world.mark)
    let events = world.backend.state.events.latest
    #expect(events.map(\.user) == [world.markID, nil])
    #expect(events.map { $0.json["current"]?["dimensions"] == nil } == [true, false])
  }

  @Test mutating func `a file without content or of another kind is not resized`() throws {
    let place = try place("mime_type=image/png&kind=image")
    let id = try #require(place["id"]?.string)
    let file = world.send(.put, "/v1/graph/\(id)", ["uploaded": true], as: world.mark).json
    #expect(file?["dimensions"] == nil)
    #expect(file?["resizes"] == place["resizes"])
    let text = try self.file("mime_type=text/plain", "text/plain", ImageSamples.png)
    #expect(text["resizes"] == [])
  }

  @Test mutating func `a file is standalone until an object refers to it`() throws {
    for refer in ["field", "edge"] {
      let id = try #require(try place("mime_type=image/png")["id"]?.string)
      if refer == "field" {
        world.send(
          .post, "/v1/graph/me/posts",
          ["object_type": "post", "text": "new", "image": .string(id)], as: world.mark)
      } else {
        var moment = Moment(milliseconds: world.milliseconds, seed: 1)
        world.backend.state.link(
          GraphLink(source: world.markID, edge: "files", destination: id), by: nil, &moment)
      }
      #expect(world.get("/v1/graph/\(id)")["standalone"] == false, "\(refer)")
    }
  }

  @Test mutating func `a file without references is removed after a day`() throws {
    let lonely = try file("mime_type=text/plain", "text/plain", [1])
    let kept = try file("mime_type=text/plain", "text/plain", [2])
    world.send(
      .post, "/v1/graph/me/posts",
      ["object_type": "post", "text": "new", "image": kept["id"] ?? .null], as: world.mark)
    world.wait(seconds: 86_399)
    let none = world.setUp("standalone files removed", [:])
    #expect(none == ["removed": 0])
    world.wait(seconds: 1)
    // The fixture's own file has no references either, so two files are removed.
    #expect(world.setUp("standalone files removed", [:]) == ["removed": 2])
    #expect(world.send(.get, try target(lonely["url"])).status == .notFound)
    #expect(world.send(.get, try target(kept["url"])).body == [2])
  }

  @Test mutating func `a provider state creates a file with its content`() throws {
    let made = world.setUp(
      "file exists",
      [
        "user": .string(world.annaID), "mime_type": "image/gif", "kind": "avatar",
        "title": "Smile", "content": .string("R0lGODlhAwACAA=="), "base": .string(root),
      ])
    let id = try #require(made["id"]?.string)
    let file = world.get("/v1/graph/\(id)")
    #expect(made["object"] == file)
    #expect(file["dimensions"] == ["width": 3, "height": 2])
    #expect(file["uploaded"] == true)
    #expect(world.send(.get, try target(made["url"])).body.starts(with: Array("GIF89a".utf8)))
  }

  @Test(
    arguments: [
      (["user": "x-03"], "there is no user \"x-03\""),
      (["user": .string(GraphFixture.world.markID), "content": "?"], "the parameter \"content\""),
      (
        ["user": .string(GraphFixture.world.markID), "mime_type": "a/b", "kind": "avatar"],
        "the file is refused: 'mime_type' must be image type"
      ),
    ] as [(JSONObject, String)])
  mutating func `an invalid file is refused`(_ parameters: JSONObject, _ message: String) {
    let said = world.setUp("file exists", parameters)["problem"]?.string ?? ""
    #expect(said.hasPrefix(message), "\(said)")
  }
}
