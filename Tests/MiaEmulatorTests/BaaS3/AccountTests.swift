import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Users of BaaS 3` {
  private func login(_ name: String = "email", _ value: String = MiaProject.ada) -> Request {
    MiaProject.request(.post, "/users/login", [name: .string(value), "password": "pw"])
  }

  private func me(_ project: inout MiaProject, _ sid: String = MiaProject.adaSID) -> String {
    let json = project.send(Request(.get, "/users/me", headers: [.sid: sid])).json
    return json?["username"]?.string ?? "nobody"
  }

  @Test func `a registration needs an address and a password, and opens no session`() throws {
    var project = MiaProject()
    let response = project.send(
      .json(
        .post, "/users",
        [
          "email": "eve@example.com", "password": "secret word", "user_name": "Eve",
          "validated": true, "news": false,
        ]))
    let user = try #require(response.json?.object)
    #expect(user["username"] == "eve@example.com")
    #expect(user["validated"] == false)
    #expect(user["user_name"] == "Eve")
    #expect(user["news"] == false)
    #expect(user["password"] == nil)
    #expect(response.headers[.setCookie] == nil)
    #expect(!project.fingerprint.contains("secret word"))
    let mail = try #require(project.backend.outbox.messages.first)
    #expect(mail.recipients == ["eve@example.com"])
    #expect(mail.content["subject"] == "verification")
    #expect(mail.content["id"] == user["id"])
  }

  @Test(arguments: ["a@b.it", "a.b+c@d-e.f.gh", "ü@ö.de"])
  func `a valid address is accepted`(_ email: String) { #expect(Accounts.isEmail(email)) }

  @Test(arguments: ["", "a", "a@", "@b.it", "a@b", "a@b.", "a@.it", "a@b@c.it", "a b@c.it"])
  func `an invalid address is refused`(_ email: String) { #expect(!Accounts.isEmail(email)) }

  @Test(
    arguments: [
      (["username": "bob"], 406, "username already used"),
      (["email": "bob@example.com"], 407, "email already used"),
      (["email": "bob"], 400, "Malformed email"),
      (["email": .null], 400, "Malformed email"),
      (["password": ""], 400, "password is required"),
      (["user_name": ["$inc": "x"]], 400, "$inc needs a number and a field that is one"),
    ] as [(JSON, Int, String)])
  func `a change of a user is refused for the same reasons as a registration`(
    _ change: JSON, _ status: Int, _ message: String
  ) throws {
    var project = try MiaProject.gallery()
    let before = project.fingerprint
    let target = RequestTarget("/users/\(project.id(of: "ada"))")
    let answer = project.run(.put, target, change, [.sid: MiaProject.adaSID])
    #expect(answer == MiaProject.refusal(status, message))
    #expect(project.fingerprint == before)
  }

  @Test func `users cannot change or delete other users`() throws {
    var project = try MiaProject.gallery()
    let target = RequestTarget("/users/\(project.id(of: "bob"))")
    let forbidden = MiaProject.refusal(403, "Forbidden")
    let ada: HTTPFields = [.sid: MiaProject.adaSID]
    #expect(project.run(.put, target, ["user_name": "x"], ada) == forbidden)
    #expect(project.run(.delete, target, nil, ada) == forbidden)
    #expect(project.run(.get, target, nil, ada).hasPrefix("200 "))
  }

  @Test func `deleting a user ends the user's sessions`() throws {
    var project = try MiaProject.gallery()
    let target = RequestTarget("/users/\(project.id(of: "ada"))")
    let deleted = project.run(.delete, target, nil, [.sid: MiaProject.adaSID])
    #expect(deleted == #"200 {"count":1}"#)
    #expect(me(&project) == "nobody")
    #expect(project.send(login()).status == .notFound)
    #expect(!project.fingerprint.contains(MiaProject.adaSID))
  }

  @Test func `users can be found by their fields, but not by their passwords`() throws {
    var project = try MiaProject.gallery()
    let ada: HTTPFields = [.sid: MiaProject.adaSID]
    let byName = MiaProject.target("/users/", #"{"username":"bob","$fields":{"email":1}}"#)
    #expect(
      project.run(.get, byName, nil, ada)
        == #"200 [{"email":"bob@example.com","id":"\#(project.id(of: "bob"))"}]"#)
    #expect(project.ids(MiaProject.target("/users/", #"{"password":"pw"}"#), ada).isEmpty)
  }

  @Test func `a session of BaaS 3 is valid for the CRUD service`() throws {
    var project = try MiaProject.gallery()
    try project.setUp(
      "collection exists",
      ["definition": ["name": "c", "endpointBasePath": "/c"], "access": "login"])
    #expect(project.run(.get, "/v2/c/").hasPrefix("401 "))
    #expect(project.run(.get, "/v2/c/", nil, [.sid: MiaProject.adaSID]) == "200 []")
  }

  @Test func `forgotten passwords and validations of addresses send mails`() throws {
    var project = try MiaProject.gallery()
    let body: JSON = ["email": .string(MiaProject.ada)]
    _ = project.run(.post, "/users/forgot", body)
    _ = project.run(.post, "/users/resend", body)
    #expect(
      project.backend.outbox.messages.map { $0.content["subject"] }
        == ["forgotten password", "verification"])
  }
}
