import AppCenter
import GhostlightClient

extension MSAppCenterContext {
  /// Creates a context that has no network and keeps everything in memory.
  static func ofAuthTests() -> MSAppCenterContext {
    var environment = MSAppCenterEnvironment(
      transport: Transport { _ throws(TransportError) in throw .cannotConnect("nowhere") })
    environment.storage = .memory
    return MSAppCenterContext(environment: environment)
  }
}
