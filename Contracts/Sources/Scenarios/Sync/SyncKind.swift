package import Foundation
package import GhostlightClient
import GhostlightSync
package import SyncFixtures

/// The two synchronisation modules of Mia's SDK.
package enum SyncKind: String, CaseIterable, Sendable, CustomStringConvertible {
  case baas = "MIASync"
  case crud = "CRUD's Sync"

  package var description: String { rawValue }

  /// Creates a device; `clockOffset`, in seconds, has no effect on CRUD's Sync, which has no clock.
  package func device(
    _ name: String, _ transport: Transport, at endpoint: String = "http://127.0.0.1:4402",
    file: URL? = nil, clockOffset: TimeInterval = 0
  ) throws -> any SyncDevice {
    switch self {
    case .baas:
      try BaaSDevice(name, transport, at: endpoint, file: file, clockOffset: clockOffset)
    case .crud: try CRUDDevice(name, transport, at: endpoint, file: file)
    }
  }
}
