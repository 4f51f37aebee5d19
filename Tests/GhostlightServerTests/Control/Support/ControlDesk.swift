import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes

/// A stage with StackMob and a frozen clock, together with its control API.
struct ControlDesk {
  let stage: Stage
  let control: ControlAPI

  /// The time of the frozen clock: 12 June 2013, 12:26:40.123 UTC.
  static let opening: Int64 = 1_371_040_000_123

  init(
    _ log: (any ChangeLog)? = nil, contracts: ContractPaths = ContractPaths(),
    _ change: (inout StageConfiguration) -> Void = { _ in }
  ) {
    var configuration = StageConfiguration(services: [.stackMob()])
    configuration.clock = .frozen(at: Self.opening)
    change(&configuration)
    stage = Stage(configuration, log: log)
    control = ControlAPI(stage, addresses: ServerAddresses(), contracts: contracts)
  }

  /// Returns a desk whose stage has two StackMob emulators.
  static func twins() -> ControlDesk {
    ControlDesk { configuration in
      configuration.services.append(
        Service(name: "second", title: "Second", port: 1, seed: Service.stackMob().seed))
    }
  }

  /// Sends a control call.
  func call(_ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil) -> Response {
    control.answer(
      Request(
        method, RequestTarget("/__ghostlight/v1/" + path), authority: "127.0.0.1:4400",
        body: body?.bytes ?? []))
  }

  /// Sends a control call that must be rejected, and returns the status and the error.
  func refusal(_ method: HTTPRequest.Method, _ path: String, _ body: JSON? = nil) -> String {
    let response = call(method, path, body)
    return "\(response.status.code) \(response.json?["error"]?.string ?? response.text)"
  }

  /// Sends a request to the StackMob emulator.
  @discardableResult
  func send(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil,
    in namespace: String? = nil, by emulator: String = "stackmob"
  ) -> Response {
    var request = body.map { .json(method, target, $0) } ?? Request(method, target)
    request.headers[.stackMobKey] = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"
    if let namespace { request.headers[.namespace] = namespace }
    return stage.respond(to: request, by: emulator)
  }

  /// Returns the titles of all notes, in the order in which StackMob returns them.
  func titles(in namespace: String? = nil) -> [String] {
    send(.get, "/note", in: namespace).json?.array?.compactMap { $0["title"]?.string } ?? []
  }
}

extension HTTPField.Name {
  static let stackMobKey = HTTPField.Name("X-StackMob-API-Key") ?? .accept
  static let namespace = HTTPField.Name("X-Ghostlight-Namespace") ?? .accept
}
