import ArgumentParser
import GhostlightCore
import GhostlightRecording
import GhostlightServer

/// What a replay had no answer to, recorded from someone else behind what there was.
struct MissRecording {
  /// Who answers instead.
  let target: DiffTarget
  private let path: String
  private let earlier: Recording
  private let recorder: Recorder
  private let partial: PartialFile
  private let lines: RecordingLines

  /// Opens the file beside `path` that exchanges are written to as they come.
  ///
  /// - Throws: `ExitCode` 1 where that cannot be, after one line.
  init(
    from target: DiffTarget, into path: String, after earlier: Recording, _ format: OutputFormat
  ) throws {
    self.target = target
    self.path = path
    self.earlier = earlier
    lines = RecordingLines(format)
    partial = try PartialFile.open(besides: path, lines)
    recorder = Recorder(
      comment: "Recorded from \(target.responder.name).", log: partial, observer: lines.note,
      now: target.clock)
  }

  /// Answers what is not recorded, and records it.
  var responder: Responder {
    let recorded = target.addressing(target.responder.recorded(into: recorder))
    guard let upstream = target.upstream else { return recorded }
    return upstream.rewritingLinks(of: recorded).refusingWebSockets(notedBy: recorder)
  }

  /// Writes the recording anew, with what was recorded; answers how many exchanges that was.
  ///
  /// - Throws: `ExitCode` 1 where that does not work, after the lines that say what to do.
  func finish(_ rules: RedactionRules) throws -> Int {
    lines.finish()
    let count = recorder.count
    guard count > 0 else {
      partial.remove()
      return 0
    }
    do {
      guard let recording = PartialRecording(reading: partial) else { throw ExitCode.failure }
      try RecordingOutput(rules: rules).write(recording, after: earlier, to: path)
    } catch {
      Terminal.complain(
        "what was recorded is in \(partial.path) still: `ghostlight recordings recover "
          + "\(partial.path) -o FILE` writes it")
      throw error
    }
    partial.remove()
    return count
  }

  /// Leaves the recording as it was.
  func abandon() { partial.remove() }
}
