import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import StackMobEmulator
import Synchronization
import TestExecutors

import StackMob

/// A phone with the app; the service is in process, behind a socket or in a recording.
package struct Device: Sendable {
  /// The host and port of the service.
  let host: String
  let sdk: SMClient
  let push: CalledPush
  /// The clock by which the phone waits, for example before a retry.
  let clock = StepClock()
  /// Advances the clock of the service by a number of seconds.
  let pass: @Sendable (_ seconds: Int64) throws -> Void
  /// Returns the temporary password that the last mail contains.
  let temporaryPassword: @Sendable () throws -> String

  private let environment: SMEnvironment

  var client: CalledClient { CalledClient(client: sdk) }
  var store: CalledStore { CalledStore(store: sdk.dataStore()) }

  /// Creates a phone that reaches the service through the environment's transport.
  init(
    _ environment: SMEnvironment, host: String, now: @escaping @Sendable () -> Int64,
    pass: @escaping @Sendable (_ seconds: Int64) throws -> Void,
    temporaryPassword: @escaping @Sendable () throws -> String
  ) throws {
    var environment = environment
    let count = Atomic(0)
    environment.now = { Date(timeIntervalSince1970: Double(now()) / 1000) }
    environment.nonce = { "n\(count.add(1, ordering: .relaxed).newValue)" }
    environment.store = SMMemorySessionStore()
    environment.clock = clock
    self.environment = environment
    self.host = host
    self.pass = pass
    self.temporaryPassword = temporaryPassword
    sdk = try Self.client(environment, host)
    let push = SMPushClient(
      apiVersion: "0", publicKey: TestStage.publicKey,
      privateKey: StackMobConfiguration().developmentKeys.privateKey, pushHost: host,
      environment: environment, nonce: environment.nonce)
    self.push = CalledPush(push: push)
  }

  /// Returns a client on another phone of the same user.
  func otherClient() throws -> CalledClient {
    var environment = environment
    environment.store = SMMemorySessionStore()
    return CalledClient(client: try Self.client(environment, host))
  }

  /// Logs in the user jack.
  @discardableResult
  func logIn(_ password: String = "first-password") async throws -> JSON {
    try JSON(
      foundation: await client.login(withUsername: "jack", password: password))
  }

  /// Requests a URL of the service, as an image view would.
  func load(_ url: String) async throws -> Response {
    let start = "http://\(host)"
    guard url.hasPrefix(start) else { throw ExecutorError("it is no URL of the service: \(url)") }
    return try await environment.transport.send(
      Request(.get, RequestTarget(String(url.dropFirst(start.count))), authority: host))
  }

  private static func client(_ environment: SMEnvironment, _ host: String) throws -> SMClient {
    try SMClient(
      apiVersion: "0", apiHost: host, publicKey: TestStage.publicKey, environment: environment)
  }
}
