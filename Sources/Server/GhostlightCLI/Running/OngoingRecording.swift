import ArgumentParser
import GhostlightRecording
import GhostlightServer

/// A recording under way, in `FILE.partial` until it is written as a HAR file, with a line on the
/// terminal for each exchange.
struct OngoingRecording {
  /// What takes the exchanges down.
  let recorder: Recorder
  /// How many exchanges were not recorded, and why each was not, is printed by these.
  let lines: RecordingLines
  private let partial: PartialFile

  /// Makes the file that is written meanwhile, beside `output`.
  ///
  /// - Throws: `ExitCode` 1 where that cannot be, after one line.
  init(
    _ comment: String, besides output: String, _ format: OutputFormat,
    bodyBytes: Int = Recorder.bodyBytes, now: @escaping @Sendable () -> Int64
  ) throws {
    let lines = RecordingLines(format)
    let path = "\(output).partial"
    do throws(PartialFileError) {
      partial = try PartialFile(making: path) { lines.note($0, of: path) }
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode.failure
    }
    self.lines = lines
    recorder = Recorder(
      comment: comment, bodyBytes: bodyBytes, log: partial, observer: lines.note, now: now)
  }

  /// Has `write` make a HAR file of what was recorded; until that is done, the other is kept.
  ///
  /// - Throws: What `write` throws, after a line that says where everything is still.
  func finish(_ write: (PartialRecording) throws -> Void) throws {
    lines.finish()
    do {
      guard let recording = PartialRecording(reading: partial) else { throw ExitCode.failure }
      try write(recording)
    } catch {
      Terminal.complain(
        "everything is in \(partial.path) still: `ghostlight recordings recover \(partial.path) -o "
          + "FILE` writes it")
      throw error
    }
    partial.remove()
  }

  /// Leaves nothing behind.
  func abandon() { partial.remove() }
}
