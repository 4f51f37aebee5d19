import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// Names and values are compared bytewise: é as one scalar is different from e with a combining
/// mark.
@Suite struct `Texts that look alike in Mia` {
  private static let whole = "caf\u{E9}"
  private static let parts = "cafe\u{301}"
  private static let both = [whole, parts]

  private static func encoded(_ text: String) -> String { PercentEncoding.encode(text) }

  /// Creates a project with two collections whose names look alike.
  ///
  /// Each collection has two fields whose names look alike.
  private static func project() throws -> MiaProject {
    var project = MiaProject()
    for (position, name) in both.enumerated() {
      let fields = both.map { JSON.object(["name": .string($0), "type": "string"]) }
      try project.setUp(
        "collection exists",
        [
          "definition": [
            "name": .string(name), "endpointBasePath": .string("/" + name),
            "defaultState": "PUBLIC", "fields": .array(fields),
          ]
        ])
      try project.setUp(
        "document exists",
        [
          "collection": .string(name),
          "document": [whole: .string("w\(position)"), parts: .string("p\(position)")],
        ])
    }
    return project
  }

  @Test(arguments: [0, 1])
  func `CRUD collections and fields are compared by their bytes`(_ position: Int) throws {
    var project = try Self.project()
    let path = "/v2/\(Self.encoded(Self.both[position]))/"
    func names(_ query: String) -> [String] {
      let list = project.send(Request(.get, RequestTarget(path + query))).json
      return list?[0]?.object?.members.filter { $0.key != "_id" }.map { $0.value.text() } ?? []
    }
    #expect(names("?_p=\(Self.encoded(Self.whole))") == ["\"w\(position)\""])
    #expect(names("?_p=\(Self.encoded(Self.parts))") == ["\"p\(position)\""])
    let raw = Self.encoded(#"{"\#(Self.whole)":1}"#)
    #expect(names("?_rawp=\(raw)") == ["\"w\(position)\""])
    #expect(names("?\(Self.encoded(Self.parts))=p\(position)").isEmpty == false)
    #expect(names("?\(Self.encoded(Self.whole))=p\(position)").isEmpty)
    let filter = Self.encoded(#"{"\#(Self.parts)":"p\#(position)"}"#)
    #expect(names("?_q=\(filter)").isEmpty == false)
  }

  @Test func `the columns of a caller are compared by their bytes`() throws {
    var project = try Self.project()
    let path = RequestTarget("/v2/\(Self.encoded(Self.whole))/")
    let list = project.send(
      Request(.get, path, headers: [.aclReadColumns: Self.whole])
    ).json
    #expect(list?[0]?.object?.members.map(\.value).contains("w0") == true)
    #expect(list?[0]?.object?.members.map(\.value).contains("p0") == false)
    let update: JSON = ["$set": [Self.parts: "new"]]
    let refused = project.send(
      MiaProject.request(.patch, path, update, [.aclWriteColumns: Self.whole]))
    #expect(refused.status == .internalServerError)
  }

  @Test func `commands on fields that only look alike do not conflict`() throws {
    var project = try Self.project()
    let path = RequestTarget("/v2/\(Self.encoded(Self.whole))/")
    let update: JSON = ["$set": [Self.whole: "1", Self.parts: "2"]]
    #expect(project.send(MiaProject.request(.patch, path, update)).text == "1")
  }

  @Test func `collections of BaaS 3 are compared by their bytes`() throws {
    var project = MiaProject()
    for name in Self.both {
      let path = RequestTarget("/\(Self.encoded(name))")
      #expect(project.send(MiaProject.request(.post, path, ["n": 1])).status == .ok)
    }
    project.send(MiaProject.request(.post, RequestTarget("/\(Self.encoded(Self.parts))"), ["n": 2]))
    for (name, count) in zip(Self.both, [1, 2]) {
      let path = RequestTarget("/\(Self.encoded(name))/count")
      #expect(project.send(Request(.get, path)).text == #"{"count":\#(count)}"#)
    }
    var copy = MiaProject()
    try copy.backend.restore(JSON.parse(project.fingerprint))
    #expect(copy.fingerprint == project.fingerprint)
  }

  @Test func `access rules apply only to the collection with the same bytes in its name`() throws {
    var project = MiaProject()
    try project.setUp(
      "access rules exist",
      ["collection": .string(Self.whole), "access": ["read": ["users": [], "groups": []]]])
    for (name, status) in zip(Self.both, [401, 200]) {
      let path = RequestTarget("/\(Self.encoded(name))")
      #expect(project.send(Request(.get, path)).status.code == status)
    }
  }

  @Test func `fields of items are compared by their bytes`() throws {
    var project = MiaProject()
    let item: JSON = [Self.whole: 1, Self.parts: 2]
    project.send(MiaProject.request(.post, "/things", item))
    let query = #"{"$fields":{"\#(Self.whole)":1}}"#
    let found = project.send(Request(.get, MiaProject.target("/things", query))).json?[0]?.object
    #expect(found?[Self.whole] == 1)
    #expect(found?[Self.parts] == nil)
  }

  @Test func `users with addresses that only look alike are different`() throws {
    var project = MiaProject()
    for name in Self.both {
      let body: JSON = ["email": .string("\(name)@example.com"), "password": "pw"]
      #expect(project.send(MiaProject.request(.post, "/users", body)).status == .ok)
    }
    let wrong: JSON = ["email": .string("\(Self.whole)@example.com"), "password": "other"]
    #expect(project.send(MiaProject.request(.post, "/users/login", wrong)).status.code == 402)
  }

  @Test func `the secret is compared by its bytes`() throws {
    var configuration = MiaConfiguration()
    configuration.secret = "Key"
    var project = MiaProject(configuration)
    let request = Request(.get, "/things", headers: [.secret: "\u{212A}ey"])
    #expect(project.send(request).status == .unauthorized)
  }

  @Test func `variables of a projection are compared by their bytes`() throws {
    var project = try MiaProject.library()
    let raw =
      #"{"tags":{"$filter":{"input":"$tags","as":"\#(Self.whole)","cond":"#
      + #"{"$eq":["$$\#(Self.parts)","a"]}}}}"#
    let path = RequestTarget("/v2/plates/\(MiaDefinitions.lid)?_rawp=\(Self.encoded(raw))")
    let response = project.send(Request(.get, path))
    #expect(response.status == .internalServerError)
    let message =
      "Invalid $project :: caused by :: Use of undefined variable: \(Self.parts)"
    #expect(response.json?["message"] == .string(message))
  }
}
