import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Settings of a project` {
  private static let health = Request(.get, "/-/healthz")

  @Test func `a provider state changes single settings of a project`() throws {
    var project = try MiaProject.library()
    try project.setUp("project has settings", ["crudCompat": 7])
    try project.setUp("project has settings", ["checksSecret": false, "defaultLimit": 1])
    #expect(project.send(Self.health).json?["version"] == "7.2.5")
    let list = Request(.get, "/v2/author/", headers: [.secret: "none"])
    #expect(project.send(list).json?.array?.count == 1)
  }

  @Test func `changed settings are in a snapshot, those of the configuration are not`() throws {
    var project = MiaProject(MiaProject.seven)
    #expect(project.backend.snapshot["settings"] == [:])
    try project.setUp("project has settings", ["requiresValidation": true])
    let snapshot = project.backend.snapshot
    #expect(snapshot["settings"] == ["requiresValidation": true])
    var other = MiaProject()
    try other.backend.restore(snapshot)
    #expect(other.backend.state.configuration.requiresValidation)
    #expect(other.backend.state.configuration.crudCompatibility == .six)
    try project.backend.restore(MiaBackend().snapshot)
    #expect(!project.backend.state.configuration.requiresValidation)
    #expect(project.backend.state.configuration.crudCompatibility == .seven)
  }

  @Test(
    arguments: [
      ["crudCompat": 8], ["checksSecret": "no"], ["secret": ""], ["nothing": 1],
    ] as [JSONObject])
  func `invalid settings change nothing`(_ settings: JSONObject) throws {
    var project = MiaProject()
    var all = settings
    all["defaultLimit"] = 3
    #expect(throws: ProviderStateError.self) {
      try project.setUp("project has settings", all)
    }
    #expect(project.backend.state.configuration == MiaConfiguration())
    var snapshot = project.backend.snapshot.object ?? [:]
    snapshot["settings"] = .object(settings)
    #expect(throws: SnapshotError.self) { try project.backend.restore(.object(snapshot)) }
  }

  @Test func `a provider state can choose the id of a user`() throws {
    var project = MiaProject()
    let states: [JSONObject] = [
      ["id": "u1", "email": "a@b.it"], ["id": "u1", "email": "c@d.it"],
    ]
    for state in states { try project.setUp("user exists", state) }
    let session = try project.setUp("logged in", ["email": "c@d.it"])
    #expect(session["userId"] == "u1")
    #expect(throws: ProviderStateError.self) {
      try project.setUp("logged in", ["email": "a@b.it"])
    }
  }

  @Test(arguments: ["%7B%22n%22%3A1%7D", "%7B%22n%22%3A1%7D="])
  func `a query that is an object may end with an equals sign`(_ query: String) throws {
    var project = MiaProject()
    for number in [1, 2] as [JSON] {
      try project.setUp("item exists", ["collection": "c", "item": ["n": number]])
    }
    let list = project.send(Request(.get, RequestTarget("/c/?\(query)")))
    #expect(list.json?.array?.count == 1)
  }
}
