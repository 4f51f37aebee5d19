import GhostlightContracts
import GhostlightCore

/// Promises about all requests: keys, versions, clocks, browsers, malformed requests.
enum Requests {
  static let pact = Pact.stackMob {
    everywhere
    versions
    browsers
    exporters
    refusals
  }

  private static let milk = Sample.dated(["todo_id": "1", "title": "milk"])
  private static let todo: [GivenState] = [
    .schema("todo", ["title": "string"]), .object("todo", milk),
  ]

  @InteractionBuilder private static var everywhere: [Interaction] {
    Interaction.step(
      "the service says that it is there",
      [
        .protocolReference("A3"), .sdk("SMIncrementalStore.m"),
        .guide("Checking Network Reachability"),
      ],
      .get("/"), .status(200, json: [:]), route: "Availability")
    Interaction.step(
      "the service says that it is there to HEAD, without a body",
      [.protocolReference("A3"), .sdk("SMIncrementalStore.m")], .request("HEAD", "/"),
      .empty(200), route: "Availability", whole: [])
    Interaction.step(
      "a response has the server's time twice",
      [.protocolReference("A3"), .sdk("StackMobSession.java"), .sdk("SMIncrementalStore.m")],
      given: todo, .get("/todo/1"),
      .status(
        200,
        headers: [
          "Content-Type": "application/json; charset=utf-8",
          "Date": .regex(
            "^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$",
            "Wed, 12 Jun 2013 12:26:40 GMT"),
          "X-StackMob-Time-MS": .regex("^[0-9]{13}$", "1371040000000"),
        ], json: .same(milk)), route: "Read one")
    Interaction.step(
      "HEAD answers what GET does, without the body",
      [.protocolReference("A3"), .sdk("CHANGELOG.md 1.3.0 (Java)")], given: todo,
      .request("HEAD", "/todo/1"),
      .empty(200, headers: ["Content-Type": "application/json; charset=utf-8"]),
      route: "Read one", whole: [])
  }

  @InteractionBuilder private static var versions: [Interaction] {
    Interaction.step(
      "production has objects of its own",
      [.protocolReference("A1"), .documentation("API versions")],
      given: [
        .schema("todo", ["title": "string"]), .object("todo", milk),
        .state("version deployed", ["version": 1]),
        .state(
          "object exists",
          [
            "schema": "todo", "version": 1,
            "object": .object(Sample.dated(["todo_id": "1", "title": "bread"])),
          ]),
      ], PactRequest.get("/todo/1").inProduction(),
      .status(200, json: .same(Sample.dated(["todo_id": "1", "title": "bread"]))),
      route: "Read one")
    Interaction.step(
      "a request without a version asks for development",
      [.protocolReference("A25"), .decision("D44")], given: todo,
      .get("/todo/1", headers: ["Accept": "application/json"]), .status(200, json: .same(milk)),
      route: "Read one")
    Interaction.refusal(
      "a version that was never deployed is refused",
      [.protocolReference("A1"), .decision("D44")],
      .get("/todo", headers: ["Accept": Sample.accept(version: 7)]), 404,
      "API version 7 is not deployed", fault: "API version not deployed")
    Interaction.refusal(
      "the key of development does not open production", [.protocolReference("A25")],
      given: [.state("version deployed", ["version": 1])],
      .get("/user", headers: ["Accept": Sample.accept(version: 1)]), 401, "Invalid API key",
      fault: "missing or unknown public key", route: "Query")
  }

  @InteractionBuilder private static var exporters: [Interaction] {
    Interaction.step(
      "a query that the private key's holder has not signed does not matter",
      [.protocolReference("D57"), .decision("both")],
      given: todo + [.privateKey(toSend: "GET", "/todo")],
      PactRequest.get("/todo", query: ["todo_id": "1"]).signed(),
      .status(200, json: [.same(milk)]), route: "Query")
  }

  @InteractionBuilder private static var browsers: [Interaction] {
    Interaction.step(
      "a preflight of any path allows what the browser asks for",
      [.protocolReference("A24"), .documentation("CORS")],
      .request(
        "OPTIONS", "/todo/1",
        headers: [
          "Origin": "http://localhost:3000", "Access-Control-Request-Method": "PUT",
          "Access-Control-Request-Headers": "x-stackmob-api-key,content-type",
        ]),
      .empty(
        200,
        headers: [
          "Access-Control-Allow-Methods": "GET, POST, PUT, DELETE, HEAD, OPTIONS",
          "Access-Control-Allow-Headers": "x-stackmob-api-key,content-type",
          "Access-Control-Allow-Origin": "http://localhost:3000",
          "Access-Control-Max-Age": "86400",
        ]), route: "Preflight", whole: [])
    Interaction.step(
      "a preflight of the root gets a response, too",
      [.protocolReference("A24"), .documentation("CORS")],
      .request("OPTIONS", "/", headers: ["Origin": "http://localhost:3000"]),
      .empty(200, headers: ["Access-Control-Allow-Origin": "http://localhost:3000"]),
      route: "Preflight of the root", whole: [])
    Interaction.step(
      "a page of another origin may read answers and what paging needs",
      [.protocolReference("A24"), .documentation("CORS")], given: todo,
      .get("/todo/1", headers: ["Origin": "http://localhost:3000"]),
      .status(
        200,
        headers: [
          "Access-Control-Allow-Origin": "http://localhost:3000",
          "Access-Control-Expose-Headers": "Content-Range, Retry-After, X-StackMob-Time-MS",
          "Vary": "Origin",
        ], json: .same(milk)), route: "Read one")
    Interaction.step(
      "GET may replace DELETE",
      [.protocolReference("A24"), .documentation("REST API, \"Method override\"")], given: todo,
      .get("/todo/1", headers: ["X-HTTP-Method-Override": "DELETE"]),
      .status(200, json: ["status": "OK"]), route: "Delete")
    Interaction.step(
      "POST may replace PUT",
      [.protocolReference("A24"), .documentation("REST API, \"Method override\"")], given: todo,
      .post("/todo/1", headers: ["X-HTTP-Method-Override": "PUT"], json: ["title": "bread"]),
      .status(200, json: .stored(["todo_id": "1", "title": "bread"])), route: "Update")
  }

  @InteractionBuilder private static var refusals: [Interaction] {
    Interaction.refusal(
      "a key of no app is refused", [.protocolReference("A25")], given: todo,
      .get("/todo/1", headers: ["X-StackMob-API-Key": "00000000-0000-0000-0000-000000000000"]),
      401, "Invalid API key", fault: "missing or unknown public key", route: "Read one")
    Interaction.refusal(
      "an authorization of another kind is refused", [.protocolReference("A4")], given: todo,
      .get("/todo/1", headers: ["Authorization": "Basic amFjazpzZWNyZXQ="]), 401,
      "Insufficient authorization", fault: "not logged in or not entitled", route: "Read one")
    Interaction.refusal(
      "a signature with another private key is refused",
      [.protocolReference("A5"), .sdk("stackmob.rb")], given: todo,
      .get(
        "/todo/1",
        headers: [
          "Authorization": .value(
            .string(
              #"OAuth realm="",oauth_consumer_key="\#(Sample.developmentKey)",oauth_nonce="n","#
                + #"oauth_signature_method="HMAC-SHA1",oauth_timestamp="1371040000","#
                + #"oauth_version="1.0",oauth_signature="AAAAAAAAAAAAAAAAAAAAAAAAAAA%3D""#))
        ]),
      401, "Insufficient authorization", fault: "not logged in or not entitled",
      route: "Read one")
    for (what, text) in [
      ("that ends early", #"{"title":"#), ("of nothing", ""), ("that is a text", #""title""#),
      ("with a number among objects", "[{},1]"),
    ] {
      Interaction.refusal(
        "a body \(what) is refused",
        [.protocolReference("A28"), .guide("General HTTP Errors")],
        .request(
          "POST", "/todo", headers: ["Content-Type": "text/plain"], text: text),
        400, "Bad Request", fault: "malformed request", route: "Create")
    }
    Interaction.refusal(
      "a method that no route serves is refused", [.protocolReference("A28")],
      .request("PATCH", "/todo/1", json: [:]), 404, "Schema or method /todo/1 does not exist",
      fault: "unknown schema or method")
    Interaction.refusal(
      "a schema with an invalid name is refused", [.protocolReference("A6")],
      .post("/to-do", json: ["n": 1]), 400,
      "to-do is not a name: use lower-case letters, digits and underscore",
      fault: "malformed schema or field name", route: "Create")
  }
}
