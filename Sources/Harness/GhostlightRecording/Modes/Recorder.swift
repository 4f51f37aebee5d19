public import GhostlightCore
public import HTTPTypes
import Synchronization

/// Records the exchanges that pass through responders, in memory or in a log.
///
/// Wrap a responder with `recorded(into:)`, let clients use it, and read ``recording``. Exchanges
/// are kept in the order in which they began. A streamed body is recorded while it is passed on, up
/// to a limit. A longer body is passed on completely but recorded only in part, and the note
/// `_truncated` has its size. Interrupted exchanges are not recorded. Neither are responses that
/// Ghostlight itself sent because an upstream server did not respond. Several threads may use a
/// recorder at once.
///
/// ```swift
/// import GhostlightCore
/// import GhostlightRecording
/// import HTTPTypes
///
/// func record(_ backend: Responder, _ now: @escaping @Sendable () -> Int64) async -> Recording {
///   let recorder = Recorder(comment: "login", now: now)
///   let recorded = backend.recorded(into: recorder)
///   _ = await recorded.respond(Request(.get, "/listapi"))
///   return recorder.recording
/// }
/// ```
public final class Recorder: Sendable {
  /// The default maximum number of bytes that are recorded of each body: 16 MiB.
  public static let bodyBytes = 16 << 20

  private struct Entry: Sendable {
    let ticket: Int
    let exchange: RecordedExchange
  }

  private struct State: Sendable {
    var begun = 0
    var ended = 0
    var entries: [Entry] = []
  }

  let bodyLimit: Int
  private let now: @Sendable () -> Int64
  private let comment: String?
  private let log: (any RecordingLog)?
  private let observer: @Sendable (RecorderEvent) -> Void
  private let state = Mutex(State())

  /// Creates a recorder that has not recorded any exchange yet.
  ///
  /// - Parameters:
  ///   - comment: The comment of the recording, for people; `nil` for none.
  ///   - bodyBytes: The maximum number of bytes that are recorded of each body.
  ///   - log: Receives exchanges while they take place. With a log, no exchange is kept in memory.
  ///   - observer: Called on any thread for each exchange that was recorded or left out.
  ///   - now: Returns milliseconds since 1970. Called at the start and at the end of each exchange.
  public init(
    comment: String? = nil, bodyBytes: Int = Recorder.bodyBytes, log: (any RecordingLog)? = nil,
    observer: @escaping @Sendable (RecorderEvent) -> Void = { _ in },
    now: @escaping @Sendable () -> Int64
  ) {
    self.now = now
    self.comment = comment
    self.log = log
    self.observer = observer
    bodyLimit = max(0, bodyBytes)
    let opening: JSONObject = comment.map { ["comment": .string($0)] } ?? [:]
    write([PartialFrame(.file, of: 0, opening)])
  }

  /// The complete exchanges that are in memory; empty if the recorder has a log.
  public var recording: Recording {
    let entries = state.withLock { $0.entries }
    return Recording(
      entries.sorted { $0.ticket < $1.ticket }.map(\.exchange), comment: comment)
  }

  /// The same exchanges in the order in which they ended, so that new ones come last.
  package var recordingByEnds: Recording {
    Recording(state.withLock { $0.entries }.map(\.exchange), comment: comment)
  }

  /// The number of exchanges recorded since the start or the last ``removeAll()``.
  public var count: Int { state.withLock { $0.ended } }

  /// Removes all exchanges from memory and sets ``count`` to 0.
  public func removeAll() { state.withLock { ($0.entries, $0.ended) = ([], 0) } }

  /// Begins the record of a request that has arrived; `isWhole` says whether its body is complete.
  func begin(_ request: Request, isWhole: Bool) -> ExchangeRecord {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    return ExchangeRecord(request, number: number, at: now(), isWhole: isWhole, in: self)
  }

  /// The current time in milliseconds since 1970.
  var time: Int64 { now() }

  /// Whether bodies are kept in memory because there is no log.
  var keepsBodies: Bool { log == nil }

  /// Writes frames to the log, if there is one.
  ///
  /// - Returns: `false` if the log could not write the frames, otherwise `true`.
  @discardableResult
  func write(_ frames: [PartialFrame]) -> Bool {
    guard let log, !frames.isEmpty else { return true }
    return log.append(PartialFrame.bytes(of: frames))
  }

  /// Stores a complete exchange, unless there is a log, and reports it to the observer.
  func end(_ number: Int, _ exchange: RecordedExchange, requestBytes: Int, responseBytes: Int) {
    let isKept = keepsBodies
    state.withLock { state in
      state.ended += 1
      if isKept { state.entries.append(Entry(ticket: number, exchange: exchange)) }
    }
    observer(
      .recorded(
        exchange.request, exchange.response.status, requestBytes: requestBytes,
        responseBytes: responseBytes, milliseconds: exchange.durationMilliseconds))
  }

  /// Reports to the observer that an exchange was not recorded.
  func skip(_ request: Request, _ reason: String) { observer(.leftOut(request, reason)) }
}

/// The destination for exchanges that a recorder writes while they take place.
///
/// Implement it to write long recordings to a file instead of keeping them in memory. A
/// ``PartialRecording`` reads the bytes back, even after a crash. The recorder calls it on several
/// threads at once.
public protocol RecordingLog: Sendable {
  /// Appends either all bytes or none, and returns whether they were appended; called on any
  /// thread.
  func append(_ bytes: [UInt8]) -> Bool
}

/// The outcome of one exchange that passed through a recorder.
///
/// A ``Recorder`` calls its observer with one event for each exchange, on any thread. Use the
/// events to show progress, and to explain why an exchange is missing from a recording.
public enum RecorderEvent: Sendable {
  /// The exchange was recorded.
  ///
  /// The byte counts are those of the complete bodies, even if only parts of them were recorded.
  case recorded(
    Request, HTTPResponse.Status, requestBytes: Int, responseBytes: Int, milliseconds: Double)
  /// The exchange was not recorded; the string is the reason.
  case leftOut(Request, String)
}

extension Responder {
  /// Returns a responder that responds like this one and records each exchange.
  ///
  /// Streamed bodies are passed on while they arrive.
  ///
  /// - Parameters:
  ///   - recorder: The recorder of the exchanges.
  ///   - change: Returns the request to record, whose body is only the beginning of a streamed
  ///     body. By default, it is the request that this responder gets.
  /// - Returns: The recording responder.
  public func recorded(
    into recorder: Recorder, as change: @escaping @Sendable (Request) -> Request = { $0 }
  ) -> Responder {
    Responder(name: name, streamsBodies: streamsBodies) { [ask] request, body in
      let record = recorder.begin(change(request), isWhole: body == nil)
      let upload = body.map { BodyStream(awaiting: RecordedBody($0, record, isRequest: true)) }
      switch ask(request, upload) {
      case .answered(let response): return .answered(record.answered(response))
      case .deferred(let response):
        return .deferred(
          DeferredResponse(
            waits: response.waits,
            begin: { executor, completion in
              response.begin(executor) { completion(record.answered($0)) }
              // An upstream server may already be processing the request.
              record.open()
            },
            cancel: {
              record.abort("the client disconnected before the response")
              response.cancel()
            }))
      }
    }
  }

  /// Returns a responder that replays a recording with the standard matcher, each exchange once.
  ///
  /// Create a ``Replayer`` instead to read its report.
  public static func replay(_ recording: Recording) -> Responder {
    Replayer(recording).responder
  }
}
