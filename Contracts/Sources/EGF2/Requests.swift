import GhostlightContracts
import GhostlightCore

/// Promises about requests to all services: paths, methods, bodies, health, events.
enum Requests {
  static let pact = Pact.egf2 {
    health
    paths
    bodies
    listening
    browsers
  }

  private static let framework = Evidence.documentation("restify 4")

  @InteractionBuilder private static var health: [Interaction] {
    Interaction.done(
      "every service says that it is well", [.protocolReference("A1")], .get("/healthcheck"),
      route: "Health check")
  }

  private static func unknown(_ description: String, _ request: PactRequest, _ path: String)
    -> Interaction
  {
    .refusal(
      description, [.protocolReference("A2"), framework], request, 404, "ResourceNotFound",
      "\(path) does not exist")
  }

  private static func refused(
    _ description: String, _ request: PactRequest, _ method: String, allow: Example,
    _ evidence: Evidence
  ) -> Interaction {
    var interaction = Interaction.refusal(
      description, [.protocolReference("A2"), evidence], request, 405, "MethodNotAllowedError",
      "\(method) is not allowed")
    interaction.response = .status(
      405, headers: ["Content-Type": "application/json", "Allow": allow],
      json: ["code": "MethodNotAllowedError", "message": "\(method) is not allowed"])
    return interaction
  }

  @InteractionBuilder private static var paths: [Interaction] {
    unknown("a path of nothing", .get("/v1/foo"), "/v1/foo")
    unknown("a path outside the version", .get("/graph"), "/graph")
    unknown(
      "what is unknown is refused before its body is read",
      .malformed("POST", "/v1/foo", "{"),
      "/v1/foo")
    refused(
      "a path that another method is for", .post("/v1/search", json: [:]), "POST", allow: "GET",
      framework)
    refused(
      "registering by GET is refused", .get("/v1/register"), "GET", allow: "POST", framework)
    refused(
      "the method comes before the token", .delete("/v1/graph"), "DELETE", allow: "POST",
      framework)
    refused(
      "objects are not patched", .request("PATCH", "/v1/graph/me", json: [:]), "PATCH",
      allow: "GET, PUT, DELETE",
      framework)
    Interaction.step(
      "HEAD is refused", [.protocolReference("E9"), .decision("405")],
      .request("HEAD", "/healthcheck"), .status(405),
      whole: [])
    Interaction.answers(
      "a slash at the end is ignored", [.protocolReference("E8"), .decision("ignored")],
      given: [.object(World.mark)], .get("/v1/graph/\(World.markID)/"), World.mark.example,
      route: "Get object")
  }

  private static func malformed(
    _ description: String, _ method: String, _ path: String, _ text: String
  )
    -> Interaction
  {
    .step(
      description, [.protocolReference("A2"), framework],
      .malformed(method, path, text),
      .status(
        400, headers: Sample.json,
        json: [
          "code": "InvalidContent",
          "message": .regex("^Invalid JSON: .+$", "Invalid JSON: unexpected end"),
        ]), fault: "egf2: InvalidContent")
  }

  @InteractionBuilder private static var bodies: [Interaction] {
    malformed("a body that is not valid JSON", "POST", "/v1/login", "{\"email\":")
    malformed("JSON comes before the token", "POST", "/v1/graph", "{\"object_type\":")
    malformed("a change that is not JSON", "PUT", "/v1/graph/\(World.markID)", "text")
    Interaction.refusal(
      "JSON that is not an object has no members",
      [.protocolReference("A2"), .decision("counts as {}")],
      .post("/v1/login", json: ["email"]), 400, "MissingParameter",
      "required parameter \"email\" is missed", route: "Login")
    Interaction.answers(
      "a body is JSON whatever its type says",
      [.protocolReference("A2"), .decision("whatever its Content-Type")],
      given: [.account("mark")],
      .request(
        "POST", "/v1/login", headers: ["Content-Type": "text/plain"],
        text: #"{"email":"mark@example.com","password":"secret"}"#),
      ["type": "Bearer", "token": Sample.anyToken], route: "Login")
  }

  private static func refusedListening(
    _ description: String, given states: [GivenState] = [], _ request: PactRequest,
    _ message: String
  ) -> Interaction {
    .step(
      description, [.protocolReference("A14"), .sdk("pusher, primus authorization")],
      given: states, request,
      .status(401, headers: Sample.json, json: ["error": "\(message)"]), route: "Listen")
  }

  @InteractionBuilder private static var listening: [Interaction] {
    refusedListening(
      "a client without a session gets no events", .get("/v1/listen"), "Bearer token doesn't exist")
    refusedListening(
      "a client with an unknown session gets no events",
      PactRequest.get("/v1/listen").authorized("Bearer nope"), "token not found")
    refusedListening(
      "a token in the query is also checked", .get("/v1/listen", query: ["token": "nope"]),
      "token not found")
  }

  private static let wanted = [Evidence.protocolReference("E9"), .decision("CORS")]
  private static let origin = "http://localhost:3000"

  @InteractionBuilder private static var browsers: [Interaction] {
    Interaction.step(
      "a preflight of any path allows what the browser asks for", wanted,
      .request(
        "OPTIONS", "/v1/graph/me",
        headers: [
          "Origin": "\(origin)", "Access-Control-Request-Method": "PUT",
          "Access-Control-Request-Headers": "authorization,content-type",
        ]),
      .empty(
        200,
        headers: [
          "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE",
          "Access-Control-Allow-Headers": "authorization,content-type",
          "Access-Control-Allow-Origin": "\(origin)", "Access-Control-Max-Age": "86400",
        ]), route: "Preflight", whole: [])
    Interaction.step(
      "a preflight of the root gets a response, too", wanted,
      .request("OPTIONS", "/", headers: ["Origin": "\(origin)"]),
      .empty(200, headers: ["Access-Control-Allow-Origin": "\(origin)"]),
      route: "Preflight of the root", whole: [])
    Interaction.step(
      "a page of another origin may read answers", wanted, given: [.object(World.mark)],
      .get("/v1/graph/\(World.markID)", headers: ["Origin": "\(origin)"]),
      .status(
        200,
        headers: [
          "Content-Type": "application/json", "Access-Control-Allow-Origin": "\(origin)",
          "Vary": "Origin",
        ], json: World.mark.example), route: "Get object")
  }
}
