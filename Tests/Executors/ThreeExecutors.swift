package import GhostlightCore
package import GhostlightRecording
import HTTPTypes

/// A scenario that can be run in process, over HTTP, and with a recording.
package protocol ThreeExecutors: Sendable {
  associatedtype Scenario: Scripted
  var scenario: Scenario { get }
  init(scenario: Scenario)

  /// The time at the start of each run, in milliseconds since 1970.
  static var opening: Int64 { get }
  /// The redactor that removes secrets from the recording of a run.
  static var redactor: Redactor { get }

  /// Runs the scenario on a stage in the test process, and records its exchanges.
  func inProcess(_ recorder: Recorder) async throws -> Scenario.Outcome
  /// Runs the scenario with a stage that a server serves on its own port.
  func overHTTP() async throws -> Scenario.Outcome
  /// Runs the scenario with `responder`, which replays a recording.
  func fromRecording(_ responder: Responder) async throws -> Scenario.Outcome
}

extension ThreeExecutors {
  package static var redactor: Redactor { Redactor() }

  /// Runs the scenario in the test process and ignores its outcome.
  package func play() async throws { _ = try await inProcess(Recorder { Self.opening }) }

  /// Runs the scenario with one kind of executor and returns the outcome.
  ///
  /// - Throws: ``ExecutorError`` with the replay's report if a request matches no entry of the
  ///   recording, or an entry is not used.
  package func outcome(_ executor: Executor) async throws -> Scenario.Outcome {
    switch executor {
    case .inProcess: return try await inProcess(Recorder { Self.opening })
    case .overHTTP: return try await overHTTP()
    case .fromRecording:
      let recording = try await recording()
      let replayer = Replayer(recording, normalise: Self.redactor.normaliser(for: recording))
      let outcome = try await fromRecording(replayer.responder)
      guard replayer.report.isClean else { throw ExecutorError("\(replayer.report)") }
      return outcome
    }
  }

  /// Returns a redacted recording of a run in the test process.
  package func recording() async throws -> Recording {
    let recorder = Recorder { Self.opening }
    _ = try await inProcess(recorder)
    let document = HARDocument(Self.redactor.redact(recorder.recording))
    return try Recording(HARDocument(reading: document.bytes, named: scenario.description))
  }

  /// Returns the secrets that the recordings of scenarios contain although they are redacted.
  package static func secrets(in scenarios: [Scenario]) async throws -> [LintFinding] {
    var findings: [LintFinding] = []
    for scenario in scenarios {
      let document = HARDocument(try await Self(scenario: scenario).recording())
      findings += RedactionLint().findings(in: try JSON.parse(document.bytes))
    }
    return findings
  }

  /// Returns the distinct calls in the recordings of scenarios, each as the method and a name,
  /// separated by a space.
  package static func calls(
    of scenarios: [Scenario], named name: (RequestTarget) -> String
  ) async throws -> Set<String> {
    var calls: Set<String> = []
    for scenario in scenarios {
      for exchange in try await Self(scenario: scenario).recording().exchanges {
        calls.insert("\(exchange.request.method.rawValue) \(name(exchange.request.target))")
      }
    }
    return calls
  }
}
