import Foundation
import StackMobScenarios

@testable import StackMob

extension MockTransport {
  static let key = "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"

  /// Returns a client that uses this transport, without a logged-in user and with a session store
  /// in memory.
  func client(clock: any Clock<Duration> = StepClock()) throws -> SMClient {
    var environment = SMEnvironment(transport: transport)
    environment.store = SMMemorySessionStore()
    environment.userAgent = "test"
    environment.clock = clock
    return try SMClient(apiVersion: "0", publicKey: Self.key, environment: environment)
  }

  /// Returns the expected text of a request without a signature.
  static func text(_ line: String, type: String? = nil, body: String? = nil) -> String {
    """
    \(line)
    Accept: application/vnd.stackmob+json; version=0
    X-StackMob-API-Key: \(key)
    User-Agent: test

    """ + (type.map { "Content-Type: \($0)\n" } ?? "") + (body.map { "\n" + $0 } ?? "")
  }
}
