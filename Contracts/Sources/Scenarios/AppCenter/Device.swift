import AppCenter
import AppCenterData
import Foundation
import GhostlightClient
import TestExecutors
import TestSupport

/// A phone with the app on it, for services that may be anywhere.
package struct Device: Sendable {
  let world: World
  /// Lets so many seconds pass.
  let pass: @Sendable (_ seconds: Int64) throws -> Void

  /// Makes a phone that goes a way to the exchange at an address.
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

  /// Signs the user in.
  func signIn() throws {
    let token = try TestStage.idToken()
    world.use { MSAuthTokenContext.setAuthToken(token, withAccountId: World.account) }
  }

  /// Takes the phone out of the network once it knows where the user's documents are.
  func goOffline() async {
    _ = await world.read("any")
    world.setOnline(false)
  }

  /// Brings the phone back into the network, and waits for what the delegate is told of writes.
  func goOnline(expecting count: Int) async -> [SDKValue] {
    let listener = Listener()
    world.use { MSData.setRemoteOperationDelegate(listener) }
    world.setOnline(true)
    let operations = await listener.operations.next(count).map { SDKValue.operation($0) }
    world.use { MSData.setRemoteOperationDelegate(nil) }
    return operations
  }
}
