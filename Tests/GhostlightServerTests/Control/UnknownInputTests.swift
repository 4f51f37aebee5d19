import Ghostlight
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Unknown inputs of control calls` {
  /// A call as the OpenAPI document describes it.
  struct Described: Sendable, CustomTestStringConvertible {
    let method: HTTPRequest.Method
    let path: String
    /// The names of the query parameters.
    let query: [String]
    let takesBody: Bool

    var testDescription: String { "\(method.rawValue) \(path)" }
  }

  private let desk = ControlDesk()

  /// All calls of the served document, with 1 for each path parameter.
  private static let calls: [Described] = {
    let document = ControlDesk().call(.get, "openapi.json").json
    return (document?["paths"]?.object ?? [:]).flatMap { path in
      (path.value.object ?? [:]).compactMap { operation in
        let parameters = operation.value["parameters"]?.array ?? []
        return HTTPRequest.Method(operation.key.uppercased()).map { method in
          Described(
            method: method, path: String(path.key.dropFirst().replacing(/\{\w+\}/, with: "1")),
            query: parameters.filter { $0["in"] == "query" }.compactMap { $0["name"]?.string },
            takesBody: operation.value["requestBody"] != nil)
        }
      }
    }
  }()

  @Test func `each route of the control API has the description by which it is checked`() {
    #expect(Set(ControlAPI.operations.keys) == Set(ControlAPI.routes.summaries.map(\.title)))
    #expect(Self.calls.count == ControlAPI.operations.count)
  }

  @Test(arguments: calls)
  func `each call refuses an unknown query parameter and lists its own`(_ call: Described) {
    let rest = call.takesBody ? "; other values belong in the body" : ""
    let list =
      call.query.isEmpty ? "this call has none" : "there are: \(call.query.joined(separator: ", "))"
    for (query, name) in [("zzzzzz=1", "zzzzzz"), ("zzzzzz", "zzzzzz"), ("=1", ""), ("%20=", " ")] {
      #expect(
        desk.refusal(call.method, "\(call.path)?\(query)")
          == "400 there is no query parameter \"\(name)\"; \(list)\(rest)")
    }
  }

  @Test(arguments: calls.filter { !$0.query.isEmpty })
  func `each call refuses a query parameter that is sent twice`(_ call: Described) {
    for name in call.query {
      #expect(
        desk.refusal(call.method, "\(call.path)?\(name)=1&\(name)=1")
          == "400 the query has the parameter \"\(name)\" more than once; send it once")
    }
  }

  @Test(arguments: calls.filter { !$0.takesBody })
  func `each call without a body refuses one that has members`(_ call: Described) {
    let names = call.query.joined(separator: ", ")
    let remedy = names.isEmpty ? "send none" : "send these as query parameters: \(names)"
    for body in [["number": 1], []] as [JSON] {
      let refusal = desk.refusal(call.method, call.path, body)
      #expect(refusal.hasPrefix("400 \(call.method.rawValue) /"))
      #expect(refusal.hasSuffix(" takes no body; \(remedy)"))
    }
  }

  @Test(
    arguments: [
      (
        "requests/count?metod=DELETE&path=/note",
        #"there is no query parameter "metod"; did you mean "method"? There are: namespace, "#
          + "emulator, method, path"
      ),
      (
        "requests?limits=1",
        #"there is no query parameter "limits"; did you mean "limit"? There are: namespace, "#
          + "emulator, limit, after, brief"
      ),
      (
        "comparison?one=default&namespace=other",
        #"there is no query parameter "namespace"; there are: one, other"#
      ),
      ("requests/count?path=/note&method", #""" is not a valid method"#),
      ("requests?emulator", #"no emulator is named ""; there are: stackmob"#),
      ("comparison?one&other=default", NamespaceError.badName("").description),
    ])
  func `a misspelled or empty parameter is refused with the remedy`(
    _ path: String, _ message: String
  ) {
    #expect(desk.refusal(.get, path) == "400 \(message)")
  }

  @Test func `a value in the query of a call with a body is refused and changes nothing`() {
    #expect(
      desk.refusal(.post, "clock?advance=1h")
        == #"400 there is no query parameter "advance"; there are: namespace; other values "#
        + "belong in the body")
    #expect(desk.call(.get, "clock").json?["milliseconds"] == .integer(ControlDesk.opening))
  }

  @Test func `a body does not make the removal of one fault plan remove them all`() {
    #expect(desk.call(.post, "faults", ["status": 500]).status == .created)
    #expect(
      desk.refusal(.delete, "faults", ["number": 2])
        == "400 DELETE /faults takes no body; send these as query parameters: namespace, number")
    #expect(desk.call(.get, "faults").json?["faults"]?.array?.count == 1)
    #expect(desk.call(.delete, "faults", [:]) == .json(.ok, [:]))
  }

  @Test func `a separator without a parameter is allowed`() {
    for query in ["?", "?&", "?limit=1&", "?&limit=1"] {
      #expect(desk.call(.get, "requests\(query)").status == .ok)
    }
  }

  /// Calls with a body that has an unknown member, at the top or below.
  private static let bodies: [(HTTPRequest.Method, String, JSON)] = [
    (.post, "reset", ["zz": 1]), (.post, "clock", ["advance": "1h", "zz": 1]),
    (.post, "states", ["state": "schema exists", "params": ["name": "note"], "zz": 1]),
    (.post, "states", ["states": [["name": "schema exists", "zz": ["name": "note"]]]]),
    (.post, "requests", ["emulator": "stackmob", "path": "/note", "zz": 1]),
    (
      .post, "requests",
      [
        "emulator": "stackmob", "path": "/note",
        "headers": [["name": "X-A", "value": "b", "zz": 1]],
      ]
    ),
    (.post, "requests/1/replay", ["zz": 1]),
    (.post, "data/stackmob/objects:note/1", ["action": "expire", "zz": 1]),
    (.post, "faults", ["status": 500, "zz": 1]), (.post, "namespaces/two", ["zz": "default"]),
  ]

  @Test(arguments: bodies)
  func `each call with a body refuses an unknown member and changes nothing`(
    _ method: HTTPRequest.Method, _ path: String, _ body: JSON
  ) {
    desk.send(.get, "/note")
    let before = desk.call(.get, "snapshot")
    let refusal = desk.refusal(method, path, body)
    #expect(refusal.hasPrefix(path == "faults" ? "409 " : "400 "))
    #expect(refusal.contains("\"zz\"; "))
    #expect(desk.call(.get, "snapshot") == before)
    #expect(desk.stage.namespaceNames == ["default"])
  }

  @Test func `a snapshot with a misspelled namespace is not restored to another one`() throws {
    var snapshot = try #require(desk.call(.get, "snapshot").json?.object)
    desk.send(.post, "/note", ["title": "kept"])
    snapshot["namesapce"] = "two"
    #expect(
      desk.refusal(.put, "snapshot", .object(snapshot))
        == #"400 there is no member "namesapce"; did you mean "namespace"? There are: namespace, "#
        + "ghostlight, clock, moments, emulators")
    #expect(desk.titles() == ["kept"])
  }

  @Test func `each body with named members has a schema without additional ones`() throws {
    let document = try #require(desk.call(.get, "openapi.json").json)
    for operation in OpenAPIDocument.operations {
      guard let name = operation.body, name != "Document" else { continue }
      let schema = document["components"]?["schemas"]?[name]
      #expect(schema?["additionalProperties"] == false, "\(name)")
    }
  }
}
