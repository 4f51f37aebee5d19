import AppCenter
import GhostlightClient

extension MSAppCenterContext {
  /// A run without a network, which forgets what it keeps.
  static func ofAuthTests() -> MSAppCenterContext {
    var environment = MSAppCenterEnvironment(
      transport: Transport { _ throws(TransportError) in throw .cannotConnect("nowhere") })
    environment.storage = .memory
    return MSAppCenterContext(environment: environment)
  }
}
