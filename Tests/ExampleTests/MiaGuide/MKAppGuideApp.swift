import Dispatch
import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightTesting
import HTTPTypes
import MiaEmulator
import TestSupport
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The app of the guide, with its own instance and its own project in this process.
struct MKAppGuideApp: Sendable {
  let stage: Stage
  let instance: MKAppInstance
  /// The transport to the project, for an instance of another module.
  let transport: Transport
  /// The lines on the app's screen.
  let screen = Mailbox(of: String.self)
  private let store: MKMemoryStore
  private let bridge: URLSessionBridge

  /// Creates an app, or restarts an earlier one with its stored data.
  init(after earlier: MKAppGuideApp? = nil, isOnline: Bool = true) {
    let stage = earlier?.stage ?? Stage(StageConfiguration(services: [.mia()]))
    let mia = Responder(
      name: "mia",
      immediate: { request in
        guard isOnline else {
          var response = Response(.ok)
          response.delivery = .reset
          return response
        }
        return stage.respond(to: request, by: "mia")
      })
    self.stage = stage
    bridge = URLSessionBridge(mia)
    store = earlier?.store ?? MKMemoryStore()
    transport = .inProcess(mia)
    var environment = MKEnvironment(
      transport: transport, urlSession: URLSession(configuration: bridge.configuration))
    environment.store = store
    environment.callbackQueue = DispatchQueue(label: "guide")
    instance = MKAppInstance(environment)
    instance.APIEndpoint = "http://127.0.0.1:4402"
    instance.APISecret = MiaConfiguration().secret
    instance.analyticsEnabled = false
  }

  /// Sets up a state of the server.
  @discardableResult
  func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
    try stage.namespace().setUp(state, in: "mia", parameters: parameters)
  }

  /// The last sent request.
  var lastRequest: Request? { get throws { try stage.namespace().journal.last?.request } }

  /// Runs the app's code.
  @discardableResult
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try MKAppInstance.$current.withValue(instance, operation: body)
  }

  /// Runs the app's code and waits for the next lines on its screen.
  func shown(_ count: Int = 1, _ body: () throws -> Void) async rethrows -> [String] {
    try run(body)
    return await screen.next(count)
  }

  /// Shows a value on the app's screen.
  func show(_ value: Any?) { screen.put(value.map { "\($0)" } ?? "nil") }
}
