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

/// The app of the guide: an instance of its own, of a project of its own in this process.
struct MKAppGuideApp: Sendable {
  let stage: Stage
  let instance: MKAppInstance
  /// The way to the project, for an instance of another module.
  let transport: Transport
  /// What the app shows on its screen, line by line.
  let screen = Mailbox(of: String.self)
  private let store: MKMemoryStore
  private let bridge: URLSessionBridge

  /// An app; started again, with what an earlier run has kept, if given that.
  init(after earlier: MKAppGuideApp? = nil, isOnline: Bool = true) {
    let stage = earlier?.stage ?? Stage(StageConfiguration(emulators: [.mia()]))
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

  /// Sets up what others would have done before.
  @discardableResult
  func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
    try stage.namespace().setUp(state, in: "mia", parameters: parameters)
  }

  /// The last request, as it was sent.
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
