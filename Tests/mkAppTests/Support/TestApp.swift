import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import TestExecutors
import mkApp

/// An app with its own `MKAppInstance`, whose backend sends prepared responses.
struct TestApp: Sendable {
  static let queue = DispatchQueue(label: "callbacks")
  static let noon = Date(timeIntervalSince1970: 1_558_051_200)

  let service: ScriptedServer
  let store = MKMemoryStore()
  let instance: MKAppInstance

  init(_ answers: Response..., change: (inout MKEnvironment) -> Void = { _ in }) {
    service = ScriptedServer(answers)
    var environment = MKEnvironment(transport: .inProcess(service.responder))
    environment.store = store
    environment.now = { Self.noon }
    environment.makeIdentifier = { "b1" }
    environment.callbackQueue = Self.queue
    environment.appVersion = "1.0"
    change(&environment)
    instance = MKAppInstance(environment)
    instance.APIEndpoint = "http://127.0.0.1:8080"
    instance.APISecret = "s3cr3t"
    instance.analyticsEnabled = false
  }

  /// Runs code with this app's instance as the current instance.
  @discardableResult
  func run<Value>(_ body: () throws -> Value) rethrows -> Value {
    try MKAppInstance.$current.withValue(instance, operation: body)
  }

  /// Runs asynchronous code with this app's instance as the current instance.
  @discardableResult
  nonisolated(nonsending) func run<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    try await MKAppInstance.$current.withValue(instance) { try await body() }
  }
}
