import GhostlightCore
import GhostlightRecording

/// Who answers a test with a recording, and what is said in the end.
struct RecordedPerformance: Sendable {
  let responder: Responder
  /// What the recording had no answer to.
  var misses: @Sendable () -> [String] = { [] }
  /// What there is to say after a test that came to its end.
  var end: @Sendable () -> [String] = { [] }

  /// The upstream, or a spy before it; nothing is said.
  static func live(_ upstream: Responder) -> RecordedPerformance {
    RecordedPerformance(responder: upstream)
  }

  /// The recording alone.
  static func strict(_ replayer: Replayer, named name: String) -> RecordedPerformance {
    var responder = replayer.responder
    responder.name = name
    var performance = RecordedPerformance(responder: responder)
    performance.misses = { replayer.report.missed }
    performance.end = {
      let report = replayer.report
      return report.problems + report.missed
        + report.unused.map { "nobody asked for \($0); record it anew" }
    }
    return performance
  }

  /// The upstream, written down in the end.
  static func recording(
    from upstream: Responder, to file: RecordingFile, _ clock: @escaping @Sendable () -> Int64,
    _ rules: RedactionRules
  ) -> RecordedPerformance {
    let recorder = Recorder(comment: "Recorded from \(upstream.name).", now: clock)
    var performance = RecordedPerformance(responder: upstream.recorded(into: recorder))
    performance.end = {
      do throws(RecordingProblem) {
        try file.write(Redactor(rules).redact(recorder.recording))
        return []
      } catch {
        return [error.description]
      }
    }
    return performance
  }
}

extension ReplayReport {
  /// A text for each miss, and one for those that are not told.
  fileprivate var missed: [String] {
    let untold = missCount - misses.count
    return misses.map(\.description) + (untold > 0 ? ["and \(untold) more misses"] : [])
  }
}
