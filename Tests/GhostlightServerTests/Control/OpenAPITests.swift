import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `OpenAPI document of the control API` {
  private let desk = ControlDesk()
  private let document: JSON

  init() throws { document = try #require(desk.call(.get, "openapi.json").json) }

  /// All operations of the document, named like `get /clock`, with their descriptions.
  private var operations: [(name: String, description: JSON)] {
    (document["paths"]?.object ?? [:]).flatMap { path in
      (path.value.object ?? [:]).map { ("\($0.key) \(path.key)", $0.value) }
    }
  }

  @Test func `the OpenAPI document has exactly the calls of the route table`() {
    let routes = ControlAPI.routes.summaries.map { route in
      route.method.lowercased() + " " + route.pattern.replacing("/__ghostlight/v1", with: "")
    }
    #expect(operations.map(\.name).sorted() == routes.sorted())
  }

  @Test func `the OpenAPI document states its version, its server and Ghostlight's version`() {
    #expect(document["openapi"] == "3.1.0")
    #expect(document["info"]?["version"] == .string(Version.current))
    #expect(document["servers"] == [["url": "http://127.0.0.1:4400/__ghostlight/v1"]])
    let book = ServerAddresses()
    book.setURL("http://127.0.0.1:9", for: "control")
    let control = ControlAPI(desk.stage, addresses: book)
    let response = control.answer(
      Request(.get, "/__ghostlight/v1/openapi.json", authority: "127.0.0.1"))
    #expect(response.json?["servers"]?[0]?["url"] == "http://127.0.0.1:9/__ghostlight/v1")
  }

  @Test func `each operation has a unique name, a summary and responses`() {
    let names = operations.compactMap { $0.description["operationId"]?.string }
    #expect(Set(names).count == ControlAPI.routes.summaries.count)
    #expect(names.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (65...122).contains($0) } })
    for (name, description) in operations {
      #expect(description["summary"]?.string?.isEmpty == false, "\(name)")
      let codes = description["responses"]?.object?.keys ?? []
      #expect(codes.count { $0.hasPrefix("2") } == 1, "\(name)")
      #expect(Set(codes).isSuperset(of: ["400", "403", "409", "503"]), "\(name)")
      #expect(codes.contains("401") == (name != "get /health"), "\(name)")
    }
  }

  @Test func `each operation declares the parameters of its path`() {
    for (name, description) in operations {
      let declared = (description["parameters"]?.array ?? []).filter { $0["in"] == "path" }
      #expect(declared.count == name.count { $0 == "{" }, "\(name)")
      for parameter in declared {
        #expect(parameter["required"] == true)
        #expect(name.contains("{\(parameter["name"]?.string ?? "?")}"))
      }
    }
  }

  /// Returns all schema references in a JSON value.
  private func references(in json: JSON) -> [String] {
    switch json {
    case .array(let elements): elements.flatMap { references(in: $0) }
    case .object(let object):
      object.flatMap { member in
        member.key == "$ref" ? [member.value.string ?? ""] : references(in: member.value)
      }
    default: []
    }
  }

  @Test func `every schema is referenced, and every reference has a schema`() {
    let validator = SchemaValidator(root: document)
    let references = Set(references(in: document))
    #expect(references.count > 10)
    #expect(references.filter { validator.resolve($0) == nil } == [])
    let schemas = document["components"]?["schemas"]?.object?.keys ?? []
    #expect(Set(schemas.map { "#/components/schemas/\($0)" }) == references)
  }

  /// Calls with their bodies, made in this order; together they use each operation at least once.
  private static let calls: [(String, String, JSON?)] = [
    ("GET", "health", nil), ("POST", "session", nil), ("GET", "emulators", nil),
    ("GET", "openapi.json", nil),
    ("GET", "config-schema.json", nil), ("GET", "console", nil),
    ("POST", "clock", ["advance": "1h30m", "namespace": "default"]), ("GET", "clock", nil),
    ("POST", "clock", ["set": "2013-05-01T00:00:00Z", "freeze": true]),
    (
      "POST", "states",
      [
        "states": [
          [
            "name": "schema exists",
            "params": ["name": "user", "user": true, "fields": ["email": "forgotpassword"]],
          ],
          [
            "name": "user exists", "params": ["username": "ada", "fields": ["email": "a@b.c"]],
          ],
        ]
      ]
    ),
    ("POST", "states", ["state": "version deployed", "params": ["version": 1]]),
    ("POST", "faults", ["path": "/none*", "status": 503, "body": ["a": 1], "retryAfter": 5]),
    ("POST", "faults", ["nth": 99, "delivery": ["dribble": 2, "pause": "5ms"], "real": true]),
    ("POST", "faults", ["nth": 99, "delivery": ["dribble": 2, "pause": "5ms"], "times": 1]),
    ("POST", "faults", ["probability": 0.5, "delivery": "reset", "method": "PATCH"]),
    ("GET", "faults", nil), ("GET", "outbox", nil), ("GET", "requests?limit=5", nil),
    ("GET", "requests/unmatched", nil), ("GET", "recording", nil),
    ("GET", "requests/count?path=/note&method=POST", nil), ("GET", "requests/count", nil),
    ("GET", "requests?brief=true", nil), ("GET", "requests/1", nil), ("GET", "requests/99", nil),
    (
      "POST", "requests",
      [
        "emulator": "stackmob", "method": "POST", "path": "/note", "sign": true,
        "headers": [["name": "Content-Type", "value": "application/json"]],
        "body": "{\"title\":\"y\"}",
      ]
    ),
    ("POST", "requests", ["emulator": "stackmob", "path": "none"]),
    ("POST", "requests/1/replay", ["method": "GET"]), ("POST", "requests/99/replay", [:]),
    ("GET", "data", nil), ("GET", "data/stackmob/objects:note?limit=1", nil),
    ("GET", "data/stackmob/none", nil), ("GET", "data/stackmob/objects:note?limit=0", nil),
    ("PUT", "data/stackmob/objects:note/n1", ["title": "z"]),
    ("PUT", "data/stackmob/objects:note/n1", ["title": 1]),
    ("GET", "data/stackmob/objects:note/n1", nil), ("GET", "data/stackmob/objects:note/no", nil),
    ("POST", "data/stackmob/objects:note", ["title": "w"]),
    ("POST", "data/stackmob/objects:user/ada", ["action": "log in"]),
    ("POST", "data/stackmob/objects:user/ada", ["action": "fly"]),
    ("GET", "comparison?one=default&other=two", nil),
    ("DELETE", "data/stackmob/objects:note/n1", nil),
    ("DELETE", "data/stackmob/objects:note/n1", nil), ("GET", "recording?numbers=1,2", nil),
    ("GET", "recording?numbers=x", nil), ("GET", "contracts", nil),
    ("GET", "contracts?variant=none", nil), ("GET", "contracts/draft?numbers=1,2-9", nil),
    ("GET", "contracts/draft?numbers=999", nil),
    ("GET", "data/stackmob/objects:note?offset=1", nil),
    ("DELETE", "faults?number=1", nil), ("DELETE", "faults?number=1", nil),
    ("GET", "summary", nil), ("POST", "recordings", ["emulator": "stackmob"]),
    ("POST", "recordings", ["emulator": "stackmob"]), ("GET", "recordings", nil),
    ("GET", "recordings/1?after=0", nil), ("GET", "recordings/9", nil),
    ("GET", "recordings/1/entries/1", nil), ("GET", "recordings/1/har", nil),
    ("GET", "recordings/1/contract?consumer=app", nil),
    ("POST", "recordings/1", ["action": "stop"]), ("POST", "recordings/1", ["action": "replay"]),
    ("DELETE", "recordings/1", nil),
    ("GET", "snapshot", nil), ("PUT", "snapshot", ["ghostlight": 9]),
    ("POST", "namespaces/one", ["from": "default"]), ("GET", "namespaces", nil),
    ("POST", "namespaces/a%20b", [:]), ("DELETE", "namespaces/one", nil),
    ("DELETE", "namespaces/one", nil), ("POST", "clock", [:]),
    ("POST", "reset", ["emulator": "stackmob"]), ("GET", "requests?limit=x", nil),
  ]

  @Test func `live calls and responses fit the described schemas`() throws {
    desk.send(.post, "/note", ["title": "x"])
    let validator = SchemaValidator(root: document)
    var seen: Set<String> = []
    var snapshot: JSON?
    for (method, target, body) in Self.calls {
      let path = try #require(self.path(of: target))
      let operation = try #require(document["paths"]?[path]?[method.lowercased()])
      seen.insert("\(method.lowercased()) \(path)")
      let response = desk.call(try #require(HTTPRequest.Method(method)), target, body)
      let known = operation["responses"]?[String(response.status.code)]
      let name: Comment = "\(method) \(target): \(response.status.code) \(response.text)"
      let schema = try #require(Self.schema(known), name)
      #expect(validator.violations(try #require(response.json), schema) == [], name)
      if target == "snapshot", method == "GET" { snapshot = response.json }
      guard response.status.code < 300, let body else { continue }
      let bodySchema = try #require(Self.schema(operation["requestBody"]), name)
      #expect(validator.violations(body, bodySchema) == [], name)
      let mail = target == "states" && body["states"] != nil
      if mail { desk.send(.post, "/user/forgotPassword", ["username": "ada"]) }
    }
    #expect(Set(operations.map(\.name)).subtracting(seen) == ["get /events"])
    #expect(desk.call(.put, "snapshot", snapshot).status == .ok)
    let snapshotSchema = document["components"]?["schemas"]?["Snapshot"]
    #expect(
      validator.violations(try #require(snapshot), try #require(snapshotSchema)) == [])
  }

  /// Returns the path in the document that matches a target; fixed segments have precedence.
  private func path(of target: String) -> String? {
    let segments = target.prefix { $0 != "?" }.split(separator: "/")
    let fitting = (document["paths"]?.object ?? [:]).keys.filter { path in
      let pattern = path.split(separator: "/")
      return pattern.count == segments.count
        && zip(pattern, segments).allSatisfy { $0.hasPrefix("{") || $0 == $1 }
    }
    return fitting.min { $0.count { $0 == "{" } < $1.count { $0 == "{" } }
  }

  private static func schema(_ holder: JSON?) -> JSON? {
    holder?["content"]?["application/json"]?["schema"]
  }

  @Test func `other methods of a path get 405 with the allowed ones`() throws {
    for (path, methods) in (document["paths"]?.object ?? [:]).map({ ($0.key, $0.value) }) {
      let target = String(path.dropFirst().replacing("{name}", with: "one"))
      let response = desk.call(.patch, target)
      #expect(response.status == .methodNotAllowed)
      let allowed = try #require(response.headers[.allow]).split(separator: ", ")
      let described = (methods.object?.keys ?? []).map { $0.uppercased() }
      #expect(Set(allowed.map(String.init)) == Set(described), "\(path)")
      #expect(
        response.json?["error"]?.string
          == "no control call PATCH /__ghostlight/v1/\(target); this path takes "
          + allowed.joined(separator: ", "))
    }
  }

  @Test func `the schema of the configuration is served`() {
    #expect(desk.call(.get, "config-schema.json") == .json(.ok, ConfigurationSchema.json))
  }
}
