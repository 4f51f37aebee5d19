import Ghostlight
import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestExecutors
import TestSupport
import Testing

/// Tests of namespaces and their names over HTTP.
@Suite(.limitedConcurrency) struct `Namespaces over HTTP` {
  private let stage = Stage()

  private struct Wire {
    let served: ServedStage

    func send(
      _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil,
      to name: String, in namespace: String? = nil
    ) async throws -> Response {
      let base = try served.url(name)
      var request = Request(
        method, target, authority: String(base.dropFirst("http://".count)),
        body: body?.bytes ?? [])
      if body != nil { request.headers[.contentType] = "application/json" }
      request.headers[.namespace] = namespace
      request.headers[.stackMobKey] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
      return try await Transport.urlSession(served.session).send(request)
    }

    func control(
      _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil,
      in namespace: String? = nil
    ) async throws -> Response {
      try await send(
        method, RequestTarget("/__ghostlight/v1/" + path), body, to: "control", in: namespace)
    }

    func titles(in namespace: String?) async throws -> [String] {
      try await send(.get, "/note", to: "stackmob", in: namespace).json?.array?
        .compactMap { $0["title"]?.string } ?? []
    }
  }

  @Test func `a reset by header resets only the named namespace`() async throws {
    try await ServedStage.run(stage) { served in
      let wire = Wire(served: served)
      for name in [nil, "one"] {
        let created = try await wire.send(
          .post, "/note", ["title": .string(name ?? "mine")], to: "stackmob", in: name)
        #expect(created.status == .created)
      }
      let reset = try await wire.control(.post, "reset", [:], in: "one")
      #expect(reset.json?["namespace"] == "one")
      #expect(try await wire.titles(in: nil) == ["mine"])
      #expect(try await wire.titles(in: "one") == [])
      let torn = try await wire.control(.post, "reset", ["namespace": "two"], in: "one")
      #expect(torn.status == .badRequest)
      #expect(
        torn.json == [
          "error": .string(
            #"the body is for the namespace "two", the header X-Ghostlight-Namespace for "one"; "#
              + "name one")
        ])
    }
  }

  @Test func `reading creates no namespace, and an unknown state lists the known ones`()
    async throws
  {
    try await ServedStage.run(stage) { served in
      let wire = Wire(served: served)
      for path in ["clock", "requests", "faults", "outbox", "snapshot"] {
        #expect(try await wire.control(.get, path, in: "new").status == .ok)
      }
      let unknown = try await wire.control(.post, "states", ["state": "nope"], in: "new")
      #expect(unknown.status == .conflict)
      let error = try #require(unknown.json?["error"]?.string)
      for text in ["stackmob: ", "mia: ", "egf2: ", "cosmos: ", "user exists"] {
        #expect(error.contains(text))
      }
      #expect(stage.namespaceNames == ["default"])
    }
  }

  @Test func `user names in composed and decomposed form are different`() async throws {
    try await ServedStage.run(stage) { served in
      let wire = Wire(served: served)
      let names = ["\u{e9}", "e\u{301}"]
      for (name, password) in zip(names, ["first", "second"]) {
        let user: JSON = ["username": .string(name), "password": .string(password)]
        #expect(try await wire.send(.post, "/user", user, to: "stackmob").status == .created)
      }
      let listed = try await wire.send(.get, "/user", to: "stackmob").json?.array ?? []
      #expect(
        Set(listed.compactMap { $0["username"]?.string.map { Array($0.utf8) } })
          == Set(names.map { Array($0.utf8) }))
    }
  }
}
