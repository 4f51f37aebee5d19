public import GhostlightCore
public import HTTPTypes
import Synchronization

/// Keeps what passes through responders, in memory or in a log.
///
/// May be used by many threads at once; exchanges are kept in the order in which they began. Bodies
/// that stream are kept as they pass, up to a limit; what is longer passes whole and is kept in
/// part, which the note `_truncated` says. An answer of our own that stands for that of an upstream
/// that gave none is not kept, nor is an exchange that breaks off.
public final class Recorder: Sendable {
  /// Bytes of a body that are kept unless told otherwise: 16 MiB.
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

  /// Makes a recorder that reads its clock, in milliseconds since 1970, at both ends of an exchange.
  ///
  /// With a `log`, exchanges are written there while they go on, and none is kept in memory. The
  /// observer is told, on any thread, what becomes of each.
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

  /// What has been answered so far and is in memory; exchanges under way are not in it yet.
  public var recording: Recording {
    let entries = state.withLock { $0.entries }
    return Recording(
      entries.sorted { $0.ticket < $1.ticket }.map(\.exchange), comment: comment)
  }

  /// How many exchanges have been answered so far.
  public var count: Int { state.withLock { $0.ended } }

  /// Forgets all exchanges that are in memory.
  public func removeAll() { state.withLock { ($0.entries, $0.ended) = ([], 0) } }

  /// Takes down that a request came.
  func begin(_ request: Request, isWhole: Bool) -> ExchangeRecord {
    let number = state.withLock { state in
      state.begun += 1
      return state.begun
    }
    return ExchangeRecord(request, number: number, at: now(), isWhole: isWhole, in: self)
  }

  /// Milliseconds since 1970.
  var time: Int64 { now() }

  /// Whether bodies are kept here, and not in a log.
  var keepsBodies: Bool { log == nil }

  /// Writes frames to the log, where there is one.
  ///
  /// - Returns: Whether they are there.
  @discardableResult
  func write(_ frames: [PartialFrame]) -> Bool {
    guard let log, !frames.isEmpty else { return true }
    return log.append(PartialFrame.bytes(of: frames))
  }

  /// Takes an exchange that is complete.
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

  /// Takes notice of a request that is not answered by whom is recorded.
  public func leaveOut(_ request: Request, because reason: String) {
    begin(request, isWhole: true).breakOff(reason)
  }

  /// Takes notice of an exchange that is not kept.
  func leaveOut(_ request: Request, _ reason: String) { observer(.leftOut(request, reason)) }
}

/// Where a recorder writes exchanges while they go on.
public protocol RecordingLog: Sendable {
  /// Appends bytes at once, all or none, and says whether that worked; called by many threads.
  func append(_ bytes: [UInt8]) -> Bool
}

/// What becomes of an exchange that passes a recorder.
public enum RecorderEvent: Sendable {
  /// It is kept; so many bytes passed, of which a recording may have fewer.
  case recorded(
    Request, HTTPResponse.Status, requestBytes: Int, responseBytes: Int, milliseconds: Double)
  /// It is not kept, for a reason.
  case leftOut(Request, String)
}

extension Responder {
  /// Answers as before, and keeps each exchange in a recorder.
  ///
  /// Where bodies stream, they pass as they come.
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
            // An upstream is at work meanwhile.
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

  /// Answers from a recording only, with the matcher's default and each exchange once.
  ///
  /// Keep a ``Replayer`` instead where its report is wanted.
  public static func replay(_ recording: Recording) -> Responder {
    Replayer(recording).responder
  }
}
