import GhostlightCore
import GhostlightRecording
import GhostlightServer
import Synchronization

/// The HAR files to which the services of a configuration record their upstreams.
///
/// Each file has one recorder, also if several services name it and if `--watch` reads the
/// configuration again. A recorder is opened with the first exchange, so that a command that fails
/// earlier leaves no partial file behind. Call ``finish(_:)`` when no exchange is in progress.
final class ServiceRecordings: Sendable {
  private enum Entry: Sendable {
    case open(OngoingRecording)
    /// The partial file could not be created, and the reason was printed.
    case failed
  }

  private let entries = Mutex<[String: Entry]>([:])

  /// Checks that no earlier recording left a partial file next to `path`.
  ///
  /// - Throws: ``PartialFileError`` with the remedy.
  func check(_ path: String) throws(PartialFileError) {
    guard entries.withLock({ $0[path] }) == nil else { return }
    let partial = "\(path).partial"
    if FileStatus(partial) != nil { throw .exists(path: partial) }
  }

  /// Returns a responder that responds like `upstream`, and records into the file at `path`.
  ///
  /// - Parameters:
  ///   - upstream: The responder to record.
  ///   - path: The path of the HAR file.
  ///   - change: Returns the request to record for a request that `upstream` gets.
  /// - Returns: The recording responder.
  func recorded(
    _ upstream: Responder, to path: String, as change: @escaping @Sendable (Request) -> Request
  ) -> Responder {
    Responder(name: upstream.name, streamsBodies: upstream.streamsBodies) {
      [self] request, rest in
      guard let recorder = recorder(of: path, upstream.name) else {
        return upstream.ask(request, rest)
      }
      return upstream.recorded(into: recorder, as: change).refusingWebSockets(notedBy: recorder)
        .ask(request, rest)
    }
  }

  /// Returns the recorder of a file, or `nil` after printing why it cannot be created.
  private func recorder(of path: String, _ upstream: String) -> Recorder? {
    entries.withLock { entries in
      if case .open(let known)? = entries[path] { return known.recorder }
      guard entries[path] == nil else { return nil }
      do throws(PartialFileError) {
        // The log of the server has a line for each exchange already.
        let recording = try OngoingRecording(
          "Recorded from \(upstream).", besides: path, printedBy: RecordingLines(.json),
          now: { AuthorityFolder.nowMilliseconds })
        entries[path] = .open(recording)
        return recording.recorder
      } catch {
        entries[path] = .failed
        Terminal.complain("\(error); what passes is not recorded")
        return nil
      }
    }
  }

  /// Writes each file: the exchanges that it has, followed by those that were recorded.
  ///
  /// - Parameter log: The format of a line for each file; `nil` prints none.
  /// - Returns: Whether everything was recorded; otherwise the problem was printed.
  func finish(_ log: OutputFormat?) -> Bool {
    var isComplete = true
    for (path, entry) in entries.withLock({ $0 }).sorted(by: { $0.key < $1.key }) {
      guard case .open(let recording) = entry else {
        isComplete = false
        continue
      }
      let count = recording.recorder.count
      guard count > 0 else {
        recording.abandon()
        continue
      }
      do {
        try recording.finish { partial in
          let earlier =
            FileStatus(path) == nil ? nil : try RecordingFile(path, code: 1).recording()
          try RecordingOutput(rules: .standard, replaces: true)
            .write(partial, after: earlier, to: path)
        }
        Self.report(count, path, log)
      } catch {
        isComplete = false
      }
    }
    return isComplete
  }

  private static func report(_ count: Int, _ path: String, _ log: OutputFormat?) {
    switch log {
    case nil: break
    case .text:
      Terminal.report("\(count) \(count == 1 ? "exchange" : "exchanges") added to \(path)")
    case .json:
      let line: JSON = ["added": .integer(Int64(count)), "file": .string(path)]
      Terminal.report(line.description)
    }
  }
}
