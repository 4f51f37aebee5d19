import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Access rules of BaaS 3` {
  /// The expected statuses of reading, creating, updating and deleting: for an anonymous caller,
  /// the item's creator and another user.
  @Test(arguments: [
    (#"{}"#, "200 200 200 200|200 200 200 200|200 200 200 200"),
    (#"{"enabled":false,"read":{}}"#, "200 200 200 200|200 200 200 200|200 200 200 200"),
    (#"{"read":{"groups":["public"]}}"#, "200 200 200 200|200 200 200 200|200 200 200 200"),
    (#"{"read":{}}"#, "401 200 200 200|403 200 200 200|403 200 200 200"),
    (#"{"create":{"groups":["users"]}}"#, "200 401 200 200|200 200 200 200|200 200 200 200"),
    (#"{"update":{"users":["creator"]}}"#, "200 200 401 200|200 200 200 200|200 200 403 200"),
    (#"{"delete":{"users":["creator"]}}"#, "200 200 200 401|200 200 200 200|200 200 200 403"),
    (#"{"read":{"groups":["staff"]}}"#, "401 200 200 200|403 200 200 200|200 200 200 200"),
    (
      #"{"read":{"users":["creator"],"groups":["users"]},"access":{"users":[]}}"#,
      "401 200 200 200|200 200 200 200|200 200 200 200"
    ),
  ])
  func `a rule admits groups, users and creators`(_ rules: String, _ statuses: String) throws {
    var project = try MiaProject.gallery()
    try project.setUp(
      "user exists",
      ["email": .string(MiaProject.bob), "username": "bob", "fields": ["groups": ["staff"]]])
    let bob = try #require(
      try project.setUp("logged in", ["username": "bob"])["sid"]?.string)
    try project.setUp(
      "access rules exist", ["collection": "notes", "access": try JSON.parse(rules)])
    let callers: [HTTPFields] = [[:], [.sid: MiaProject.adaSID], [.sid: bob]]
    var lines: [String] = []
    for headers in callers {
      var copy = project
      let requests = [
        MiaProject.request(.get, "/notes/n1", nil, headers),
        MiaProject.request(.post, "/notes", ["a": 1], headers),
        MiaProject.request(.put, "/notes/n1", ["a": 1], headers),
        MiaProject.request(.delete, "/notes/n1", nil, headers),
      ]
      lines.append(requests.map { "\(copy.send($0).status.code)" }.joined(separator: " "))
    }
    #expect(lines.joined(separator: "|") == statuses)
  }

  @Test func `lists leave out items of others if only creators may read them`() throws {
    var project = try MiaProject.gallery()
    let ada: HTTPFields = [.sid: MiaProject.adaSID]
    #expect(project.ids("/notes", ada) == "n1")
    #expect(project.run(.get, "/notes/count", nil, ada) == #"200 {"count":1}"#)
    #expect(project.ids(MiaProject.target("/notes", #"{"id":"n2"}"#), ada).isEmpty)
    #expect(project.run(.delete, "/notes/empty", nil, ada) == #"200 {"count":1}"#)
    #expect(project.ids("/notes", [.sid: MiaProject.bobSID]) == "n2")
  }

  @Test func `an access rule can name a user by id`() throws {
    var project = try MiaProject.gallery()
    let rule: JSON = ["users": [.string(project.id(of: "bob"))]]
    try project.setUp(
      "access rules exist", ["collection": "pictures", "access": ["read": rule]])
    #expect(project.ids("/pictures", [.sid: MiaProject.bobSID]) == "p1 p2 p3")
    #expect(
      project.ids("/pictures", [.sid: MiaProject.adaSID])
        == MiaProject.refusal(403, "Forbidden"))
  }

  /// The expected statuses of requests without the secret: reading, creating, updating by body,
  /// updating by path, and deleting.
  @Test(arguments: [
    (#"{}"#, "401 401 401 401 401"), (#"{"secreted":false}"#, "200 200 200 200 200"),
    (#"{"read":{"groups":["public"],"secreted":false}}"#, "200 401 401 401 401"),
    (
      #"{"secreted":false,"update":{"groups":["public"],"secreted":true}}"#, "200 200 401 401 200"
    ),
    (#"{"enabled":false,"secreted":false}"#, "200 200 200 200 200"),
  ])
  func `a rule can make the secret optional`(_ rules: String, _ statuses: String) throws {
    var project = try MiaProject.gallery()
    try project.setUp(
      "access rules exist", ["collection": "pictures", "access": try JSON.parse(rules)])
    let none: HTTPFields = [.secret: "none"]
    let answers = [
      MiaProject.request(.get, "/pictures/p1", nil, none),
      MiaProject.request(.post, "/v3/pictures", ["a": 1], none),
      MiaProject.request(.post, "/pictures", ["id": "p1"], none),
      MiaProject.request(.post, "/pictures/p1", ["a": 1], none),
      MiaProject.request(.delete, "/pictures/p1", nil, none),
    ].map { "\(project.send($0).status.code)" }
    #expect(answers.joined(separator: " ") == statuses)
    #expect(project.run(.get, "/notes", nil, none).hasPrefix("401 "))
  }

  @Test func `the configuration can turn off the check of the secret`() throws {
    var configuration = MiaConfiguration()
    configuration.checksSecret = false
    var project = try MiaProject.gallery(configuration)
    #expect(project.ids("/pictures", [.secret: "nope"]) == "p1 p2 p3")
  }

  @Test(arguments: [
    (#"{"read":[]}"#, "read: expected an object, found an array"),
    (#"{"read":{"users":"x"}}"#, #"read.users: expected an array, found the string "x""#),
    (#"{"read":{"groups":[1]}}"#, "read.groups[0]: expected a string, found the number 1"),
    (#"{"read":{"secreted":1}}"#, "read.secreted: expected true or false, found the number 1"),
    (#"{"read":{"x":1}}"#, "read.x: unknown member; there are: users, groups, secreted"),
    (#"{"enabled":1}"#, "enabled: expected true or false, found the number 1"),
    (
      #"{"x":1}"#,
      "x: unknown member; there are: enabled, secreted, read, create, update, delete, access"
    ),
  ])
  func `invalid access rules are refused`(_ rules: String, _ message: String) throws {
    var project = MiaProject()
    let access = try JSON.parse(rules)
    let error = #expect(throws: ProviderStateError.self) {
      try project.setUp("access rules exist", ["collection": "c", "access": access])
    }
    #expect(error?.description == "the parameter \"access\" is wrong: \(message)")
  }
}
