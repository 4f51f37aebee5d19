import Dispatch
import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import GhostlightServer
import Synchronization

/// The stage of a command that serves one recording or contract, and the counts for its report.
struct ServedFile {
  let persisted: PersistedStage
  let service: Service
  private let counts: ExchangeCounts

  /// Creates a stage for a service that stands in for the servers with these hosts.
  ///
  /// The service's listener admits all of them. A proxy forwards requests for those that can have a
  /// certificate. `report` is the report before the first exchange.
  init(_ service: Service, hosts: [String], _ report: ServiceReport) {
    var service = service
    service.hosts = hosts.filter { ProxyRule($0, target: .refuse) != nil }
    var configuration = StageConfiguration(services: [service])
    configuration.allowedHosts = hosts
    // The files belong to the user, whose largest requests must be matched too.
    configuration.maxWork = Int(StageConfiguration.largestWork)
    let stage = Stage(configuration)
    let counts = ExchangeCounts(report, service.seed as? RecordingBackend)
    stage.observe { counts.add($0) }
    persisted = PersistedStage(stage: stage, folder: nil, recordings: ServiceRecordings())
    (self.service, self.counts) = (service, counts)
  }

  /// Returns the backends of all namespaces in their current state.
  ///
  /// A reset makes the entries that its namespace used unused again, and so does dropping a
  /// namespace.
  func backends<State: Backend>(_ type: State.Type) -> [State] {
    persisted.stage.namespaceNames.compactMap { name in
      (try? persisted.stage.existing(name))?.backend(service.name) as? State
    }
  }

  /// Returns the report of all exchanges so far; `unused` are the entries that no namespace used.
  func report(unused: [String]) -> ServiceReport {
    var report = counts.report
    report.unused = unused
    return report
  }
}

/// The number of exchanges of a service, by their effect, in all namespaces.
///
/// A stage adds each exchange while it holds a lock, so everything that takes long is done on a
/// queue.
private final class ExchangeCounts: Sendable {
  private struct State: Sendable {
    var report: ServiceReport
    /// The requests that were examined for a warning.
    var examined: Set<String> = []
  }

  private let state: Mutex<State>
  /// The recording, if the response to a request may belong to several recorded servers.
  private let recording: RecordingBackend?
  private let queue = DispatchQueue(label: "ghostlight.misses", qos: .utility)
  private static let mostExamined = 1000

  init(_ report: ServiceReport, _ recording: RecordingBackend?) {
    state = Mutex(State(report: report))
    self.recording = (recording?.servers.count ?? 0) > 1 ? recording : nil
  }

  func add(_ entry: JournalEntry) {
    switch entry.answer.effect {
    case .read, .changed:
      state.withLock { $0.report.served += 1 }
      if let recording { examine(entry.request, recording) }
    case .unmatched:
      let miss = entry.miss
      state.withLock { $0.report.add(miss) }
      queue.async { Terminal.complain(miss.explanation) }
    case .forwarded: state.withLock { $0.report.forwarded += 1 }
    case .refused, .injected: break
    }
  }

  /// Adds a warning if the response may belong to another server, once for each request line.
  private func examine(_ request: Request, _ recording: RecordingBackend) {
    guard recording.isAmbiguous(request) else { return }
    let isNew = state.withLock { state in
      state.examined.count < Self.mostExamined
        && state.report.warnings.count < ServiceReport.mostWarnings
        && state.examined.insert("\(request.method.rawValue) \(request.target.raw)").inserted
    }
    guard isNew else { return }
    queue.async { [self] in
      guard let warning = recording.warning(about: request) else { return }
      state.withLock { $0.report.add(warning: warning) }
    }
  }

  /// The report so far, with all warnings.
  var report: ServiceReport {
    queue.sync {}
    return state.withLock { $0.report }
  }
}

extension ServiceReport {
  /// The exit code of the command: 1 if a request missed.
  var exitCode: Int32 { missCount == 0 ? 0 : 1 }
}
