import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Namespace of a control call` {
  private let desk = ControlDesk()

  private func call(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil, header: String? = nil,
    host: String = "127.0.0.1"
  ) -> Response {
    var request = Request(
      method, RequestTarget("/__ghostlight/v1/" + path), authority: "\(host):4400",
      body: body?.bytes ?? [])
    if let header { request.headers[.namespace] = header }
    return desk.control.answer(request)
  }

  @Test func `a reset by header or host changes only the named namespace`() {
    desk.send(.post, "/note", ["title": "mine"])
    desk.send(.post, "/note", ["title": "theirs"], in: "one")
    #expect(
      call(.post, "reset", header: "one")
        == .json(.ok, ["namespace": "one", "emulators": ["stackmob"]]))
    #expect(desk.titles() == ["mine"])
    #expect(desk.titles(in: "one") == [])
    desk.send(.post, "/note", ["title": "theirs"], in: "one")
    #expect(call(.post, "reset", host: "one.localhost").json?["namespace"] == "one")
    #expect(desk.titles() == ["mine"])
    #expect(desk.titles(in: "one") == [])
  }

  /// All calls for a single namespace, as method, path and body.
  private static let calls: [(HTTPRequest.Method, String, JSON?)] = [
    (.post, "reset", [:]), (.get, "clock", nil), (.post, "clock", ["advance": "1s"]),
    (.post, "states", ["state": "schema exists", "params": ["name": "note"]]),
    (.post, "states", ["action": "teardown"]), (.get, "outbox", nil), (.get, "requests", nil),
    (.get, "requests/unmatched", nil), (.get, "requests/count?path=/note", nil),
    (.get, "faults", nil), (.post, "faults", ["status": 500]),
    (.delete, "faults", nil), (.get, "snapshot", nil), (.get, "recording", nil),
  ]

  /// The calls that create the namespace; all others only read or reset it.
  private static let making = ["POST clock", "POST states", "POST faults"]

  private static func path(_ path: String, in namespace: String) -> String {
    path + (path.contains("?") ? "&" : "?") + "namespace=\(namespace)"
  }

  @Test(arguments: calls)
  func `header, host, query and body each name the namespace of a call`(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON?
  ) {
    let isMaking =
      Self.making.contains("\(method.rawValue) \(path)") && body?["action"] == nil
    var named = body?.object ?? [:]
    named["namespace"] = "body"
    let responses = [
      call(method, path, body, header: "header"), call(method, path, body, host: "host.localhost"),
      call(method, Self.path(path, in: "query"), body),
      call(method, path, body == nil ? nil : .object(named), header: body == nil ? "body" : nil),
    ]
    for response in responses { #expect([200, 201].contains(response.status.code)) }
    let made = ["body", "default", "header", "host", "query"]
    #expect(desk.stage.namespaceNames == (isMaking ? made : ["default"]))
  }

  @Test(arguments: calls)
  func `a call with two different namespaces is refused with both names`(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON?
  ) {
    let header = "the header X-Ghostlight-Namespace"
    let query = call(method, Self.path(path, in: "two"), body, header: "one")
    let text = { (one: String, first: String, two: String, second: String) in
      Response.json(
        .badRequest,
        [
          "error": .string(
            "\(one) is for the namespace \"\(first)\", \(two) for \"\(second)\"; name one")
        ])
    }
    #expect(query == text("the query", "two", header, "one"))
    #expect(
      call(method, Self.path(path, in: "two"), body, host: "one.localhost")
        == text("the query", "two", "the host", "one"))
    guard var named = body?.object else { return }
    named["namespace"] = "two"
    #expect(
      call(method, path, .object(named), header: "one") == text("the body", "two", header, "one"))
    #expect(
      call(method, Self.path(path, in: "one"), .object(named))
        == text("the body", "two", "the query", "one"))
    #expect(desk.stage.namespaceNames == ["default"])
  }

  @Test func `the header may repeat the query, but must not contradict the host`() {
    _ = call(.post, "clock?namespace=one", ["advance": "1s"], header: "one")
    #expect(
      call(.post, "clock", ["advance": "1s"], header: "two", host: "three.localhost").json
        == [
          "error":
            #"the header X-Ghostlight-Namespace is for the namespace "two", the host for "three"; name one"#
        ])
    #expect(desk.stage.namespaceNames == ["default", "one"])
  }

  @Test(arguments: ["", "a b", String(repeating: "x", count: 65)])
  func `an invalid namespace is refused`(_ name: String) {
    let message = NamespaceError.badName(name).description
    #expect(
      call(.post, "reset", header: name) == .json(.badRequest, ["error": .string(message)]))
  }

  @Test func `restoring a snapshot creates its namespace`() {
    let snapshot = call(.get, "snapshot", header: "none").json
    #expect(desk.stage.namespaceNames == ["default"])
    #expect(call(.put, "snapshot", snapshot, header: "one") == .json(.ok, ["namespace": "one"]))
    #expect(desk.stage.namespaceNames == ["default", "one"])
    #expect(call(.put, "snapshot", ["ghostlight": 9], header: "two").status == .conflict)
    #expect(desk.stage.namespaceNames == ["default", "one"])
  }

  @Test func `a fork or drop whose header names a third namespace is refused`() {
    #expect(call(.post, "namespaces/one", ["from": "default"], header: "one").status == .created)
    #expect(call(.post, "namespaces/two", ["from": "one"], header: "one").status == .created)
    #expect(desk.stage.namespaceNames == ["default", "one", "two"])
    #expect(
      call(.post, "namespaces/four", ["from": "one"], header: "two")
        == .json(
          .badRequest,
          [
            "error":
              #"the call is for the namespace "four", "one", the header X-Ghostlight-Namespace for "two"; name one"#
          ]))
    #expect(call(.delete, "namespaces/one", header: "two").status == .badRequest)
    #expect(call(.delete, "namespaces/one", host: "one.localhost").status == .ok)
    #expect(desk.stage.namespaceNames == ["default", "two"])
  }

  @Test func `an unknown state is refused with all states, and creates no namespace`() {
    let desk = ControlDesk { $0.services = Service.all }
    let refusal = desk.refusal(.post, "states?namespace=one", ["state": "nope"])
    #expect(
      refusal.hasPrefix(
        #"409 no provider state is named "nope"; there are: stackmob: schema exists, "#))
    for emulator in Service.all {
      let names = emulator.seed.catalogue.providerStates.map(\.name)
      let list = "\(emulator.name): \(names.joined(separator: ", "))"
      #expect(refusal.contains(list), "\(list)")
    }
    #expect(desk.stage.namespaceNames == ["default"])
  }
}
