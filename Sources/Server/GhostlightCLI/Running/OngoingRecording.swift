import ArgumentParser
import GhostlightRecording
import GhostlightServer

/// A recording in progress, stored in `FILE.partial` until it is written as a HAR file.
///
/// It prints one line for each exchange.
struct OngoingRecording: Sendable {
  /// Records the exchanges into the partial file.
  let recorder: Recorder
  /// Prints one line per exchange, and counts the exchanges that were not recorded.
  let lines: RecordingLines
  private let partial: PartialFile

  /// Creates the partial file next to `output`.
  ///
  /// - Throws: `ExitCode` 1, after printing one line, if the file cannot be created.
  init(
    _ comment: String, besides output: String, _ format: OutputFormat,
    bodyBytes: Int = Recorder.bodyBytes, now: @escaping @Sendable () -> Int64
  ) throws {
    do throws(PartialFileError) {
      try self.init(
        comment, besides: output, printedBy: RecordingLines(format), bodyBytes: bodyBytes, now: now)
    } catch {
      Terminal.complain("\(error)")
      throw ExitCode.failure
    }
  }

  /// Creates the partial file next to `output`.
  ///
  /// - Throws: ``PartialFileError`` if the file cannot be created.
  init(
    _ comment: String, besides output: String, printedBy lines: RecordingLines,
    bodyBytes: Int = Recorder.bodyBytes, now: @escaping @Sendable () -> Int64
  ) throws(PartialFileError) {
    let path = "\(output).partial"
    partial = try PartialFile(making: path) { lines.report($0, of: path) }
    self.lines = lines
    recorder = Recorder(
      comment: comment, bodyBytes: bodyBytes, log: partial, observer: lines.report, now: now)
  }

  /// Writes the recording with the closure `write`, and then removes the partial file.
  ///
  /// - Throws: The error of `write`, after printing the path of the partial file, which is kept.
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

  /// Writes an earlier recording followed by the new exchanges to the file at `path`.
  ///
  /// Without new exchanges, the file is unchanged.
  ///
  /// - Returns: The number of new exchanges.
  /// - Throws: `ExitCode` 1, after printing lines with the remedy, if the file cannot be written.
  func finish(
    addingTo earlier: @autoclosure () throws -> Recording?, at path: String, _ rules: RedactionRules
  ) throws -> Int {
    let count = recorder.count
    guard count > 0 else {
      abandon()
      return 0
    }
    try finish { partial in
      try RecordingOutput(rules: rules, replaces: true)
        .write(partial, after: earlier(), to: path)
    }
    return count
  }

  /// Removes the partial file without writing the recording.
  func abandon() { partial.remove() }
}
