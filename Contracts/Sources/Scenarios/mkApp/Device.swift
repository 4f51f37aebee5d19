import Dispatch
import Foundation
import TestExecutors
import TestSupport
import mkApp

/// A phone with the app; the service is in process, behind a socket or in a recording.
package struct Device: Sendable {
  let instance: MKAppInstance
  /// The storage, which is still available after the app is started again.
  private let store = MKMemoryStore()
  private let environment: MKEnvironment
  private let endpoint: String

  /// Creates a phone that sends requests to the URL `endpoint` through the environment's transport.
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

  /// A phone on which the app has been started again, with the same storage.
  var restarted: Device { Device(self) }

  /// Runs asynchronous code of an app, with this phone's instance as the current one.
  @discardableResult
  nonisolated(nonsending) func run<Value>(
    _ body: nonisolated(nonsending) () async throws -> Value
  ) async rethrows -> Value {
    try await MKAppInstance.$current.withValue(instance) { try await body() }
  }

  /// Starts a call with a callback, and returns the value that the callback receives.
  func awaitCallback<Letter: Sendable>(
    _ start: (@escaping @Sendable (Letter) -> Void) -> Void
  ) async throws -> Letter {
    try await Mailbox.letter { resume in
      MKAppInstance.$current.withValue(instance) { start(resume) }
    }
  }
}
