import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Provider states of BaaS 3` {
  @Test func `a session that a provider state opens is valid`() throws {
    var project = MiaProject()
    let user = try project.setUp(
      "user exists", ["email": "a@b.it", "username": "a", "fields": ["user_name": "A"]])
    for parameters in [["email": "a@b.it"], ["username": "a"]] as [JSONObject] {
      let session = try project.setUp("logged in", parameters)
      let sid = try #require(session["sid"]?.string)
      #expect(session["userId"] == user["userId"])
      let me = project.send(Request(.get, "/users/me", headers: [.sid: sid]))
      #expect(me.json == user["user"])
    }
  }

  @Test func `a provider state replaces an item with the same id and sets its creator`() throws {
    var project = try MiaProject.gallery()
    try project.setUp(
      "item exists",
      ["collection": "pictures", "item": ["id": "p1", "new": true], "creator": "me"])
    let item = project.send(Request(.get, "/pictures/p1")).json
    #expect(item?["new"] == true)
    #expect(item?["name"] == nil)
    #expect(item?["creatorId"] == "me")
    #expect(project.ids("/pictures") == "p2 p3 p1")
  }

  @Test func `a file of a provider state is served at the location in the result`() throws {
    var project = MiaProject()
    let file = try project.setUp(
      "file exists", ["name": "a.gif", "base64": "R0lG", "root": "http://localhost:1"])
    let location = try #require(file["location"]?.string)
    #expect(location == "http://localhost:1/files/download/\(file["file"]?.string ?? "?")")
    let path = location.replacing("http://localhost:1", with: "")
    let response = project.send(Request(.get, RequestTarget(path)))
    #expect(response.text == "GIF")
    #expect(response.headers[.contentType] == "image/gif")
  }

  @Test func `a provider state can empty a collection`() throws {
    var project = try MiaProject.gallery()
    try project.setUp("collection has no items", ["collection": "pictures"])
    try project.setUp("collection has no items", ["collection": "files"])
    #expect(project.run(.get, "/pictures") == "200 []")
    #expect(project.backend.state.baas.contents.count == 0)
  }

  @Test(
    arguments: [
      ("user exists", [:], "\"email\" is missing"),
      ("user exists", ["email": "a"], "the user is refused: Malformed email"),
      ("user exists", ["email": "a@b.it", "validated": 1], "\"validated\" must be true or false"),
      ("user exists", ["email": "a@b.it", "fields": []], "\"fields\" must be an object"),
      ("user exists", ["email": "a@b.it", "username": "ada"], "username already used"),
      ("logged in", [:], "\"username\" is missing"),
      ("logged in", ["email": "a@b.it"], "there is no user \"a@b.it\""),
      ("item exists", ["collection": "users", "item": [:]], "use \"user exists\""),
      ("item exists", ["collection": "files", "item": [:]], "use \"file exists\""),
      ("item exists", ["collection": "c"], "\"item\" must be an object"),
      (
        "item exists", ["collection": "c", "item": ["id": 1]], "the item is refused: Malformed body"
      ),
      ("file exists", ["name": "a"], "\"base64\" is missing"),
      ("file exists", ["name": "a", "base64": "?"], "\"base64\" is not valid base64"),
      ("collection has no items", ["collection": "users"], "use \"user exists\""),
      ("logged in", ["user": "a"], "takes no parameter \"user\""),
    ] as [(String, JSONObject, String)])
  func `an invalid provider state is refused with the reason, and changes nothing`(
    _ name: String, _ parameters: JSONObject, _ message: String
  ) throws {
    var project = try MiaProject.gallery()
    let before = project.fingerprint
    let error = #expect(throws: ProviderStateError.self) {
      try project.setUp(name, parameters)
    }
    #expect(error?.description.contains(message) == true, "\(String(describing: error))")
    #expect(project.fingerprint == before)
  }

  @Test func `a configuration can contain items, files and access rules`() throws {
    let section: JSON = [
      "secret": "other", "users": [["email": "a@b.it"]],
      "baas3": [
        "items": ["news": [["id": "n1", "title": "A"], ["title": "B"]]],
        "files": [["name": "a.txt", "text": "Hello"]],
        "access": ["news": ["create": ["groups": ["users"]]]],
      ],
    ]
    var project = MiaProject()
    project.backend = try MiaBackend(configuration: section, at: project.moment)
    let other: HTTPFields = [.secret: "other"]
    let news = project.send(Request(.get, "/news", headers: other)).json
    #expect(news?.array?.map { $0["title"]?.string } == ["A", "B"])
    #expect(project.run(.post, "/news", [:], other).hasPrefix("401 "))
    #expect(project.run(.get, "/files/count", nil, other) == #"200 {"count":1}"#)
  }

  @Test(
    arguments: [
      (["things": []], "$.mia.baas3.things"), (["items": ["c": [1]]], "$.mia.baas3.items.c[0]"),
      (["items": []], "$.mia.baas3.items"), (["files": [[:]]], "$.mia.baas3.files[0]"),
      (["access": ["c": ["x": 1]]], "$.mia.baas3.access.c"),
    ] as [(JSON, String)])
  func `an invalid section baas3 is refused with the place`(_ section: JSON, _ path: String) {
    let moment = MiaProject().moment
    let error = #expect(throws: ConfigurationError.self) {
      try MiaBackend(configuration: ["baas3": section], at: moment)
    }
    #expect(error.map { "\($0)" }?.contains(path) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    #"{"latest":1}"#, #"{"latest":"x","items":[]}"#, #"{"latest":1,"items":[{}]}"#,
    #"{"latest":1,"items":[{"id":1}]}"#, #"{"latest":1,"items":{}}"#,
  ])
  func `an invalid snapshot of BaaS 3 is refused`(_ collection: String) throws {
    var project = try MiaProject.gallery()
    let before = project.fingerprint
    var snapshot = try #require(project.backend.snapshot.object)
    var baas = try #require(snapshot["baas"]?.object)
    baas["collections"] = ["c": try JSON.parse(collection)]
    snapshot["baas"] = .object(baas)
    let damaged = JSON.object(snapshot)
    let error = #expect(throws: SnapshotError.self) { try project.backend.restore(damaged) }
    #expect(error?.description.contains("$.baas.collections.c") == true)
    #expect(project.fingerprint == before)
  }
}
