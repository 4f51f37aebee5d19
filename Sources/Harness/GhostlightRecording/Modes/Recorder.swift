public import GhostlightCore
public import HTTPTypes
import Synchronization

/// Records the exchanges that pass through responders, in memory or in a log.
///
/// Wrap a responder with `recorded(into:)`, let clients use it, and read ``recording``. Exchanges
/// are kept in the order in which they began. A body that streams is recorded while it passes, up
/// to a limit; a longer one passes whole and is recorded in part, which the note `_truncated`
/// states. Exchanges that break off are not recorded. Neither are responses that Ghostlight itself
/// sent because an upstream gave none. Several threads may use a recorder at once.
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
  /// The default limit for the recorded part of a body, in bytes: 16 MiB.
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

  /// Creates a recorder.
  ///
  /// - Parameters:
  ///   - comment: The comment of the recording.
  ///   - bodyBytes: The maximum number of bytes of a body that are recorded.
  ///   - log: Receives exchanges while they take place; no exchange is then kept in memory.
  ///   - observer: Called on any thread when an exchange was recorded or left out.
  ///   - now: Returns milliseconds since 1970; called at the start and at the end of an exchange.
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

  /// The recorded exchanges that are in memory; exchanges in progress are not included.
  public var recording: Recording {
    let entries = state.withLock { $0.entries }
    return Recording(
      entries.sorted { $0.ticket < $1.ticket }.map(\.exchange), comment: comment)
  }

  /// The number of exchanges that were recorded.
  public var count: Int { state.withLock { $0.ended } }

  /// Removes all exchanges from memory.
  public func removeAll() { state.withLock { ($0.entries, $0.ended) = ([], 0) } }

  /// Starts a record for a request that arrived.
  func begin(_ request: Request, isWhole: Bool) -> ExchangeRecord {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    return ExchangeRecord(request, number: number, at: now(), isWhole: isWhole, in: self)
  }

  /// The current time in milliseconds since 1970.
  var time: Int64 { now() }

  /// Whether bodies are kept in memory, not in a log.
  var keepsBodies: Bool { log == nil }

  /// Writes frames to the log, if there is one.
  ///
  /// - Returns: Whether they were written, or there is no log.
  @discardableResult
  func write(_ frames: [PartialFrame]) -> Bool {
    guard let log, !frames.isEmpty else { return true }
    return log.append(PartialFrame.bytes(of: frames))
  }

  /// Stores a complete exchange and reports it to the observer.
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

  /// Reports a request that the recorded responder did not process, with the reason.
  public func leaveOut(_ request: Request, because reason: String) {
    begin(request, isWhole: true).breakOff(reason)
  }

  /// Reports an exchange that is not recorded.
  func leaveOut(_ request: Request, _ reason: String) { observer(.leftOut(request, reason)) }
}

/// The destination for exchanges that a recorder writes while they take place.
///
/// Implement it to keep long recordings in a file instead of in memory. A ``PartialRecording``
/// reads the bytes back, also after a crash. The recorder calls it on several threads at once.
public protocol RecordingLog: Sendable {
  /// Appends all of the bytes or none, and returns whether that succeeded; called on any thread.
  func append(_ bytes: [UInt8]) -> Bool
}

/// The outcome of an exchange that passed through a recorder.
///
/// A ``Recorder`` passes one to its observer for each exchange, on any thread. Use them to show
/// progress and to explain what a recording does not contain.
public enum RecorderEvent: Sendable {
  /// The exchange was recorded; a recording may have fewer bytes than passed.
  case recorded(
    Request, HTTPResponse.Status, requestBytes: Int, responseBytes: Int, milliseconds: Double)
  /// The exchange was not recorded, for this reason.
  case leftOut(Request, String)
}

extension Responder {
  /// Returns a responder that responds like this one and records each exchange.
  ///
  /// Bodies that stream are passed on as they arrive.
  public func recorded(into recorder: Recorder) -> Responder {
    var recorded = Responder(name: name) { request in
      let record = recorder.begin(request, isWhole: true)
      record.open()
      return record.answered(await respond(request))
    }
    if let respondNow {
      recorded.respondNow = { request in
        let record = recorder.begin(request, isWhole: true)
        return record.answered(respondNow(request))
      }
    }
    if let respondStreaming {
      recorded.respondStreaming = { request, body in
        let record = recorder.begin(request, isWhole: body == nil)
        let upload = body.map { BodyStream(awaiting: RecordedBody($0, record, isRequest: true)) }
        let response = respondStreaming(request, upload)
        return DeferredResponse(
          begin: { executor, completion in
            response.begin(executor) { completion(record.answered($0)) }
            // An upstream may already be working in the meantime.
            record.open()
          },
          cancel: {
            record.breakOff("the client left before it was answered")
            response.cancel()
          })
      }
    }
    return recorded
  }

  /// Returns a responder that replays a recording with the standard matcher, each exchange once.
  ///
  /// Create a ``Replayer`` instead if you need its report.
  public static func replay(_ recording: Recording) -> Responder {
    Replayer(recording).responder
  }
}
