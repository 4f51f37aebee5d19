import Foundation
import GhostlightClient
import GhostlightSync
import SyncFixtures
import Testing

/// The two synchronisations of Mia's SDK.
enum SyncKind: String, CaseIterable, Sendable, CustomTestStringConvertible {
  case baas = "MIASync"
  case crud = "CRUD's Sync"

  var testDescription: String { rawValue }

  func device(
    _ name: String, _ transport: Transport, at endpoint: String = "http://127.0.0.1:4402",
    file: URL? = nil
  ) throws -> any SyncDevice {
    switch self {
    case .baas: try BaaSDevice(name, transport, at: endpoint, file: file)
    case .crud: try CRUDDevice(name, transport, at: endpoint, file: file)
    }
  }

  func server(_ project: MiaProject) -> any NewsServer {
    switch self {
    case .baas: BaaSServer(project: project)
    case .crud: CRUDServer(project: project)
    }
  }

  /// The marks that random edits set.
  ///
  /// MIASync's are without deletions for good, of which another device cannot learn.
  var marks: [String] {
    switch self {
    case .baas: [Marks.push, Marks.push, Marks.push, Marks.trash]
    case .crud:
      [Marks.push, Marks.push, Marks.push, Marks.publish, Marks.draft, Marks.trash, Marks.delete]
    }
  }
}
