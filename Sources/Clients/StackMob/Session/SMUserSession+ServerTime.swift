import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// Checking the connection to StackMob, and StackMob's time.
///
/// - Source: protocol reference A3.
extension SMUserSession {
  /// Sends an empty request to StackMob, and updates the difference between StackMob's clock and
  /// this device's clock.
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

  /// The current time at StackMob, from this device's clock and the last measured difference.
  var serverTime: Date {
    environment.now().addingTimeInterval(state.withLock { $0.serverTimeLead })
  }
}
