import GhostlightContracts
import GhostlightCore

/// Promises about the callers that the CRUD service accepts, and the users they act as.
enum Gateway {
  static let pact = Pact.miaGateway {
    secrets
    logins
    users
    refusals
    status
    browsers
  }

  private static let list = PactRequest.get("/v2/plates/")
  private static let secret: KeyValuePairs<String, Example> = ["secret": "s3cr3t"]
  private static let empty = PactResponse.status(
    200, headers: ["Content-Type": "application/json"], json: [])
  private static let byLogin = [GivenState.collection(Plates.definition, access: "login")]

  private static func lets(
    _ description: String, _ evidence: [Evidence],
    given states: [GivenState] = [Plates.collection],
    _ request: PactRequest
  ) -> Interaction {
    Interaction.step(
      description, [.protocolReference("A1")] + evidence, given: states, request, empty,
      route: "List documents", whole: [])
  }

  private static func stops(
    _ description: String, _ evidence: [Evidence],
    given states: [GivenState] = [Plates.collection],
    _ request: PactRequest, route: String = "List documents"
  ) -> Interaction {
    Interaction.refusal(
      description, [.protocolReference("A1"), .documentation("CRUD service, 2020")] + evidence,
      given: states, request, 401, "Unauthorized", fault: "secret or session", route: route)
  }

  @InteractionBuilder private static var secrets: [Interaction] {
    lets(
      "the secret opens a collection", [.guide("Create, Read, Update, Delete")],
      list.headers(secret))
    lets(
      "later platforms call the secret client-key",
      [.documentation("crud-service, docs/10_Overview")],
      list.headers(["client-key": "s3cr3t"]))
    lets(
      "a public collection needs no secret", [.documentation("console guide")],
      given: [.collection(Plates.definition, access: "public")], list)
    stops("a client without the secret is refused", [], list)
    stops("a client with another secret is refused", [], list.headers(["secret": "s3cr3d"]))
    lets(
      "a project may ask for no secret", [.decision("the check can be switched off")],
      given: [.settings(["checksSecret": false]), Plates.collection], list)
  }

  @InteractionBuilder private static var logins: [Interaction] {
    let open = byLogin + People.marioSession
    lets(
      "a session opens a collection that needs a login", [.guide("Create, Read, Update, Delete")],
      given: open, list.headers(secret).inSession())
    lets(
      "a session may come as a cookie", [.sdk("Android core aar")], given: open,
      list.headers(secret).headers([
        "Cookie": .fromState("sid=${sid}", .value(.string("sid=" + Sample.session)))
      ]))
    lets(
      "the header counts before the cookie", [.decision("both are sent")], given: open,
      list.headers(secret).inSession().headers(["Cookie": "sid=none"]))
    stops(
      "a collection that needs a login refuses a call without a session",
      [.documentation("console guide")],
      given: byLogin, list.headers(secret))
    stops(
      "an unknown session is refused", [.decision("the gateway would know")],
      given: byLogin, list.headers(secret).headers(["sid": "none"]))
    stops("a session does not replace the secret", [], given: open, list.inSession())
    stops(
      "a document that needs a login is not read without a session",
      [.documentation("console guide")],
      given: byLogin + [.document(Plates.alfa)],
      PactRequest.get("\(Plates.alfaPath)").headers(secret), route: "Get a document")
    Interaction.step(
      "a session reads a document that needs a login",
      [.protocolReference("A1"), .guide("Create, Read, Update, Delete")],
      given: open + [.document(Plates.alfa)],
      PactRequest.get("\(Plates.alfaPath)").headers(secret).inSession(),
      .status(200, headers: ["Content-Type": Sample.json], json: .value(.object(Plates.alfa))),
      route: "Get a document")
    Interaction.step(
      "a session inserts where a login is needed",
      [.protocolReference("A1"), .guide("Create, Read, Update, Delete")], given: open,
      PactRequest.post("\(Plates.path)/", json: ["name": "Alfa", "__STATE__": "PUBLIC"])
        .headers(secret).inSession(),
      .status(
        200, headers: ["Content-Type": Sample.json], json: ["_id": Sample.anyObjectID]),
      route: "Insert a document")
  }

  /// Returns an interaction in which an update, whose request `change` prepares, stores `user` in
  /// `updaterId`.
  private static func named(
    _ description: String, _ user: String, _ evidence: [Evidence],
    given states: [GivenState] = Plates.one,
    _ change: (PactRequest) -> PactRequest
  ) -> Interaction {
    Interaction.step(
      description,
      [.protocolReference("A1"), .protocolReference("A3")] + evidence, given: states,
      change(.request("PATCH", "\(Plates.alfaPath)", json: [:]).headers(secret)),
      .status(
        200, headers: ["Content-Type": Sample.json],
        json: Plates.changed(["updaterId": .string(user)])), route: "Update a document")
  }

  @InteractionBuilder private static var users: [Interaction] {
    let test = Evidence.suite("crud-service, tests/httpInterface.utils.js")
    named("the gateway says who calls", "u1", [test]) { $0.headers(["userid": "u1"]) }
    named(
      "a session says who calls", People.marioID, [.decision("the gateway would add the header")],
      given: Plates.one + People.marioSession
    ) { $0.inSession() }
    named(
      "the gateway's word counts before the session", "u1",
      [.decision("the header, then the session, then the public")],
      given: Plates.one + People.marioSession
    ) { $0.inSession().headers(["userid": "u1"]) }
    named("without a word it is the public", "public", [test]) { $0 }
    for user in ["null", "undefined"] {
      named("a user named \(user) is the public", "public", [test]) {
        $0.headers(["userid": .value(.string(user))])
      }
    }
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    let section: [Evidence] = [
      .protocolReference("A4"), .suite("crud-service, tests/integration.test.js"),
    ]
    Interaction.missing(
      "a collection that is not defined is not found", section, given: [Plates.collection],
      PactRequest.get("/v2/spoons/").headers(secret), route: "List documents")
    Interaction.missing(
      "a method that no route has is not found", section, given: Plates.one,
      PactRequest.put("\(Plates.alfaPath)", json: [:]).headers(secret))
    Interaction.missing(
      "a path that no route has is not found", section, given: Plates.one,
      PactRequest.get("\(Plates.alfaPath)/parts/0").headers(secret))
  }

  private static func status(_ word: String, _ route: String, _ line: String = "6.10.4")
    -> Interaction
  {
    Interaction.step(
      "\(word) says that the service is up, as \(line)",
      [.protocolReference("A4"), .sdk("crud-service 6.3.0, lib/httpInterface.js")],
      given: line == "6.10.4" ? [] : [.lineSeven], .get("/-/\(word)"),
      .status(
        200, headers: ["Content-Type": Sample.json],
        json: ["name": "@mia-platform/crud-service", "version": "\(line)", "status": "OK"]),
      route: route)
  }

  @InteractionBuilder private static var status: [Interaction] {
    status("healthz", "Health")
    status("ready", "Readiness")
    status("check-up", "Check-up")
    status("healthz", "Health", "7.2.5")
    Interaction.step(
      "a collection's path may do without its last slash",
      [.protocolReference("A1"), .decision("the service has both")], given: [Plates.collection],
      PactRequest.get("\(Plates.path)").headers(secret), empty, route: "List documents", whole: [])
  }

  private static let origin = "http://localhost:3000"

  @InteractionBuilder private static var browsers: [Interaction] {
    Interaction.step(
      "a preflight of any path needs no secret", [.protocolReference("E50"), .decision("on")],
      .request(
        "OPTIONS", "/v2/plates/",
        headers: [
          "Origin": "\(origin)", "Access-Control-Request-Method": "PATCH",
          "Access-Control-Request-Headers": "secret,content-type",
        ]),
      .empty(
        200,
        headers: [
          "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS",
          "Access-Control-Allow-Headers": "secret,content-type",
          "Access-Control-Allow-Origin": "\(origin)", "Access-Control-Max-Age": "86400",
        ]), route: "Preflight", whole: [])
    Interaction.step(
      "a preflight of the root gets a response, too", [.protocolReference("E50"), .decision("on")],
      .request("OPTIONS", "/", headers: ["Origin": "\(origin)"]),
      .empty(200, headers: ["Access-Control-Allow-Origin": "\(origin)"]),
      route: "Preflight of the root", whole: [])
    Interaction.step(
      "an empty filter is ignored", [.protocolReference("E52"), .decision("none")],
      given: [Plates.collection], .get("/v2/plates/", query: ["_q": ""], headers: secret), empty,
      route: "List documents", whole: [])
  }
}
