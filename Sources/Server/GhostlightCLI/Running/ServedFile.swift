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
  /// certificate.
  init(_ service: Service, hosts: [String]) {
    var service = service
    service.hosts = hosts.filter { ProxyRule($0, target: .refuse) != nil }
    var configuration = StageConfiguration(services: [service])
    configuration.allowedHosts = hosts
    // The files belong to the user, whose largest requests must be matched too.
    configuration.maxWork = Int(StageConfiguration.largestWork)
    let stage = Stage(configuration)
    let counts = ExchangeCounts(of: service.seed as? RecordingBackend)
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
  func report(unused: [String]) -> ServiceReport { counts.report(unused: unused) }
}

/// The number of exchanges of a service, by their effect, in all namespaces.
///
/// A stage adds each exchange while it holds a lock, so everything that takes long is done on a
/// queue.
private final class ExchangeCounts: Sendable {
  private struct State: Sendable {
    var report = ServiceReport()
    /// The requests that were examined for a warning.
    var examined: Set<String> = []
  }

  private let state = Mutex(State())
  /// The recording, if the response to a request may belong to several recorded servers.
  private let recording: RecordingBackend?
  private let queue = DispatchQueue(label: "ghostlight.misses", qos: .utility)
  private static let (mostExamined, mostWarnings) = (1000, 20)

  init(of recording: RecordingBackend?) {
    self.recording = (recording?.servers.count ?? 0) > 1 ? recording : nil
  }

  func add(_ entry: JournalEntry) {
    switch entry.answer.effect {
    case .read, .changed:
      state.withLock { $0.report.tally.served += 1 }
      if let recording { examine(entry.request, recording) }
    case .unmatched:
      let miss = ServiceReport.Miss(entry)
      state.withLock { $0.report.tally.add(miss) }
      queue.async { Terminal.complain(miss.explanation) }
    case .forwarded: state.withLock { $0.report.forwarded += 1 }
    case .refused, .injected: break
    }
  }

  /// Adds a warning if the response may belong to another server, once for each request line.
  private func examine(_ request: Request, _ recording: RecordingBackend) {
    guard recording.isAmbiguous(request) else { return }
    let isNew = state.withLock { state in
      state.examined.count < Self.mostExamined && state.report.warnings.count < Self.mostWarnings
        && state.examined.insert("\(request.method.rawValue) \(request.target.raw)").inserted
    }
    guard isNew else { return }
    queue.async { [self] in
      guard let warning = recording.warning(about: request) else { return }
      state.withLock { $0.report.warnings.append(warning) }
    }
  }

  func report(unused: [String]) -> ServiceReport {
    queue.sync {}
    var report = state.withLock { $0.report }
    report.unused = unused
    return report
  }
}

/// The exchanges of a recording or a contract, and the entries that were not used.
struct ServiceReport: Sendable {
  /// A request to which the service had no response.
  struct Miss: Sendable {
    let explanation: String
    /// The nearest entries or interactions, with their differences.
    let nearest: [String]

    init(_ entry: JournalEntry) {
      explanation =
        entry.answer.response.json?["error"]?.string
        ?? "\(entry.request.method.rawValue) \(entry.request.target.raw)"
      nearest = entry.answer.nearMisses
    }
  }

  /// The number of requests with a response of the service, even if a fault plan damaged it, and the
  /// misses.
  fileprivate(set) var tally = RequestTally<Miss>()
  /// The number of requests that the upstream responded to.
  fileprivate(set) var forwarded = 0
  /// Warnings about responses that may belong to another server.
  fileprivate(set) var warnings: [String] = []
  fileprivate(set) var unused: [String] = []

  fileprivate init() {}

  /// The exit code of the command: 1 if a request missed.
  var exitCode: Int32 { tally.missCount == 0 ? 0 : 1 }

  /// Returns the report for people; `total` is such as `5 recorded`.
  func text(from total: String, problems: [String] = []) -> String {
    var lines = [
      "\(tally.served) answered from \(total), \(tally.missCount) missed, \(unused.count) unused"
    ]
    lines += warnings.map { "warning: \($0)" }
    lines += ReplayReport.listed(problems.map { "problem: \($0)" }, of: problems.count)
    lines += ReplayReport.listed(
      tally.misses.map {
        "missed: " + ([$0.explanation] + $0.nearest.map { "  \($0)" }).joined(separator: "\n")
      }, of: tally.missCount)
    lines += ReplayReport.listed(unused.map { "unused: \($0)" }, of: unused.count)
    return lines.joined(separator: "\n")
  }

  /// Returns the report for programs; `name` is the member with the total.
  func json(_ name: String, _ total: Int) -> JSONObject {
    [
      name: .integer(Int64(total)), "served": .integer(Int64(tally.served)),
      "missed": .integer(Int64(tally.missCount)),
      "misses": .array(tally.misses.map { .string($0.explanation) }),
      "unused": .array(unused.map(JSON.string)),
    ]
  }
}
