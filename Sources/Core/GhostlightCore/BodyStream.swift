package import HTTPTypes
import Synchronization

/// The rest of a message body, which a reader pulls piece by piece.
///
/// A ``BodySource`` computes the pieces; an ``AwaitedBodySource`` waits for them, for example on a
/// network connection. A reader requests one piece at a time, so no data accumulates in memory. A
/// reader that stops early releases the stream, which cancels the stream.
///
/// Two streams are equal only if they are the same object. All methods may be called from any
/// thread.
public final class BodyStream: Sendable {
  /// Called once, on any thread, with the next bytes, with `nil` at the end, or with an
  /// interruption.
  public typealias Completion = @Sendable (Result<[UInt8]?, BodyInterruption>) -> Void

  private let source: Mutex<(any BodySource)?>
  private let awaited: (any AwaitedBodySource)?

  /// Creates a stream from a source that computes its pieces.
  ///
  /// The source should work on its own copy of the data, and take no locks.
  public init(_ source: some BodySource) {
    self.source = Mutex(source)
    awaited = nil
  }

  /// Creates a stream from a source that waits for its pieces.
  public init(awaiting source: some AwaitedBodySource) {
    self.source = Mutex(nil)
    awaited = source
  }

  deinit { awaited?.cancel() }

  /// Returns the next bytes: `nil` at the end, and none if the source has to be called again.
  ///
  /// - Throws: ``BodyInterruption`` if the body ends early, or if the stream was created with
  ///   ``init(awaiting:)``; such a stream must be read with ``pull(by:_:)``.
  public func next() throws(BodyInterruption) -> [UInt8]? {
    guard awaited == nil else { throw BodyInterruption("the body has to be waited for") }
    return try source.withLock { source throws(BodyInterruption) in try source?.next() }
  }

  /// Requests the next bytes, which `executor` computes or an ``AwaitedBodySource`` waits for.
  ///
  /// Do not call this method again before `completion` has been called. The completion may be
  /// called before this method returns.
  public func pull(by executor: any WorkExecutor, _ completion: @escaping Completion) {
    if let awaited { return awaited.next(by: executor, completion) }
    let isTaken = executor.execute(for: "bodies") {
      completion(Result { () throws(BodyInterruption) in try self.next() })
    }
    if !isTaken { completion(.failure(BodyInterruption("too much work waits already"))) }
  }

  /// Ends the stream and releases its source; call it if the rest of the body is not needed.
  public func cancel() {
    awaited?.cancel()
    source.withLock { $0 = nil }
  }
}

extension BodyStream: Hashable {
  /// Returns whether both streams are the same object.
  public static func == (left: BodyStream, right: BodyStream) -> Bool { left === right }

  /// Hashes the stream's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A source that computes the pieces of a ``BodyStream``.
///
/// Implement it as a value with its own copy of the data to send. The stream calls it while holding
/// a lock, on one thread at a time.
public protocol BodySource: Sendable {
  /// Returns the next bytes: at most about 64 KiB, computed quickly, because other work waits for
  /// the thread.
  ///
  /// Return an empty array to be called again later, and `nil` at the end.
  ///
  /// - Throws: ``BodyInterruption`` if the body cannot be completed.
  mutating func next() throws(BodyInterruption) -> [UInt8]?
}

/// A source that waits for the pieces of a ``BodyStream``, such as those of a network connection.
///
/// Implement it as a class. Its methods may be called from any thread, but a stream requests only
/// one piece at a time. A stream that is released cancels its source.
public protocol AwaitedBodySource: AnyObject, Sendable {
  /// Calls `completion` once with the next bytes, or with `nil` at the end.
  ///
  /// This method must not block. Between calls, the source must hold back the sender of the bytes.
  /// Use `executor` for computation.
  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion)

  /// Ends the source; may be called several times.
  ///
  /// A completion that has not been called yet is never called.
  func cancel()
}

/// The source of the bytes of a connection that also accepts bytes, such as a WebSocket to another
/// server.
///
/// A response with the status 101 has a stream from such a source. A server then forwards the bytes
/// of its client, and those of the stream, until one side closes.
package protocol RelayedConnection: AwaitedBodySource {
  /// Starts to send the bytes of the client; called once, on any thread.
  func send(_ bytes: BodyStream)
}

/// The reason why a body ends early.
///
/// A source throws it. A server then closes the connection before the end of the body, so that the
/// client cannot mistake the received part for the whole.
public struct BodyInterruption: Error, Sendable, Hashable {
  /// The reason, in one line; for logs and messages.
  public let reason: String

  /// Creates an interruption with a reason in one line.
  public init(_ reason: String) { self.reason = reason }
}

extension BodyStream {
  /// Whether the source waits for its pieces, so that only ``pull(by:_:)`` can read the stream.
  var isAwaited: Bool { awaited != nil }

  /// The connection whose bytes this stream has; `nil` for a body.
  package var relay: (any RelayedConnection)? { awaited as? any RelayedConnection }

  /// Returns the next bytes of the body; `nil` at the end.
  ///
  /// The calling thread computes the bytes, or the task waits until they arrive.
  ///
  /// - Throws: ``BodyInterruption`` if the body ends early or the task is cancelled.
  package func nextPiece() async throws(BodyInterruption) -> [UInt8]? {
    guard isAwaited else { return try next() }
    let pieces = AsyncStream<Result<[UInt8]?, BodyInterruption>>.makeStream()
    pull(by: ImmediateExecutor()) { piece in
      pieces.continuation.yield(piece)
      pieces.continuation.finish()
    }
    let piece = await pieces.stream.first { _ in true }
    return try
      (piece ?? .failure(BodyInterruption("the reader stopped before the end of the body"))).get()
  }
}

extension Response {
  /// Returns the response with its whole body in memory, computed on the calling thread.
  ///
  /// If the rest of the body cannot be computed, comes from an ``AwaitedBodySource``, or makes the
  /// body longer than `bodyBytes` bytes, it returns a 502 with the reason instead. A part of a body
  /// is never returned as the whole.
  public func collected(bodyBytes: Int = Responder.bodyBytes) -> Response {
    guard let stream else { return self }
    var whole = self
    whole.stream = nil
    do throws(BodyInterruption) {
      while !whole.isCutOff, let piece = try stream.next() {
        try whole.append(piece, limit: bodyBytes)
      }
      if whole.isCutOff { stream.cancel() }
      return whole
    } catch {
      stream.cancel()
      return .unavailable(because: error.reason)
    }
  }

  /// Waits for the rest of the body, and returns the response with its whole body in memory.
  ///
  /// If the body ends early or has more than `bodyBytes` bytes, it returns a 502 with the reason
  /// instead.
  func whole(bodyBytes: Int) async -> Response {
    do throws(BodyInterruption) {
      return try await reading(bodyBytes: bodyBytes)
    } catch {
      return .unavailable(because: error.reason)
    }
  }

  /// Waits for the rest of the body, and returns the response with its whole body in memory.
  ///
  /// - Throws: ``BodyInterruption`` if the body ends early or has more than `bodyBytes` bytes, or if
  ///   the task is cancelled.
  package func reading(bodyBytes: Int) async throws(BodyInterruption) -> Response {
    guard let stream else { return self }
    guard stream.relay == nil else {
      stream.cancel()
      throw BodyInterruption("a WebSocket has messages instead of a body")
    }
    var whole = self
    whole.stream = nil
    do throws(BodyInterruption) {
      while !whole.isCutOff, let piece = try await stream.nextPiece() {
        try whole.append(piece, limit: bodyBytes)
      }
    } catch {
      stream.cancel()
      throw error
    }
    if whole.isCutOff { stream.cancel() }
    return whole
  }

  /// Whether the delivery ends before the rest of the body, so that a body without an end, such as
  /// a stream of events, need not be read further.
  private var isCutOff: Bool {
    guard headers[.contentLength] == nil else { return false }
    switch delivery {
    case .truncated(let bytes): return body.count > max(0, bytes)
    case .malformedChunk: return !body.isEmpty
    case .whole, .reset, .empty, .dribble: return false
    }
  }

  private mutating func append(_ piece: [UInt8], limit: Int) throws(BodyInterruption) {
    guard piece.count <= limit - body.count else {
      throw BodyInterruption(
        "the response's body has more than \(limit) bytes, the limit for a body in memory")
    }
    body += piece
  }

  /// Returns the error response for a response that is not available, with the reason in its body,
  /// in `X-Ghostlight-Reason` and in ``upstreamFailure``.
  package static func unavailable(
    because reason: String, _ status: HTTPResponse.Status = .badGateway
  ) -> Response {
    var response = Response.json(status, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    response.upstreamFailure = reason
    return response
  }
}
