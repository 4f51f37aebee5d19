import GhostlightCore
import TestExecutors

import StackMob

/// Scenarios for the SDK's checks whether the service can be reached.
extension Scenario {
  static let reachability = [
    Scenario("Reachability: the SDK asks the service", expects: [1, 1, 1, 1, 1]) { device in
      [
        .integer(
          Int64(await device.sdk.session.networkMonitor.refreshNetworkStatus().rawValue)),
        try await status(device) { monitor, receive in
          monitor.setNetworkStatusChange { receive($0) }
        },
        try await status(device) { monitor, receive in
          monitor.setNetworkStatusChangeBlock { receive($0) }
        },
        try await status(device) { monitor, receive in
          monitor.setNetworkStatusChangeBlockWithFetchPolicyReturn {
            receive($0)
            return SMFetchPolicyNetworkOnly
          }
        },
        try await requested(device),
      ]
    }
  ]

  /// Waits for the first status that another phone's network monitor reports.
  private static func status(
    _ device: Device,
    _ start: (SMNetworkReachability, @escaping @Sendable (SMNetworkStatus) -> Void) -> Void
  ) async throws -> JSON {
    let monitor = try device.otherClient().session.networkMonitor
    defer { monitor.stopMonitoring() }
    return await SDKValue.block { receive in
      start(monitor) { receive(.integer(Int64($0.rawValue))) }
    }
  }

  /// Returns the network status after a monitor's first request and before its second one.
  private static func requested(_ device: Device) async throws -> JSON {
    let monitor = try device.otherClient().session.networkMonitor
    defer { monitor.stopMonitoring() }
    _ = monitor.currentNetworkStatus()
    monitor.startMonitoring()
    await device.clock.waitForSleeper()
    return .integer(Int64(monitor.currentNetworkStatus().rawValue))
  }
}
