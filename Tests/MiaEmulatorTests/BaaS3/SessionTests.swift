import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Sessions of BaaS 3` {
  private func login(_ name: String = "email", _ value: String = MiaProject.ada) -> Request {
    MiaProject.request(.post, "/users/login", [name: .string(value), "password": "pw"])
  }

  private func me(_ project: inout MiaProject, _ sid: String = MiaProject.adaSID) -> String {
    let json = project.send(Request(.get, "/users/me", headers: [.sid: sid])).json
    return json?["username"]?.string ?? "nobody"
  }

  @Test func `users log in with address or name, by form or JSON`() throws {
    var project = try MiaProject.gallery()
    #expect(project.send(login()).status == .ok)
    #expect(project.send(login("username", "ada")).status == .ok)
    let fields = [FormField("username", "ada"), FormField("password", "pw")]
    #expect(project.send(.form(.post, "/users/login", fields)).status == .ok)
    #expect(project.send(login("username", MiaProject.ada)).status == .notFound)
    #expect(project.send(login("email", "ada")).status == .notFound)
  }

  @Test func `unvalidated users cannot log in if validation is required`() throws {
    var configuration = MiaConfiguration()
    configuration.requiresValidation = true
    var project = try MiaProject.gallery(configuration)
    let refused = project.send(login())
    #expect("\(refused.status.code) \(refused.text)" == MiaProject.refusal(402, "bad credential"))
    #expect(refused.headers[.ghostlightReason]?.contains("validated") == true)
    try project.setUp(
      "user exists", ["email": .string(MiaProject.ada), "password": "pw", "validated": true])
    #expect(project.send(login()).status == .ok)
  }

  @Test func `a session expires after 30 days without use`() throws {
    var project = try MiaProject.gallery()
    let day: Int64 = 24 * 3600
    project.wait(seconds: 30 * day - 1)
    #expect(me(&project) == "ada")
    project.wait(seconds: 29 * day)
    #expect(project.run(.post, "/c", [:], [.sid: MiaProject.adaSID]).hasPrefix("200 "))
    project.wait(seconds: 29 * day)
    #expect(me(&project) == "ada")
    project.wait(seconds: 30 * day)
    #expect(me(&project) == "nobody")
    #expect(me(&project, MiaProject.bobSID) == "nobody")
    #expect(project.run(.get, "/users", nil, [.sid: MiaProject.adaSID]).hasPrefix("401 "))
    project.send(login())
    #expect(!project.fingerprint.contains(MiaProject.adaSID))
  }

  @Test func `a read request changes nothing, not even the session`() throws {
    var project = try MiaProject.gallery()
    let before = project.fingerprint
    project.wait(seconds: 60)
    #expect(project.ids("/notes", [.sid: MiaProject.adaSID]) == "n1")
    #expect(project.fingerprint == before)
  }

  @Test(
    arguments: [
      (["password": "new"], "nobody"), (["username": "countess"], "nobody"),
      (["email": "countess@example.com"], "ada"), (["username": "ada"], "ada"),
      (["user_name": "Ada", "validated": true, "username": .null], "ada"),
    ] as [(JSON, String)])
  func `a new password or name ends the user's sessions`(_ change: JSON, _ name: String) throws {
    var project = try MiaProject.gallery()
    var body = try #require(change.object)
    body["id"] = .string(project.id(of: "ada"))
    let response = project.send(
      .json(.post, "/users", .object(body), headers: [.sid: MiaProject.adaSID]))
    #expect(response.status == .ok)
    #expect(response.json?["validated"] == false)
    #expect(response.json?["password"] == nil)
    #expect(me(&project) == name)
    #expect(me(&project, MiaProject.bobSID) == "bob")
    let password = change["password"]?.string ?? "pw"
    let again: JSON = [
      "email": response.json?["email"] ?? .null, "password": .string(password),
    ]
    #expect(project.send(.json(.post, "/users/login", again)).status == .ok)
  }

  @Test func `the session in the cookie is used if the header field is empty`() throws {
    var project = try MiaProject.gallery()
    let cookie = "theme=dark; sid=\(MiaProject.bobSID)"
    for (sid, name) in [("", "bob"), (MiaProject.adaSID, "ada"), ("unknown", "nobody")] {
      let response = project.send(
        Request(.get, "/users/me", headers: [.sid: sid, .cookie: cookie]))
      #expect((response.json?["username"]?.string ?? "nobody") == name)
    }
  }
}
