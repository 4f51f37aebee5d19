import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight verify command with a Pact broker` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Returns a contract; StackMob's emulator fulfills it only if `status` is 201.
  static func pact(_ consumer: String, expecting status: Int64 = 201) -> JSON {
    [
      "consumer": ["name": .string(consumer)], "provider": ["name": "The Notes"],
      "interactions": [
        [
          "_id": "id-1", "type": "Synchronous/HTTP", "description": "a note is made",
          "request": [
            "method": "POST", "path": "/todo",
            "headers": ["X-StackMob-API-Key": ["3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"]],
            "body": ["content": ["title": "x"], "contentType": "application/json"],
          ],
          "response": ["status": .integer(status)],
        ]
      ], "metadata": ["pactSpecification": ["version": "4.0"]],
    ]
  }

  func verify(
    _ broker: ServedResponder, _ more: String..., environment: [String: String] = [:]
  ) throws -> CommandResult {
    try Command.run(
      [
        "verify", "--broker", broker.url, "--provider", "The Notes", "--map",
        "The Notes=stackmob",
      ] + more, environment: environment)
  }

  @Test func `the verify command runs all contracts of the broker for the provider`() async throws {
    let broker = FakeBroker([Self.pact("app"), Self.pact("web")])
    try await ServedResponder.run(broker.respond) { server in
      let result = try verify(server, "--verbose")
      #expect(result.code == 0, "\(result.errors)")
      #expect(result.output.hasPrefix("\(server.url)/pact/0  app → stackmob\n  ✓ a note is made\n"))
      #expect(
        broker.received == [
          FakeBroker.Call(line: "GET /", body: nil),
          FakeBroker.Call(
            line: "POST /pacts/provider/The%20Notes/for-verification",
            body: ["includePendingStatus": false]),
          FakeBroker.Call(line: "GET /pact/0", body: nil),
          FakeBroker.Call(line: "GET /pact/1", body: nil),
        ])
    }
  }

  @Test func `the broker request includes selectors, branch and pending contracts`() async throws {
    let broker = FakeBroker([Self.pact("app")])
    try await ServedResponder.run(broker.respond) { server in
      let result = try verify(
        server, "--selector", "mainBranch", "--selector", "branch=x", "--selector",
        #"{"tag":"t","latest":true}"#, "--provider-branch", "main", "--pending", "--wip-since",
        "2026-01-31")
      #expect(result.code == 0, "\(result.errors)")
      #expect(
        broker.received[1].body == [
          "consumerVersionSelectors": [
            ["mainBranch": true], ["branch": "x"], ["tag": "t", "latest": true],
          ], "providerVersionBranch": "main", "includePendingStatus": true,
          "includeWipPactsSince": "2026-01-31",
        ])
    }
  }

  @Test func `a pending contract does not fail verify, and notices are printed`() async throws {
    let broker = FakeBroker(
      [Self.pact("app", expecting: 418)],
      [
        [
          "pending": true,
          "notices": [
            ["when": "before_verification", "text": "It is pending."],
            ["when": "after_verification:success_false_published_false", "text": "It stays so."],
            ["when": "after_verification:success_true_published_false", "text": "No more."],
          ],
        ]
      ])
    try await ServedResponder.run(broker.respond) { server in
      let result = try verify(server, "--pending")
      #expect(result.code == 0)
      #expect(result.output.contains("? a note is made (pending)"))
      #expect(
        result.errors == "ghostlight: note: It is pending.\nghostlight: note: It stays so.\n")
    }
  }

  @Test func `the verify command publishes each result to the broker`() async throws {
    let broker = FakeBroker([Self.pact("app"), Self.pact("web", expecting: 418)])
    try await ServedResponder.run(broker.respond) { server in
      let result = try verify(
        server, "--publish", "1.2", "--provider-branch", "a/b", "--build-url", "http://ci/1")
      #expect(result.code == 1)
      #expect(
        result.errors == """
          ghostlight: published: app → The Notes 1.2 kept
          ghostlight: published: web → The Notes 1.2 broken

          """)
      let calls = broker.received.suffix(3)
      #expect(
        calls.map(\.line) == [
          "PUT /pacticipants/The%20Notes/branches/a%2Fb/versions/1.2", "POST /results/0",
          "POST /results/1",
        ])
      let bodies = calls.map(\.body)
      #expect(
        bodies[1] == [
          "success": true, "providerApplicationVersion": "1.2",
          "testResults": [
            ["description": "a note is made", "success": true, "interactionId": "id-1"]
          ], "verifiedBy": bodies[1]["verifiedBy"] ?? nil, "buildUrl": "http://ci/1",
        ])
      #expect(bodies[1]["verifiedBy"]?["implementation"] == "Ghostlight")
      #expect(bodies[2]["success"] == false)
      #expect(
        bodies[2]["testResults"]?[0]?["mismatches"] == [
          ["attribute": "status", "description": "Expected 418 but was 201"]
        ])
    }
  }

  @Test func `only the broker receives the credentials`() async throws {
    let broker = FakeBroker([Self.pact("app")], token: "secret")
    try await ServedResponder.run(broker.respond) { server in
      let refused = try verify(server)
      #expect(refused.code == 77)
      #expect(
        refused.errors
          == "ghostlight: \(server.url)/ responds with 401: give --broker-token or --broker-user, or set "
          + "$PACT_BROKER_TOKEN\n")
      let wrong = try verify(server, "--broker-user", "jack:x")
      #expect(wrong.code == 77)
      #expect(
        wrong.errors
          == "ghostlight: \(server.url)/ responds with 401: use other credentials\n")
      #expect(try verify(server, "--broker-token", "secret").code == 0)
      #expect(try verify(server, environment: ["PACT_BROKER_TOKEN": "secret"]).code == 0)
    }
  }

  /// The broker's index links to another server, which must not receive the credentials.
  @Test func `credentials are not sent to another server that the broker links to`() async throws {
    let seen = FakeBroker([Self.pact("app")])
    try await ServedResponder.run(seen.respond) { other in
      let elsewhere = other.url
      try await ServedResponder.run({ request in
        guard request.target.raw == "/" else {
          return .json(
            .ok,
            [
              "_embedded": [
                "pacts": [["_links": ["self": ["href": .string("\(elsewhere)/pact/0")]]]]
              ]
            ])
        }
        return .json(
          .ok,
          [
            "_links": [
              "pb:provider-pacts-for-verification": [
                "href": .string("http://\(request.authority)/{provider}")
              ]
            ]
          ])
      }) { server in
        let result = try verify(server, "--broker-token", "secret")
        #expect(result.code == 0)
      }
    }
    #expect(seen.received.map(\.line) == ["GET /pact/0"])
  }

  @Test func `contracts can be loaded by URL`() async throws {
    try await ServedResponder.run({ request in
      switch request.target.raw {
      case "/app.json?v=1": .json(.ok, Self.pact("app"))
      case "/broken": Response(.ok, body: Array("{".utf8))
      case "/other": .json(.ok, ["a": 1])
      case "/closed": Response(.forbidden)
      default: Response(.notFound)
      }
    }) { server in
      let result = try Command.run(
        "verify", "\(server.url)/app.json?v=1", "--map", "The Notes=stackmob")
      #expect(result.code == 0, "\(result.errors)")
      for (path, code, text) in [
        ("/broken", 76, "is not valid JSON: unexpected end at byte 1"),
        ("/other", 76, "is not a valid contract: does not have \"consumer\"; add it"),
        ("/none", 1, "there is no document at"),
        ("/closed", 77, "responds with 403: give --broker-token"),
      ] as [(String, Int32, String)] {
        let result = try Command.run("verify", server.url + path)
        #expect(result.code == code)
        #expect(result.errors.contains(text), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1)
      }
    }
  }

  @Test(
    arguments: [
      ("{\"a\":1}", 76, "does not have the link pb:provider-pacts-for-verification: "),
      ("<html>", 76, "is not valid JSON: "),
      (
        #"{"_links":{"pb:provider-pacts-for-verification":{"href":"{base}/{provider}"}}}"#, 76,
        "does not have _embedded.pacts: it is not a list of pacts for verification"
      ),
      (
        #"{"_links":{"pb:provider-pacts-for-verification":{"href":"{base}/gone"}}}"#, 76,
        "responds with 404: the broker does not have the provider \"The Notes\""
      ),
      (
        #"{"_links":{"pb:provider-pacts-for-verification":{"href":"{base}/busy"}}}"#, 76,
        "/busy responds with 503: later"
      ),
      (
        #"{"_links":{"pb:provider-pacts-for-verification":{"href":"nonsense"}}}"#, 64,
        "\"nonsense\" is not a valid URL"
      ),
    ] as [(String, Int32, String)])
  func `a broken broker is reported in one line`(
    _ index: String, _ code: Int32, _ text: String
  ) async throws {
    try await ServedResponder.run({ request in
      switch request.target.raw {
      case "/gone": return Response(.notFound)
      case "/busy": return Response(.serviceUnavailable, body: Array("later".utf8))
      default:
        let filled = index.replacing("{base}", with: "http://\(request.authority)")
        return Response(.ok, body: Array(filled.utf8))
      }
    }) { server in
      let result = try verify(server)
      #expect(result.code == code)
      #expect(result.errors.contains(text), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
      #expect(result.output == "")
    }
  }

  @Test func `an unreachable broker and refused results are reported`() async throws {
    let url = UnservedAddress.url
    let result = try Command.run("verify", "--broker", url, "--provider", "x")
    #expect(result.code == 1)
    #expect(
      result.errors
        == "ghostlight: \(url) cannot be reached: connection refused; is the URL right, and does the "
        + "server run?\n")
    let broker = FakeBroker([Self.pact("app")], status: 507)
    try await ServedResponder.run(broker.respond) { server in
      let full = try verify(server, "--publish", "1")
      #expect(full.code == 76)
      #expect(
        full.errors == "ghostlight: \(server.url)/results/0 responds with 507: [\"it is full\"]\n")
      #expect(full.output.contains("1 promise in process: 1 kept"))
    }
  }

  @Test(
    arguments: [
      (["--broker", "http://x"], "--broker needs the provider's name: add --provider NAME."),
      (["--pending"], "--pending, --wip-since"),
      (["--publish", "1"], "need a broker: add --broker URL."),
      (
        ["--broker", "http://x", "--provider", "a", "--publish", "1", "--state", "s"],
        "--publish publishes the results of whole contracts: leave out the filters."
      ),
      (
        ["--broker", "http://x", "--provider", "a", "--wip-since", "today"],
        "--wip-since must be a day, such as 2026-01-31."
      ),
      (["--broker", "http://x", "--provider", "a", "--selector", "newest"], "'newest' is invalid"),
      (["--map", "x"], "'x' is invalid"),
      (["--broker", "ftp://x", "--provider", "a"], "\"ftp://x\" is not a valid URL: "),
    ])
  func `contradictory broker options end with 64`(_ options: [String], _ text: String) throws {
    let result = try Command.run(["verify"] + options)
    #expect(result.code == 64)
    #expect(result.errors.contains(text), "\(result.errors)")
  }
}
