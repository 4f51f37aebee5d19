import AppCenter
import AppCenterData
import Foundation
import GhostlightClient
import TestExecutors
import TestSupport

/// A phone with the app; the services are in process, behind sockets or in a recording.
package struct Device: Sendable {
  let world: World
  /// Advances the clock of the services by a number of seconds.
  let pass: @Sendable (_ seconds: Int64) throws -> Void

  /// Creates a phone that sends requests through `transport` and exchanges tokens at a URL.
  init(
    _ transport: Transport, exchange: String, now: @escaping @Sendable () -> Int64,
    pass: @escaping @Sendable (_ seconds: Int64) throws -> Void
  ) throws {
    world = try World { environment in
      environment.transport = transport
      environment.now = { Date(timeIntervalSince1970: Double(now()) / 1000) }
    }
    self.pass = pass
    world.use { MSData.setTokenExchangeUrl(exchange) }
  }

  func signIn() throws {
    let token = try TestStage.idToken()
    world.use { MSAuthTokenContext.setAuthToken(token, withAccountId: World.account) }
  }

  /// Disconnects the phone from the network after it has received a token for the user's documents.
  func goOffline() async {
    _ = await world.read("any")
    world.setOnline(false)
  }

  /// Reconnects the phone to the network, and returns the first `count` notifications about writes.
  func goOnline(expecting count: Int) async -> [SDKValue] {
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    world.setOnline(true)
    let operations = await listener.operations.next(count).map { SDKValue.operation($0) }
    world.use { MSData.setRemoteOperationDelegate(nil) }
    return operations
  }
}
