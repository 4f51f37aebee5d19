import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// The connection to StackMob, and the time there.
///
/// - Source: protocol reference A3.
extension SMUserSession {
  /// Sends an empty request to StackMob, and measures the difference to this device's clock from
  /// the response.
  ///
  /// - Returns: Whether a response arrived.
  nonisolated(nonsending) func probeNetwork() async -> Bool {
    let request = Request(.head, "/", scheme: "http", authority: getHttpHost())
    guard let response = try? await transmit(request) else { return false }
    if let text = response.headers[.stackMobTime], let milliseconds = Int64(text) {
      let here = environment.now().timeIntervalSince1970
      state.withLock { $0.serverTimeLead = Double(milliseconds) / 1000 - here }
    }
    return true
  }

  /// The time at StackMob, according to this device's clock and the last measured difference.
  var serverTime: Date {
    environment.now().addingTimeInterval(state.withLock { $0.serverTimeLead })
  }
}
