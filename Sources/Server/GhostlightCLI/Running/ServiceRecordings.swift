import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import HTTPTypes
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

  /// Adds the exchanges of a partial file, which a process that was killed left next to `path`, to
  /// the file at `path`.
  ///
  /// It does nothing if this process writes the partial file. Call it before files are read, because
  /// a service may replay the file.
  ///
  /// - Throws: ``PartialFileError`` with the remedy; the partial file is then unchanged.
  func recover(_ path: String) throws(PartialFileError) {
    try entries.withLock { entries throws(PartialFileError) in
      let partial = "\(path).partial"
      guard entries[path] == nil, FileStatus(partial) != nil else { return }
      let file = try PartialFile(claiming: partial)
      let recording = try file.recording()
      let isAdded: Bool
      do {
        isAdded = try Self.add(recording, to: path)
      } catch {
        // The reason was printed.
        throw .exists(path: partial)
      }
      file.remove()
      guard isAdded else { return }
      let count = recording.count
      Terminal.complain(
        "recovered \(count) \(count == 1 ? "exchange" : "exchanges") of \(partial) into \(path)")
    }
  }

  /// Adds the exchanges of a recorder that was killed to the file at `path`, unless the file ends
  /// with them.
  ///
  /// It does if the process was killed after it wrote the file, and before it removed the partial
  /// file.
  ///
  /// - Returns: Whether they were added.
  /// - Throws: `ExitCode`, after printing one line, if the file cannot be read or written.
  private static func add(_ recording: PartialRecording, to path: String) throws -> Bool {
    let earlier = FileStatus(path) == nil ? nil : try RecordingFile(path).recording()
    let marks = (0..<recording.count).compactMap { recording.exchange(at: $0)?.mark }
    let last = earlier?.exchanges.suffix(marks.count).map(\.mark) ?? []
    guard marks != last else { return false }
    try RecordingOutput(rules: .standard, replaces: true).write(recording, after: earlier, to: path)
    return true
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
      return upstream.recorded(into: recorder, as: change).ask(request, rest)
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
          now: { SystemTime.milliseconds() })
        entries[path] = .open(recording)
        return recording.recorder
      } catch {
        entries[path] = .failed
        Terminal.complain("\(error); the exchanges of this service are not recorded")
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
      do {
        let count = try recording.finish(
          addingTo: FileStatus(path) == nil ? nil : RecordingFile(path, code: 1).recording(),
          at: path, .standard)
        if count > 0 { Self.report(count, path, log) }
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

extension RecordedExchange {
  /// The parts of an exchange that redaction does not change, to compare those that were recorded with
  /// those in a file.
  fileprivate var mark: String {
    "\(startedMilliseconds) \(request.method) \(response.status.code)"
  }
}
