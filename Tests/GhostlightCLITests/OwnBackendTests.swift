import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight verify command with the user's own backend` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A backend that stores notes by id, supports provider states, and requires a token.
  private final class Backend: Sendable {
    private let titles = Mutex<[String: String]>([:])
    private let log = Mutex<[String]>([])

    var received: [String] { log.withLock { $0 } }

    @Sendable func respond(to request: Request) -> Response {
      let text = String(decoding: request.body, as: UTF8.self)
      log.withLock { $0.append("\(request.method.rawValue) \(request.target.raw) \(text)") }
      let json = (try? JSON.parse(request.body)) ?? .null
      if request.target.raw == "/states?of=notes" { return state(json) }
      guard request.headers[.authorization] == "Bearer t" else {
        return .json(.unauthorized, ["error": "who are you?"])
      }
      let id = String(request.target.raw.dropFirst("/api/notes/".count))
      guard let title = titles.withLock({ $0[id] }) else {
        return .json(.notFound, ["error": "no note"])
      }
      return .json(.ok, ["id": .string(id), "title": .string(title)])
    }

    private func state(_ json: JSON) -> Response {
      guard json["state"] == "a note" else {
        return .json(.badRequest, ["error": "no such state"])
      }
      guard json["action"] == "setup" else {
        titles.withLock { $0 = [:] }
        return Response(.noContent)
      }
      titles.withLock { $0["77"] = json["params"]?["title"]?.string }
      return .json(.ok, ["id": "77"])
    }
  }

  private func contract() throws -> String {
    try folder.write(
      #"""
      {"consumer": {"name": "app"}, "provider": {"name": "notes"}, "interactions": [
        {"type": "Synchronous/HTTP", "description": "a note is read",
         "providerStates": [{"name": "a note", "params": {"title": "milk"}}],
         "request": {"method": "GET", "path": "/notes/1", "headers": {"Authorization": ["Bearer x"]},
          "generators": {"path": {"type": "ProviderState", "expression": "/notes/${id}"}}},
         "response": {"status": 200, "body": {"content": {"title": "milk"},
          "contentType": "application/json"}}},
        {"type": "Synchronous/HTTP", "description": "another title is read",
         "providerStates": [{"name": "a note", "params": {"title": "bread"}}],
         "request": {"method": "GET", "path": "/notes/77"},
         "response": {"status": 200, "body": {"content": {"title": "milk", "done": true},
          "contentType": "application/json"}}},
        {"type": "Synchronous/HTTP", "description": "a missing note",
         "request": {"method": "GET", "path": "/notes/9"}, "response": {"status": 404}},
        {"type": "Synchronous/HTTP", "description": "an unknown state",
         "providerStates": [{"name": "a storm"}],
         "request": {"method": "GET", "path": "/notes/9"}, "response": {"status": 200}}
       ], "metadata": {"pactSpecification": {"version": "4.0"}}}
      """#, to: "app.json")
  }

  @Test func `the verify command sets up provider states and prints differences`() async throws {
    let backend = Backend()
    let contract = try contract()
    try await ServedResponder.run(backend.respond) { server in
      let result = try Command.run(
        "verify", contract, "--against", server.url + "/api", "--state-url",
        server.url + "/states?of=notes", "--header", "Authorization: Bearer t",
        "--state-teardown", "--verbose")
      #expect(result.code == 1)
      #expect(result.errors == "")
      let authority = server.url.dropFirst("http://".count)
      let expected = """
        \(contract)  app → notes
          ✓ a note is read
          ✗ another title is read
              given a note {"title":"bread"}
              curl -i '\(server.url)/api/notes/77' -H "Authorization: $AUTHORIZATION"
              answered 200 OK
                Content-Type: application/json; charset=utf-8
        """
      #expect(result.output.hasPrefix(expected), "\(result.output)")
      let differences = """
                {"id":"77","title":"bread"}
              $.title
                expected "milk"
                actual   "bread"
              $.done
                expected true
                actual   nothing
          ✓ a missing note
          ✗ an unknown state
              given a storm
              run
                expected a response
                actual   the state "a storm" is refused at \(server.url)/states?of=notes: 400 \
        {"error":"no such state"}

        """
      #expect(result.output.contains(differences), "\(result.output)")
      #expect(!result.output.contains("Bearer t"))
      #expect(!result.output.contains(authority + "\n"))
    }
    #expect(
      backend.received == [
        #"POST /states?of=notes {"state":"a note","params":{"title":"milk"},"action":"setup"}"#,
        "GET /api/notes/77 ",
        #"POST /states?of=notes {"state":"a note","params":{"title":"milk"},"action":"teardown"}"#,
        #"POST /states?of=notes {"state":"a note","params":{"title":"bread"},"action":"setup"}"#,
        "GET /api/notes/77 ",
        #"POST /states?of=notes {"state":"a note","params":{"title":"bread"},"action":"teardown"}"#,
        "GET /api/notes/9 ",
        #"POST /states?of=notes {"state":"a storm","params":{},"action":"setup"}"#,
        #"POST /states?of=notes {"state":"a storm","params":{},"action":"teardown"}"#,
      ])
  }

  @Test(
    arguments: [
      (["--description", "missing"], 1),
      (["--description", "missing", "--description", "read"], 3),
      (["--state", ""], 1), (["--state", "NOTE"], 2), (["--consumer", "web"], 0),
      (["--consumer", "app", "--state", "storm"], 1),
    ] as [([String], Int)])
  func `the filters select the interactions`(_ filters: [String], _ count: Int) async throws {
    let backend = Backend()
    let contract = try contract()
    try await ServedResponder.run(backend.respond) { server in
      let result = try Command.run(
        [
          "verify", contract, "--against", server.url + "/api", "--state-url",
          server.url + "/states?of=notes", "--format", "json",
        ] + filters)
      let json = try JSON.parse(result.output)
      #expect(json["results"]?.array?.count == count)
      #expect((result.code == 3) == (count == 0))
    }
  }

  @Test func `interactions that need a state are skipped if no state URL is given`() async throws {
    let backend = Backend()
    let contract = try contract()
    try await ServedResponder.run(backend.respond) { server in
      let result = try Command.run(
        "verify", contract, "--against", server.url + "/api", "--header", "Authorization:Bearer t")
      #expect(result.code == 0)
      #expect(
        result.output.contains(
          "skipped: it needs the provider state \"a note\": name the URL that sets up states with "
            + "--state-url or --control, or leave states out with --without-states"
        ))
    }
  }

  @Test func `interactions that need a state are played without it on request`() async throws {
    let backend = Backend()
    let contract = try contract()
    try await ServedResponder.run(backend.respond) { server in
      let result = try Command.run(
        "verify", contract, "--against", server.url + "/api", "--header", "Authorization:Bearer t",
        "--without-states")
      #expect(result.code == 1)
      #expect(
        result.output.contains(
          "\n4 promises over HTTP at \(server.url)/api: 1 kept, 3 broken in "), "\(result.output)")
      #expect(
        backend.received == [
          "GET /api/notes/1 ", "GET /api/notes/77 ", "GET /api/notes/9 ", "GET /api/notes/9 ",
        ])
    }
  }

  @Test func `an unknown matcher and XML that is not well-formed skip their interactions alone`()
    async throws
  {
    let interaction = { (name: String, response: String) in
      #"{"description": "\#(name)", "request": {"path": "/x"}, "response": \#(response)}"#
    }
    let rules = #"{"body": {"$": {"matchers": [{"match": "magic"}]}}}"#
    let odd = [
      interaction("magic", #"{"status": 200, "matchingRules": \#(rules)}"#),
      interaction(
        "XML", #"{"status": 200, "headers": {"Content-Type": "text/xml"}, "body": "<a>"}"#),
    ]
    let file = { (interactions: [String]) in
      #"{"consumer": {"name": "app"}, "provider": {"name": "notes"}, "interactions": ["#
        + interactions.joined(separator: ", ") + "]}"
    }
    _ = try folder.write(
      file(odd + [interaction("sound", #"{"status": 204}"#)]), to: "contracts/odd.json")
    let alone = try folder.write(file(odd), to: "alone.json")
    try await ServedResponder.run({ _ in Response(.noContent) }) { server in
      let result = try Command.run(
        "verify", folder.path + "/contracts", "--against", server.url)
      #expect(result.code == 0)
      #expect(
        result.output.contains("magic\n      skipped: the matcher \"magic\" is not supported"),
        "\(result.output)")
      #expect(result.output.contains("skipped: its XML body is not well-formed"))
      let none = try Command.run("verify", alone, "--against", server.url)
      #expect(none.code == 3)
      #expect(none.errors == "ghostlight: nothing was played: all 2 were skipped\n")
    }
  }

  @Test(
    arguments: [
      (["--state-url", "http://x"], "--state-url and --header need --against URL: add it."),
      (["--header", "A: b"], "--state-url and --header need --against URL: add it."),
      (
        ["--against", "http://x", "--control", "http://x", "--state-url", "http://x"],
        "--state-url and --control both set up provider states: give one of them."
      ),
      (
        ["--against", "http://x", "--state-teardown"],
        "--state-teardown needs --state-url URL: add it."
      ),
      (
        ["--against", "http://x", "--state-url", "http://x", "--without-states"],
        "--without-states sets up no provider states: leave out --state-url and --recording."
      ),
      (["--against", "http://x", "--header", "no field"], "'no field' is invalid"),
      (
        ["--against", "http://x", "--state-url", "x"],
        "--state-url: \"x\" is not a valid URL: use one such as"
      ),
    ])
  func `contradictory backend options end with 64`(_ options: [String], _ text: String) throws {
    let result = try Command.run(["verify", try contract()] + options)
    #expect(result.code == 64)
    #expect(result.errors.contains(text), "\(result.errors)")
  }
}
