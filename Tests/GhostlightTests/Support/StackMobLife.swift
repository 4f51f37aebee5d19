import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMobEmulator

/// A StackMob app with data of every kind, and a source of random requests that use and change the
/// data.
struct StackMobLife {
  private let stage: Stage
  private var mutator: RequestMutator
  private let known: [Request]

  /// Creates the app's data in the default namespace.
  init(_ stage: Stage, seed: UInt64) throws {
    self.stage = stage
    mutator = RequestMutator(seed: seed)
    known = try Self.begin(stage)
  }

  /// Returns the next random request.
  mutating func next() -> Request { mutator.next(StackMobBackend.catalogue.routes, known: known) }

  /// Returns the next random request, addressed to the default namespace.
  mutating func nextHere() -> Request {
    var request = next()
    request.headers[.ghostlightNamespace] = nil
    request.authority = "localhost"
    return request
  }

  /// Sends requests that create schemas, objects, users, sessions, mails and a deployed version.
  ///
  /// - Returns: The requests that were sent.
  static func begin(_ stage: Stage) throws -> [Request] {
    let space = try stage.namespace()
    var caller = StackMobCaller(stage)
    try prepare(space)
    for number in 0..<5 {
      let body: JSON = [
        "todo_id": .string("\(number)"), "title": "x\u{0}é", "rank": .integer(Int64(number)),
        "share": .double(0.1 * Double(number)), "tags": ["a", "b"],
        "pos": ["lat": 1.5, "lon": -2.5], "done": .bool(number > 2),
      ]
      _ = caller.send(.post, "/todo", body)
    }
    _ = caller.send(.put, "/todo/1", ["rank[inc]": 1, "title": "y"])
    _ = caller.send(.put, "/todo/2/tags", ["c"])
    _ = caller.send(.post, "/todo/3/owner", ["username": "bob"])
    _ = caller.send(.delete, "/todo/4/tags/a,b")
    _ = caller.send(.post, "/user", ["username": "cleo", "password": "p", "email": "c@d.e"])
    for name in ["ada", "ada", "cleo"] { _ = login(stage, name) }
    let tokens = login(stage, "cleo").json
    _ = form(stage, "/user/refreshToken", "refresh_token", tokens?["refresh_token"]?.string ?? "")
    _ = caller.send(.post, "/user/forgotPassword", ["username": "ada"])
    for target in ["/todo", "/todo?rank[gt]=2", "/listapi", "/user"] {
      _ = caller.send(.get, RequestTarget(target))
    }
    caller.namespace = nil
    try caller.signIn("dora")
    _ = caller.send(.get, "/user/loggedInUser")
    _ = caller.send(.post, "/todo", ["title": "owned"])
    _ = stage.respond(to: production(.post, "/todo", ["title": "live"]), by: "stackmob")
    _ = stage.respond(to: production(.get, "/todo"), by: "stackmob")
    return try stage.namespace().journal.map(\.request)
  }

  private static func prepare(_ space: Namespace) throws {
    _ = try space.setUp(
      "schema exists", in: "stackmob",
      parameters: ["name": "user", "user": true, "fields": ["email": "forgotpassword"]])
    _ = try space.setUp(
      "schema exists", in: "stackmob",
      parameters: [
        "name": "todo", "fields": ["title": "string", "owner": "relationship[user]"],
      ])
    _ = try space.setUp(
      "user exists", in: "stackmob",
      parameters: ["username": "ada", "password": "p", "fields": ["email": "a@b.c"]])
    _ = try space.setUp("version deployed", in: "stackmob", parameters: ["version": 1])
  }

  private static func production(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON = [:]
  ) -> Request {
    var request = Request.json(method, target, body)
    request.headers[.stackMobAPIKey] = StackMobConfiguration().productionKeys.publicKey
    request.headers[.accept] = "application/vnd.stackmob+json; version=1"
    return request
  }

  private static func login(_ stage: Stage, _ name: String) -> Response {
    respond(
      stage, .form(.post, "/user/accessToken", [.init("username", name), .init("password", "p")]))
  }

  private static func form(
    _ stage: Stage, _ target: RequestTarget, _ name: String, _ value: String
  ) -> Response {
    respond(stage, .form(.post, target, [.init(name, value)]))
  }

  private static func respond(_ stage: Stage, _ request: Request) -> Response {
    var request = request
    request.headers[.stackMobAPIKey] = StackMobConfiguration().developmentKeys.publicKey
    return stage.respond(to: request, by: "stackmob")
  }
}
