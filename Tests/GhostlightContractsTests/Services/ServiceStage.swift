import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import HTTPTypes

/// A stage with StackMob's emulator, the recording `payments` and the contract `users`, with frozen
/// clocks.
struct ServiceStage {
  /// The time of the clocks: 12 June 2013, 01:20 UTC, in milliseconds since 1970.
  static let opening: Int64 = 1_371_000_000_000

  /// Three different responses to `GET /charges`, then two to the same `POST /charges`.
  static let payments = Recording([
    exchange(.get, "one"), exchange(.get, "two"), exchange(.get, "three"),
    exchange(.post, "made one"), exchange(.post, "made two"),
  ])

  static let users = Pact(
    consumer: "app", provider: "users",
    interactions: [
      Interaction(
        "a user is read", given: [.state("user 1 exists", ["name": "Ada"])],
        request: .get("/users/1"), response: .status(200, json: ["name": "Ada"])),
      Interaction(
        "a user is missing", given: [.state("no user exists")], request: .get("/users/1"),
        response: .status(404, json: ["error": "none"])),
      Interaction("the time is read", request: .get("/time"), response: time),
    ])

  private static var time: PactResponse {
    var response = PactResponse.status(200, json: ["now": ""])
    response.generators[.body] = [
      PactGenerated(PactPath([.member("now")]), .timestamp(format: nil))
    ]
    return response
  }

  private static func exchange(_ method: HTTPRequest.Method, _ text: String) -> RecordedExchange {
    RecordedExchange(
      Request(method, "/charges", scheme: "https", authority: "api.payments.example"),
      Response(method == .post ? .created : .ok, body: Array(text.utf8)))
  }

  let stage: Stage

  init(
    _ payments: RecordingBackend = RecordingBackend(Self.payments),
    _ change: (inout StageConfiguration) -> Void = { _ in }
  ) {
    var configuration = StageConfiguration(services: [
      .stackMob(), Service(name: "payments", title: "Payments", port: 4480, seed: payments),
      Service(
        name: "users", title: "Users", port: 4481,
        seed: ContractBackend([ContractFile("users.json", Self.users)])),
    ])
    configuration.clock = .frozen(at: Self.opening)
    change(&configuration)
    stage = Stage(configuration)
  }

  /// Sends a request to a service in a namespace and returns the response.
  @discardableResult
  func send(
    _ method: HTTPRequest.Method = .get, _ target: RequestTarget = "/charges",
    to service: String = "payments", in namespace: String = Stage.defaultNamespace
  ) -> Response {
    var request = Request(method, target)
    request.headers[.ghostlightNamespace] = namespace
    return stage.respond(to: request, by: service)
  }

  /// Sends `GET /charges` several times, and returns the bodies, or the status codes of refusals.
  func charges(_ count: Int, in namespace: String = Stage.defaultNamespace) -> [String] {
    (0..<count).map { _ in
      let response = send(in: namespace)
      return response.status == .ok ? response.text : "\(response.status.code)"
    }
  }

  /// Returns the rows of the table `entries` of a service.
  func entries(of service: String) throws -> [JSONObject] {
    guard let rows = try stage.namespace().dataRows(of: "entries", in: service) else { return [] }
    return rows.all.map(\.row)
  }
}
