import GhostlightCore
import HTTPTypes
import Synchronization

/// The state of an exchange while a recorder records it.
///
/// The record ends when both bodies have been passed on completely, just before the client sees the
/// end of the response. A client that has received a whole response therefore finds the exchange in
/// the recording.
final class ExchangeRecord: Sendable {
  private struct State {
    var request: Request
    var response: Response?
    var requestBytes: Int
    var responseBytes = 0
    /// The number of bytes that the response's `Content-Length` announces; `nil` if unknown.
    var announcedBytes: Int?
    var isRequestComplete: Bool
    var isResponseComplete = false
    var isOver = false
    /// The frames with the part of the request that was received first; they are written before all
    /// other frames.
    var opening: [PartialFrame] = []
    /// Whether writing to the log failed; such an exchange is not recorded.
    var isLost = false
  }

  private let recorder: Recorder
  private let number: Int
  private let startedMilliseconds: Int64
  private let state: Mutex<State>

  /// Begins a record with the received part of a request; `isWhole` says whether that is all of it.
  ///
  /// Nothing is written until ``open()`` is called or there are further frames to write.
  init(_ request: Request, number: Int, at time: Int64, isWhole: Bool, in recorder: Recorder) {
    self.recorder = recorder
    self.number = number
    startedMilliseconds = time
    let body = request.body
    var head = request
    head.body = []
    state = Mutex(State(request: head, requestBytes: 0, isRequestComplete: isWhole))
    let opening = PartialFrame(
      .request, of: number, PartialHead.json(head, startedMilliseconds: time))
    state.withLock { state in
      state.opening = [opening] + store(body, ofRequest: true, &state)
    }
  }

  /// Writes the received part of the request, if it has not been written yet.
  func open() { state.withLock { write([], &$0) } }

  deinit { abort("the client disconnected before the response") }

  /// Records the response and returns the response to send, whose body stream is recorded while it
  /// is read.
  func answered(_ response: Response) -> Response {
    if let failure = response.upstreamFailure {
      abort(failure)
      return response
    }
    var response = response
    let isBodiless =
      state.withLock { $0.request.method == .head }
      || [101, 204, 304].contains(response.status.code)
    let stream = isBodiless ? nil : response.stream
    let ended = state.withLock { state -> Ended? in
      guard !state.isOver else { return nil }
      var head = response
      (head.body, head.stream) = ([], nil)
      state.response = head
      state.announcedBytes =
        stream == nil ? nil : response.headers[.contentLength].flatMap(Int.init)
      let frame = PartialFrame(.response, of: number, PartialHead.json(head))
      return append(
        [frame] + store(response.body, ofRequest: false, &state), isComplete: stream == nil, &state)
    }
    if let ended { report(ended) }
    if let stream {
      response.stream = BodyStream(awaiting: RecordedBody(stream, self, isRequest: false))
    }
    return response
  }

  /// Records the next result of a body stream: bytes, `nil` for the end, or an interruption.
  func passed(_ piece: Result<[UInt8]?, BodyInterruption>, ofRequest: Bool) {
    switch piece {
    case .failure(let interruption): abort(interruption.reason)
    case .success(let bytes):
      let ended = state.withLock { state -> Ended? in
        guard !state.isOver else { return nil }
        if ofRequest {
          state.isRequestComplete = state.isRequestComplete || bytes == nil
          return append(store(bytes ?? [], ofRequest: true, &state), isComplete: false, &state)
        }
        let frames = store(bytes ?? [], ofRequest: false, &state)
        let isComplete = bytes == nil || state.responseBytes == state.announcedBytes
        return append(frames, isComplete: isComplete, &state)
      }
      if let ended { report(ended) }
    }
  }

  /// Records that the reader of a body stream has cancelled it.
  ///
  /// If the server responds before it has read the whole request, it does not need the rest of the
  /// request. An event stream has no end of its own, so it is complete when its client closes it.
  func cancelled(ofRequest: Bool) {
    let (ended, isEnough) = state.withLock { state -> (Ended?, Bool) in
      guard !state.isOver else { return (nil, true) }
      if ofRequest { state.isRequestComplete = true }
      let isStream = state.response.map(Self.isEventStream) ?? false
      guard ofRequest || isStream else { return (nil, false) }
      return (append([], isComplete: !ofRequest, &state), true)
    }
    if let ended { report(ended) }
    if !isEnough {
      abort(
        "the client disconnected, or stopped reading for too long, before the end of the response")
    }
  }

  /// Ends the record of an exchange that cannot be completed.
  func abort(_ reason: String) {
    let request = state.withLock { state -> Request? in
      guard !state.isOver else { return nil }
      state.isOver = true
      write([PartialFrame(.incomplete, of: number, ["reason": .string(reason)])], &state)
      return state.request
    }
    if let request { recorder.skip(request, reason) }
  }

  private static func isEventStream(_ response: Response) -> Bool {
    response.headers[.contentType]?.lowercased().hasPrefix("text/event-stream") ?? false
  }
}

extension ExchangeRecord {
  /// A complete exchange, to be reported to the recorder.
  private struct Ended {
    let exchange: RecordedExchange
    let requestBytes: Int
    let responseBytes: Int
    let isLost: Bool
  }

  /// Stores the bytes of a body up to the limit; returns the frames to write if bodies go to a log.
  private func store(_ bytes: [UInt8], ofRequest: Bool, _ state: inout State) -> [PartialFrame] {
    let before = ofRequest ? state.requestBytes : state.responseBytes
    if ofRequest { state.requestBytes += bytes.count } else { state.responseBytes += bytes.count }
    let rest = recorder.bodyLimit - before
    guard rest > 0, !bytes.isEmpty else { return [] }
    let kept = bytes.count <= rest ? bytes : Array(bytes.prefix(rest))
    guard recorder.keepsBodies else {
      return PartialFrame.body(ofRequest ? .requestBody : .responseBody, of: number, kept)
    }
    if ofRequest { state.request.body += kept } else { state.response?.body += kept }
    return []
  }

  /// Writes frames; also ends the record if request and response are complete.
  private func append(
    _ frames: [PartialFrame], isComplete: Bool, _ state: inout State
  ) -> Ended? {
    state.isResponseComplete = state.isResponseComplete || isComplete
    guard state.isRequestComplete, state.isResponseComplete, let response = state.response else {
      write(frames, &state)
      return nil
    }
    state.isOver = true
    let exchange = RecordedExchange(
      state.request, response, startedMilliseconds: startedMilliseconds,
      durationMilliseconds: Double(max(0, recorder.time - startedMilliseconds)),
      notes: notes(state))
    let end = PartialFrame(
      .end, of: number,
      [
        "duration": HARNumber.print(exchange.durationMilliseconds),
        "notes": .object(exchange.notes),
      ])
    write(frames + [end], &state)
    return Ended(
      exchange: exchange, requestBytes: state.requestBytes, responseBytes: state.responseBytes,
      isLost: state.isLost)
  }

  private func write(_ frames: [PartialFrame], _ state: inout State) {
    let opening = state.opening
    state.opening = []
    guard !state.isLost, !recorder.write(opening.isEmpty ? frames : opening + frames) else {
      return
    }
    state.isLost = true
  }

  /// Returns the note about what is not recorded: the messages of a WebSocket, and the rest of bodies
  /// that were cut at the limit; empty if everything is.
  private func notes(_ state: State) -> JSONObject {
    if state.response?.status == .switchingProtocols {
      return [
        "comment": "The messages of this WebSocket are not recorded, so it cannot be replayed."
      ]
    }
    var whole: JSONObject = [:]
    if state.requestBytes > recorder.bodyLimit {
      whole["request"] = .integer(Int64(state.requestBytes))
    }
    if state.responseBytes > recorder.bodyLimit {
      whole["response"] = .integer(Int64(state.responseBytes))
    }
    guard !whole.isEmpty else { return [:] }
    let names = whole.keys.joined(separator: " and ")
    return [
      "comment": .string(
        "The body of the \(names) is cut off after \(recorder.bodyLimit) bytes; _truncated has its "
          + "whole length in bytes."), "_truncated": .object(whole),
    ]
  }

  private func report(_ ended: Ended) {
    guard !ended.isLost else {
      return recorder.skip(ended.exchange.request, "it could not be written")
    }
    recorder.end(
      number, ended.exchange, requestBytes: ended.requestBytes, responseBytes: ended.responseBytes)
  }
}

/// The source of a body stream that passes on another stream and records its bytes.
final class RecordedBody: AwaitedBodySource {
  private let stream: BodyStream
  private let record: ExchangeRecord
  private let isRequest: Bool

  init(_ stream: BodyStream, _ record: ExchangeRecord, isRequest: Bool) {
    self.stream = stream
    self.record = record
    self.isRequest = isRequest
  }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    stream.pull(by: executor) { [record, isRequest] piece in
      record.passed(piece, ofRequest: isRequest)
      completion(piece)
    }
  }

  func cancel() {
    record.cancelled(ofRequest: isRequest)
    stream.cancel()
  }
}
