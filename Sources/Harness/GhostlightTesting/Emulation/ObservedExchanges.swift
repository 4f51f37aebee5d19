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
        guard let source = fresh[entry.emulator]?.source else { return }
        state.reports[entry.emulator]?.add(ServiceMiss(entry, by: source))
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

extension ServiceMiss {
  /// Creates a description of a journal entry.
  ///
  /// The journal distinguishes an unmatched request from one with the vendor's own 404. The response
  /// of a recording or a contract has the reason.
  fileprivate init(_ entry: JournalEntry, by source: ServiceReport.Source) {
    let nearest = entry.answer.nearMisses
    guard source == .emulator else {
      let reason = entry.answer.response.json?["error"]?.string
      self.init(reason ?? entry.line, nearest: nearest)
      return
    }
    self.init(
      "\(entry.emulator) has no route for \(entry.line)"
        + (nearest.isEmpty ? "" : "; nearest: \(nearest.joined(separator: "; "))"), nearest: [])
  }
}

extension JournalEntry {
  /// The method and the target of the request.
  fileprivate var line: String { "\(request.method.rawValue) \(request.target.raw)" }
}
