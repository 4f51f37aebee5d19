import GhostlightContracts
import GhostlightCore

/// Promises about responses of custom code, and the refusal of calls while it starts.
enum CustomCode {
  static let pact = Pact.stackMob {
    for row in verbs { row }
    answers
    starting
  }

  private static let hello = GivenState.state(
    "custom code exists", ["name": "hello", "fixture": "greeting"])

  private static let verbs: [Interaction] = [
    ("GET", PactRequest.get("/hello"), ""),
    ("POST", .post("/hello", json: ["a": 1]), #"{"a":1}"#),
    ("PUT", .put("/hello", json: ["a": 1]), #"{"a":1}"#),
    ("DELETE", .delete("/hello"), ""),
  ].map { (verb: String, request: PactRequest, body: String) in
    Interaction.step(
      "custom code answers \(verb)",
      [.protocolReference("A21"), .guide("Performing Custom Code Requests")], given: [hello],
      request, .status(200, json: ["msg": "Hello, world!", "body": "\(body)"]),
      route: "Custom code by \(verb)")
  }

  @InteractionBuilder private static var answers: [Interaction] {
    for (verb, text) in [("POST", #"{"a":1}"#), ("PUT", "x")] {
      Interaction.step(
        "custom code gets a body of no type by \(verb)",
        [
          .protocolReference("A21"), .protocolReference("B10"),
          .guide("Performing Custom Code Requests"), .sdk("SMCustomCodeRequest.m"),
        ], given: [hello], .request(verb, "/hello", text: text),
        .status(200, json: ["msg": "Hello, world!", "body": "\(text)"]),
        route: "Custom code by \(verb)")
    }
    Interaction.step(
      "custom code gets the parameters of the query",
      [.protocolReference("A21"), .sdk("SMCustomCodeRequest.m")],
      given: [.state("custom code exists", ["name": "sum", "fixture": "params"])],
      .get("/sum", query: ["param1": "1", "param2": "two"]),
      .status(200, json: ["param1": "1", "param2": "two", "body": ""]),
      route: "Custom code by GET")
    Interaction.step(
      "custom code gets the logged-in user", [.protocolReference("A21")],
      given: [
        .state("custom code exists", ["name": "whoami", "fixture": "user"]), .user("jack"),
        .loggedIn("jack", toSend: "GET", "/whoami"),
      ], PactRequest.get("/whoami").signed(), .status(200, json: ["msg": "jack"]),
      route: "Custom code by GET")
    Interaction.step(
      "custom code is made of a template", [.protocolReference("A21"), .decision("D33")],
      given: [
        .state(
          "custom code exists",
          [
            "name": "sum",
            "template": [
              "verb": "{{method}}", "msg": "{{user}}", "page": "{{query.page}}",
              "n": "{{body.n}}", "text": "{{query.page}} of {{body.n}}",
            ],
          ])
      ], .request("POST", "/sum", query: ["page": "2"], json: ["n": 5]),
      .status(
        200, json: ["verb": "POST", "msg": nil, "page": "2", "n": 5, "text": "2 of 5"]),
      route: "Custom code by POST")
    Interaction.step(
      "custom code answers any status and type",
      [.protocolReference("A21"), .guide("Setting Response Content Types")],
      given: [
        .state(
          "custom code exists",
          ["name": "tea", "status": 418, "text": "short and stout", "contentType": "text/plain"])
      ], .get("/tea"),
      .status(418, headers: ["Content-Type": "text/plain"], text: "short and stout"),
      route: "Custom code by GET", whole: [])
  }

  @InteractionBuilder private static var starting: [Interaction] {
    Interaction.step(
      "custom code that has to start says when to come back",
      [.protocolReference("A21"), .protocolReference("A26"), .guide("Custom Code")],
      given: [
        .state(
          "custom code exists", ["name": "sleepy", "fixture": "greeting", "startSeconds": 60])
      ], .get("/sleepy"),
      .status(
        503, headers: ["Retry-After": "60"],
        json: [
          "error":
            "Your custom code instance has been scheduled for start, and should be ready shortly"
        ]), route: "Custom code by GET", fault: "custom code starting")
  }
}
