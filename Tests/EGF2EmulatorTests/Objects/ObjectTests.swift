import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Objects` {
  private static let all: JSONObject = [
    "object_type": "thing", "title": "box", "email": "a@b.co", "whole": 3, "number": 2,
    "flag": false, "day": "1990-01-01", "owner": .string(GraphFixture.post),
    "other": .string(GraphFixture.file), "inner": ["name": "x"], "anything": ["a": [1, "b"]],
    "pairs": [["key": "k", "value": "v"]], "words": ["red", "blue"], "fixed": "f", "code": 7,
  ]

  @Test func `each kind of field is stored as it was sent, with defaults added`() {
    var world = GraphFixture.world
    let thing = world.send(.post, "/v1/graph", .object(Self.all), as: world.mark).json?.object
    var expected = Self.all
    expected["inner"] = ["name": "x", "kind": "plain"]
    expected["color"] = "red"
    for name in ["created_at", "modified_at"] { expected[name] = .string(GraphFixture.now) }
    expected["id"] = thing?["id"]
    #expect(thing == expected)
    #expect(ObjectID.isWellFormed(thing?["id"]?.string ?? ""))
    #expect(world.get("/v1/graph/\(thing?["id"]?.string ?? "")") == .object(expected))
  }

  @Test func `an update replaces whole fields and keeps the others`() {
    var world = GraphFixture.world
    world.wait(seconds: 60)
    let user = world.send(
      .put, "/v1/graph/me", ["name": ["given": "Tom", "family": "Lee"]], as: world.mark
    ).json
    #expect(user?["name"] == ["given": "Tom", "family": "Lee", "use": "official"])
    #expect(user?["email"] == "mark@example.com")
    #expect(user?["modified_at"] == "2017-01-20T09:16:00.123Z")
    #expect(user?["created_at"] == .string(GraphFixture.now))
    #expect(world.get("/v1/graph/me") == user)
  }

  @Test func `an update without effect changes nothing`() {
    var world = GraphFixture.world
    world.wait(seconds: 60)
    let before = world.fingerprint
    let post = world.send(
      .put, "/v1/graph/\(GraphFixture.post)", ["text": "hello"], as: world.mark
    ).json
    #expect(post?["modified_at"] == .string(GraphFixture.now))
    #expect(world.fingerprint == before)
  }

  @Test(arguments: ["3.0", "3", "3e0", "30E-1", "0.3e+1", "3.000"])
  func `an integer can be written in several ways`(_ spelling: String) throws {
    var world = GraphFixture.world
    let anything: JSON = ["a": [3, -0.0]]
    let id = world.object([
      "object_type": "thing", "whole": 3.0, "number": 2.0, "code": 3, "anything": anything,
    ])
    world.wait(seconds: 60)
    let before = world.fingerprint
    let fields = #""whole":X,"code":X,"anything":{"a":[X,0]}"#.split(separator: "X")
    func send(_ method: HTTPRequest.Method, _ target: String, _ fields: String) -> Answer {
      var request = GraphFixture.request(method, target, as: world.mark)
      request.body = Array("{\(fields)}".utf8)
      return world.answer(request)
    }
    let change = send(.put, "/v1/graph/\(id)", fields.joined(separator: spelling))
    #expect(change.response.json?["modified_at"] == .string(GraphFixture.now))
    #expect(change.response.text.contains(#""whole":3,"#))
    #expect(world.backend.events.isEmpty)
    #expect(world.fingerprint == before)
    let query = "object=thing&filters=whole:\(spelling.replacing("+", with: "%2B"))"
    #expect(world.get("/v1/search?\(query)")["count"] == 1)
    let twin = #""object_type":"thing","code":"# + spelling
    #expect(send(.post, "/v1/graph", twin).response.refusal.hasPrefix("409 UniqueConstraint"))
  }

  @Test(arguments: ["1.5", "9007199254740993", "1e400", "18446744073709551617"])
  func `numbers other than integers keep their digits`(_ number: String) {
    var world = GraphFixture.world
    let id = world.object(["object_type": "thing"])
    var request = GraphFixture.request(.put, "/v1/graph/\(id)", as: world.mark)
    request.body = Array(#"{"anything":{"a":\#(number)}}"#.utf8)
    #expect(world.send(request).text.contains(#""anything":{"a":\#(number)}"#))
  }

  @Test func `removed fields get their defaults again`() {
    var world = GraphFixture.world
    let id = world.object(["object_type": "thing", "title": "box", "color": "green"])
    let thing = world.send(
      .put, "/v1/graph/\(id)", ["delete_fields": ["title", "color", "day"], "whole": 2],
      as: world.mark
    ).json
    #expect(thing?["title"] == nil)
    #expect(thing?["color"] == "red")
    #expect(thing?["whole"] == 2)
  }

  @Test func `a field that is not for creation can be set later`() {
    var world = GraphFixture.world
    let id = world.object(["object_type": "thing"])
    #expect(
      world.send(.put, "/v1/graph/\(id)", ["later": "now"], as: world.mark).json?["later"]
        == "now")
    #expect(
      world.send(.put, "/v1/graph/\(id)", ["fixed": "now"], as: world.mark).status == .forbidden)
  }

  @Test func `deleting an object marks it as deleted, or removes a volatile one`() {
    var world = GraphFixture.world
    let deleted: JSON = ["deleted_at": .string(GraphFixture.now)]
    #expect(world.send(.delete, "/v1/graph/\(GraphFixture.post)", as: world.mark).json == deleted)
    #expect(world.get("/v1/graph/\(GraphFixture.post)")["code"] == "ObjectWasDeleted")
    let id = world.object(["object_type": "thing"])
    #expect(world.send(.delete, "/v1/graph/\(id)", as: world.mark).json == deleted)
    #expect(world.get("/v1/graph/\(id)")["code"] == "ObjectNotExists")
  }

  @Test func `changes and deletions release unique values`() {
    var world = GraphFixture.world
    let first = world.object(["object_type": "thing", "code": 1])
    func create(_ code: JSON) -> Int {
      world.send(.post, "/v1/graph", ["object_type": "thing", "code": code], as: world.mark)
        .status.code
    }
    #expect(create(1) == 409)
    world.send(.put, "/v1/graph/\(first)", ["code": 2], as: world.mark)
    #expect(create(1) == 200)
    #expect(create(2) == 409)
    world.send(.delete, "/v1/graph/\(first)", as: world.mark)
    #expect(create(2) == 200)
    #expect(
      world.setUp("object exists", ["object": ["object_type": "thing", "code": 2]])["problem"]
        == "the object is refused: Unique constraint violated for 'thing-code-2'")
  }

  @Test func `a body that is not an object counts as empty`() {
    var world = GraphFixture.world
    let response = world.send(
      .put, "/v1/graph/\(GraphFixture.post)", ["text"], as: world.mark)
    #expect(response.refusal == "400 EmptyBody: Empty body")
  }

  @Test func `malformed JSON is refused before any other check`() {
    var world = GraphFixture.world
    var request = GraphFixture.request(.put, "/v1/graph/me")
    request.body = Array("{\"a\":}".utf8)
    #expect(world.send(request).json?["code"] == "InvalidContent")
  }
}
