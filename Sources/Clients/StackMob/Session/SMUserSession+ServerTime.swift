import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// Whether StackMob answers, and what time it is there.
///
/// - Source: protocol reference A3.
extension SMUserSession {
  /// Asks StackMob for nothing; the answer's time tells how far the clock of this device is off.
  ///
  /// - Returns: Whether there was an answer.
  nonisolated(nonsending) func probeNetwork() async -> Bool {
    let request = Request(.head, "/", scheme: "http", authority: getHttpHost())
    guard let response = try? await transmit(request) else { return false }
    if let text = response.headers[.stackMobTime], let milliseconds = Int64(text) {
      let here = environment.now().timeIntervalSince1970
      state.withLock { $0.serverTimeLead = Double(milliseconds) / 1000 - here }
    }
    return true
  }

  /// The time at StackMob, by this device's clock and what was measured of it last.
  var serverTime: Date {
    environment.now().addingTimeInterval(state.withLock { $0.serverTimeLead })
  }
}
