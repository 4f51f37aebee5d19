import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Items of BaaS 3` {
  @Test(arguments: [
    (#"{"$inc":1}"#, "3", "4"), (#"{"$inc":-1.5}"#, "3", "1.5"), (#"{"$inc":2}"#, nil, "2"),
    (#"{"$inc":2}"#, "null", "2"), (#"{"$inc":0.5}"#, "1.5", "2"),
    (#"{"$inc":1}"#, "9223372036854775807", "9.223372036854776e+18"),
    (#"{"$push":"x"}"#, #"["a"]"#, #"["a","x"]"#), (#"{"$push":["x"]}"#, "[]", #"[["x"]]"#),
    (#"{"$push":"x"}"#, nil, #"["x"]"#), (#"{"$push":"x"}"#, "7", #"["x"]"#),
    (#"{"$pushAll":["x","y"]}"#, #"["x"]"#, #"["x","x","y"]"#),
    (#"{"$pushAll":"x"}"#, nil, #"["x"]"#),
    (#"{"$pull":"x"}"#, #"["x","a","x"]"#, #"["a"]"#), (#"{"$pull":1}"#, "[1.0,2]", "[2]"),
    (#"{"$pull":{"k":1}}"#, #"[{"k":1},{"k":2}]"#, #"[{"k":2}]"#), (#"{"$pull":"x"}"#, "7", "7"),
    (#"{"$pullAll":["x","y"]}"#, #"["x","a","y"]"#, #"["a"]"#),
    (#"{"$addUnique":"x"}"#, #"["x"]"#, #"["x"]"#),
    (#"{"$addUnique":["x","y","y"]}"#, #"["x"]"#, #"["x","y"]"#),
    (#"{"$addUnique":"x"}"#, nil, #"["x"]"#),
    (#"{"$push":"x","$pull":"a"}"#, #"["a"]"#, #"["x"]"#),
    (#"{"$inc":1,"note":2}"#, "3", #"{"$inc":1,"note":2}"#), (#"{"$set":1}"#, "3", #"{"$set":1}"#),
    ("{}", "3", "{}"), ("null", "3", "null"), (#"{"k":[1]}"#, "3", #"{"k":[1]}"#),
  ])
  func `a command changes the value of a field`(_ sent: String, _ old: String?, _ result: String)
    throws
  {
    var project = MiaProject()
    var item: JSONObject = ["id": "i"]
    if let old { item["f"] = try JSON.parse(old) }
    try project.setUp("item exists", ["collection": "c", "item": .object(item)])
    let response = project.send(.json(.put, "/c/i", ["f": try JSON.parse(sent)]))
    #expect(response.json?["f"]?.text() == result)
    #expect(project.send(Request(.get, "/c/i")).json?["f"]?.text() == result)
  }

  @Test func `removing a value from a missing array does not add the field`() {
    var project = MiaProject()
    let response = project.send(.json(.post, "/c", ["f": ["$pull": 1], "n": ["$inc": 2]]))
    #expect(response.json?.object?.keys.contains("f") == false)
    #expect(response.json?["n"] == 2)
    #expect(project.send(.json(.post, "/new", ["n": ["$inc": "x"]])).status == .badRequest)
    #expect(project.backend.state.baas.collections.keys.map(\.text) == ["c"])
  }

  @Test func `clients cannot set the fields that the server sets`() throws {
    var project = try MiaProject.gallery()
    let forged: JSONObject = [
      "creatorId": "me", "createdAt": 1, "updaterId": "me", "updatedAt": 1, "views": 5,
    ]
    let before = try #require(project.send(Request(.get, "/pictures/p1")).json?.object)
    let after = try #require(
      project.send(
        .json(.post, "/pictures/p1", .object(forged), headers: [.sid: MiaProject.adaSID])
      )
      .json?.object)
    var expected = before
    expected["views"] = 5
    expected["updaterId"] = .string(project.id(of: "ada"))
    expected["updatedAt"] = .integer(project.moment.milliseconds + 3)
    #expect(JSON.object(after).text() == JSON.object(expected).text())
    let created = project.send(.json(.post, "/pictures", .object(forged)))
    #expect(created.json?["creatorId"] == "public")
    #expect(created.json?["createdAt"] == created.json?["updatedAt"])
  }

  @Test func `changes within one millisecond get increasing times`() throws {
    var project = MiaProject()
    let start = project.moment.milliseconds
    let created = project.send(.json(.post, "/c/bulk", [["n": 1], ["n": 2]])).json
    #expect(created?.array?.compactMap { $0["updatedAt"]?.integer } == [start, start + 1])
    let id = try #require(created?[0]?["id"]?.string)
    let target = RequestTarget("/c/\(id)")
    #expect(project.send(.json(.put, target, [:])).json?["updatedAt"] == .integer(start + 2))
    #expect(project.run(.delete, "/c/empty") == #"200 {"count":2}"#)
    #expect(project.send(.json(.post, "/c", [:])).json?["updatedAt"] == .integer(start + 3))
    #expect(project.send(.json(.post, "/other", [:])).json?["updatedAt"] == .integer(start))
    project.wait(seconds: 1)
    #expect(project.send(.json(.post, "/c", [:])).json?["updatedAt"] == .integer(start + 1000))
  }

  @Test(
    arguments: [
      (["sync": 2], "2 0", nil), (["sync": 2, "trash": 1], "2 1", nil), (["trash": 2], "0 2", nil),
      (["sync": 1], "1 0", "sync 1 and trash -1 are marks of the client"),
      (["trash": -1], "0 -1", "sync 1 and trash -1 are marks of the client"),
    ] as [(JSON, String, String?)])
  func `sync and trash marks are stored, and local marks cause a warning`(
    _ body: JSON, _ marks: String, _ reason: String?
  ) throws {
    var project = MiaProject()
    let response = project.send(.json(.post, "/news", body))
    let item = try #require(response.json)
    #expect("\(item["sync"] ?? "?") \(item["trash"] ?? "?")" == marks)
    let said = response.headers[.ghostlightReason]
    #expect((said == nil) == (reason == nil))
    #expect(said?.hasPrefix(reason ?? "") != false)
  }

  @Test func `lists contain trashed items and drafts, so that clients can synchronize`() throws {
    var project = try MiaProject.gallery()
    _ = project.run(.post, "/pictures/", ["id": "p2", "sync": 2, "trash": 2])
    let since = MiaProject.target(
      "/pictures/", #"{"updatedAt":{"$gt":1586106974175},"$sort":{"updatedAt":1}}"#)
    #expect(project.ids(since) == "p3 p2")
  }

  @Test(
    arguments: [
      ("/analytics/", ["type": "dailyuse", "installationId": "i", "day": "2019-05-17"]),
      ("/devices", ["os": "ios", "registrationId": "r", "info": ["model": "x"]]),
      ("/v3/a%20b", ["key": ["deep": [1, .null, true]]]),
    ] as [(RequestTarget, JSON)])
  func `installations, devices and other collections are ordinary items`(
    _ target: RequestTarget, _ body: JSON
  ) throws {
    var project = MiaProject()
    let response = project.send(.json(.post, target, body))
    #expect(response.status == .ok)
    for member in body.object ?? [:] { #expect(response.json?[member.key] == member.value) }
    let list = project.send(Request(.get, target))
    #expect(list.json?.array?.first == response.json)
  }

  @Test(
    arguments: [
      "/pictures/?%7B%22id%22%3A%22p1%22%7D", "/pictures?id=p1",
      "/pictures?mongoQuery=%7B%22id%22%3A%22p1%22%7D",
    ] as [RequestTarget])
  func `a delete request can name the item in its query string`(_ target: RequestTarget) throws {
    var project = try MiaProject.gallery()
    #expect(project.run(.delete, target) == #"200 {"count":1}"#)
    #expect(project.ids("/pictures") == "p2 p3")
    #expect(project.run(.delete, target) == MiaProject.refusal(404, "Resource not found"))
  }

  /// An id has sixteen hexadecimal digits, all of which can be decimal digits.
  @Test func `an id that consists of digits is text in a plain query parameter`() throws {
    var project = try MiaProject.gallery()
    try project.setUp(
      "item exists", ["collection": "pictures", "item": ["id": "1234567890123456"]])
    #expect(project.ids("/pictures?id=1234567890123456") == "1234567890123456")
    #expect(project.run(.delete, "/pictures?id=1234567890123456") == #"200 {"count":1}"#)
  }
}
