package import GhostlightCore
package import GhostlightRecording
import HTTPTypes

/// One scenario, played where the service is in process, behind a socket, or in a recording.
package protocol ThreeExecutors: Sendable {
  associatedtype Scenario: Scripted
  var scenario: Scenario { get }
  init(scenario: Scenario)

  /// When all begins, in milliseconds since 1970.
  static var opening: Int64 { get }
  /// What keeps secrets out of a recording.
  static var redactor: Redactor { get }

  /// Plays on a stage in this process, whose exchanges the recorder keeps.
  func inProcess(_ recorder: Recorder) async throws -> Scenario.Outcome
  /// Plays against a server on a port of its own.
  func overHTTP() async throws -> Scenario.Outcome
  /// Plays where a recording answers.
  func fromRecording(_ responder: Responder) async throws -> Scenario.Outcome
}

extension ThreeExecutors {
  package static var redactor: Redactor { Redactor() }

  /// Plays in this process, whatever the app is told.
  package func play() async throws { _ = try await inProcess(Recorder { Self.opening }) }

  /// What the app is told there.
  ///
  /// - Throws: ``ExecutorError`` where a recording is not used up or does not fit, with the report.
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

  /// What passes on a stage in this process, as a file without secrets.
  package func recording() async throws -> Recording {
    let recorder = Recorder { Self.opening }
    _ = try await inProcess(recorder)
    let document = HARDocument(Self.redactor.redact(recorder.recording))
    return try Recording(HARDocument(reading: document.bytes, named: scenario.description))
  }

  /// What recordings of scenarios tell that nobody should know.
  package static func secrets(in scenarios: [Scenario]) async throws -> [LintFinding] {
    var findings: [LintFinding] = []
    for scenario in scenarios {
      let document = HARDocument(try await Self(scenario: scenario).recording())
      findings += RedactionLint().findings(in: try JSON.parse(document.bytes))
    }
    return findings
  }

  /// What the requests of scenarios are called, each once: a name, after the method and a space.
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
