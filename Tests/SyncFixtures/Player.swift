import Dispatch
import Foundation
package import GhostlightClient
package import GhostlightSyncStatus
import ManagedObjects
import Synchronization

/// A device in a test, whose requests can be lost and whose app can be killed and started again.
package final class Player {
  package let network: LossyNetwork
  package private(set) var device: any SyncDevice
  private let open: (Transport) throws -> any SyncDevice
  private let queue = DispatchQueue(label: "callbacks")
  private let replaced = ReplacedLog()
  private var observation: (any NSObjectProtocol)?

  package var name: String { device.name }

  /// Opens a device over a network; after a kill, `open` is called again for the same file.
  package init(_ way: Transport, open: @escaping (Transport) throws -> any SyncDevice) throws {
    network = LossyNetwork(way)
    self.open = open
    device = try open(network.transport)
    observe()
  }

  deinit { observation.map(NotificationCenter.default.removeObserver) }

  package func restart() throws {
    observation.map(NotificationCenter.default.removeObserver)
    device = try open(network.transport)
    observe()
  }

  private func observe() {
    device.setCallbackQueue(queue)
    let replaced = replaced
    observation = NotificationCenter.default.addObserver(
      forName: .MIASyncroStatus, object: device.poster, queue: nil
    ) { notification in
      let status = notification.userInfo?[kMIASyncroNotificationKeyStatus] as? SyncStatus
      if let status { replaced.edits.withLock { $0 = status.replacedEdits } }
    }
  }

  /// Synchronises, and restarts the app if it was killed.
  ///
  /// - Returns: The run's error, and the replaced edits of the last status.
  package func sync() async throws -> (error: (any Error)?, replaced: [ReplacedEdit]) {
    replaced.edits.withLock { $0 = [] }
    let device = device
    let ending = await network.run { await device.sync() }
    queue.sync {}
    let found = replaced.edits.withLock { $0 }
    if ending.isKilled { try restart() }
    return (ending.error, found)
  }
}

/// Stores the replaced edits of the last posted status.
private final class ReplacedLog: Sendable {
  let edits = Mutex<[ReplacedEdit]>([])
}
