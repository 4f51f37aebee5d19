import Dispatch
import Foundation
import TestExecutors
import TestSupport
import mkApp

/// A phone with the app on it, for a service that may be anywhere.
package struct Device: Sendable {
  let instance: MKAppInstance
  /// What outlives the app's start.
  private let store = MKMemoryStore()
  private let environment: MKEnvironment
  private let endpoint: String

  /// Makes a phone that goes the environment's way to a service.
  init(_ environment: MKEnvironment, at endpoint: String) {
    var environment = environment
    environment.store = store
    environment.now = { Date(timeIntervalSince1970: Double(TestStage.opening) / 1000) }
    environment.makeIdentifier = { "b1" }
    environment.callbackQueue = DispatchQueue(label: "callbacks")
    environment.appVersion = "1.0"
    self.environment = environment
    self.endpoint = endpoint
    instance = Self.start(environment, endpoint)
  }

  private init(_ device: Device) {
    environment = device.environment
    endpoint = device.endpoint
    instance = Self.start(environment, endpoint)
  }

  private static func start(_ environment: MKEnvironment, _ endpoint: String) -> MKAppInstance {
    let instance = MKAppInstance(environment)
    instance.APIEndpoint = endpoint
    instance.APISecret = "s3cr3t"
    instance.analyticsEnabled = false
    return instance
  }

  /// The phone after the app's next start.
  var restarted: Device { Device(self) }

  /// Runs an app's code that waits.
  @discardableResult
  nonisolated(nonsending) func run<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    try await MKAppInstance.$current.withValue(instance) { try await body() }
  }

  /// Calls something with a callback and waits for what the callback tells.
  func awaitCallback<Letter: Sendable>(
    _ start: (@escaping @Sendable (Letter) -> Void) -> Void
  ) async throws -> Letter {
    try await Mailbox.letter { resume in
      MKAppInstance.$current.withValue(instance) { start(resume) }
    }
  }
}
