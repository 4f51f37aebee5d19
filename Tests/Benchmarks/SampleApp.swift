import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import StackMobEmulator

/// A stage with one StackMob app, whose todos have 250 bytes each.
struct SampleApp {
  let sample: SampleStage

  /// Creates an app with the given number of todos.
  init(documents: Int) throws {
    sample = try SampleStage(emulator: "stackmob")
    try fill(documents)
  }

  func fill(_ documents: Int) throws {
    for number in 0..<documents { try sample.send(post(number)).succeeded() }
  }

  /// Returns a call that reads a todo by id.
  func gets() throws -> Call {
    try stopClock()
    return sample.repeating((0..<1000).map(get))
  }

  /// Returns a call that reads a todo by id through a transport, signed by the client.
  func signedGets() throws -> Call {
    let credentials = try logIn()
    try stopClock()
    guard let send = Transport.inProcess(sample.responder).attempt else {
      throw BenchmarkError("the transport does not answer at once")
    }
    return { number in
      // Each request has its own nonce.
      let request = get(number % 1000).signed(
        with: credentials, timestamp: 1_371_040_000, nonce: "n\(100_000 + number)")
      guard case .answered(let response) = try send(request) else {
        throw BenchmarkError("the transport does not answer at once")
      }
      try response.succeeded()
    }
  }

  /// Forks the default namespace, and sends a request to the fork.
  func write(_ request: Request, toFork name: String) throws {
    try sample.stage.fork(as: name)
    try sample.send(request).succeeded()
  }

  /// Stops the stage's clock, so that all responses have the same date.
  ///
  /// With a running clock, a slower computer would format more dates, because fewer responses would
  /// share a date.
  private func stopClock() throws { try sample.stage.namespace().changeClock(.freeze) }

  /// Returns a request that reads a todo by id, with the eight header fields that an SDK sends.
  func get(_ number: Int) -> Request {
    Request(
      .get, RequestTarget("/todo/\(Self.id(number))"), authority: Self.authority,
      headers: Self.fields)
  }

  /// Returns a request that creates a todo, in the given namespace or the default one.
  func post(_ number: Int, namespace: String? = nil) -> Request {
    var fields = Self.fields
    if let namespace, let name = HTTPField.Name("X-Ghostlight-Namespace") {
      fields[name] = namespace
    }
    return Request(
      .post, "/todo", authority: Self.authority, headers: fields,
      body: JSON.object(Self.document(number)).bytes)
  }

  /// Returns a request that makes the app scan its todos.
  func scan(_ scan: Scan) -> Request {
    var fields = Self.fields
    let target: RequestTarget
    switch scan {
    case .equal: target = "/todo?title=nothing"
    case .range: target = RequestTarget("/todo?title[gt]=\(PercentEncoding.encode(Scan.lateTitle))")
    case .firstOfSort:
      target = "/todo"
      if let order = HTTPField.Name("X-StackMob-OrderBy") { fields[order] = "title:asc" }
      fields[.range] = "objects=0-49"
    }
    return Request(.get, target, authority: Self.authority, headers: fields)
  }

  /// Logs in a user, and returns the credentials of the session.
  private func logIn() throws -> MACCredentials {
    try sample.setUp("user exists", ["username": "bill", "password": "1234"])
    let login = try sample.setUp("logged in", ["username": "bill"])
    guard case .string(let id) = login["access_token"], case .string(let key) = login["mac_key"]
    else { throw BenchmarkError("the login hands out no token") }
    return MACCredentials(id: id, key: key)
  }

  private static let authority = "127.0.0.1:4401"

  private static let fields: HTTPFields = {
    var fields: HTTPFields = [
      .accept: "application/vnd.stackmob+json; version=0",
      .userAgent: "StackMob (iOS; 2.2.0)",
      .acceptEncoding: "gzip, deflate",
      .acceptLanguage: "en-us",
      .connection: "keep-alive",
      .contentType: "application/json",
    ]
    if let key = HTTPField.Name("X-StackMob-API-Key") {
      fields[key] = StackMobConfiguration().developmentKeys.publicKey
    }
    if let agent = HTTPField.Name("X-StackMob-User-Agent") {
      fields[agent] = "StackMob (iOS; 2.2.0)/sample"
    }
    return fields
  }()

  private static func id(_ number: Int) -> String { "item-\(1_000_000 + number)" }

  /// Returns a todo that is stored as 250 bytes of JSON, including `createddate` and `lastmoddate`.
  private static func document(_ number: Int) -> JSONObject {
    [
      "todo_id": .string(id(number)),
      "title": .string("Water the plants in room \(10_000 + number * 7_919 % 89_999)"),
      "notes": "Twice a week; the cactus by the window not at all, and the fern when it hangs.",
      "priority": .integer(Int64(number % 10)),
      "done": .bool(number.isMultiple(of: 2)),
    ]
  }
}
