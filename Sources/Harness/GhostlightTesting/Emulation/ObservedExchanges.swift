import Ghostlight
import GhostlightContracts
import GhostlightEmulation
import GhostlightRecording
import Synchronization

/// The exchanges of a test with its stage, counted by service.
///
/// The stage adds each exchange from the thread that processed it.
final class ObservedExchanges: Sendable {
  private struct State: Sendable {
    var reports: [String: ServiceReport]
    var idleFaults: [String] = []
  }

  /// The reports of all services before the first exchange, by the service's name.
  private let fresh: [String: ServiceReport]
  private let state: Mutex<State>

  init(of services: [Service]) {
    fresh = Dictionary(services.map { ($0.name, ServiceReport(of: $0)) }) { first, _ in first }
    state = Mutex(State(reports: fresh))
  }

  /// Descriptions of fault plans that had no effect, because the body is too short to truncate.
  var idleFaults: [String] { state.withLock { $0.idleFaults } }

  /// Counts an exchange.
  func add(_ entry: JournalEntry) {
    state.withLock { state in
      switch entry.answer.effect {
      case .unmatched:
        let isEmulator = fresh[entry.emulator]?.source == .emulator
        state.reports[entry.emulator]?.add(isEmulator ? entry.missOfEmulator : entry.miss)
      case .read, .changed: state.reports[entry.emulator]?.served += 1
      case .refused, .injected, .forwarded: break
      }
      if let number = entry.fault, let reason = entry.idleFaultReason {
        state.idleFaults.append("fault plan \(number) at \(entry.line): \(reason)")
      }
    }
  }

  /// Returns the numbers of served and unmatched requests of a service.
  func report(of service: String) -> ServiceReport? { state.withLock { $0.reports[service] } }

  /// Removes the counts of a service.
  func clear(_ service: String) { state.withLock { $0.reports[service] = fresh[service] } }
}

extension ServiceReport {
  fileprivate init(of service: Service) {
    let source: Source =
      switch service.seed {
      case is RecordingBackend: .recording
      case is ContractBackend: .contract
      default: .emulator
      }
    self.init(of: source, entries: service.seed.catalogue.routes.count)
  }
}

extension JournalEntry {
  /// The miss of a request that no route of an emulator serves.
  ///
  /// The journal distinguishes it from a request with the vendor's own 404.
  fileprivate var missOfEmulator: ServiceMiss {
    let nearest = answer.nearMisses.joined(separator: "; ")
    return ServiceMiss(
      "\(emulator) has no route for \(line)" + (nearest.isEmpty ? "" : "; nearest: \(nearest)"),
      nearest: [])
  }
}
