import Synchronization

/// The rest of a body, which its reader pulls piece by piece.
///
/// A ``BodySource`` computes the pieces; an ``AwaitedBodySource`` waits for them, for example on a
/// network connection. A reader requests one piece at a time, so no data accumulates in memory. A
/// reader that stops asking releases the stream, which cancels it.
///
/// Two streams are equal only if they are the same object. All methods may be called from any
/// thread.
public final class BodyStream: Sendable {
  /// Called once, on any thread, with the next bytes, or with `nil` at the end.
  public typealias Completion = @Sendable (Result<[UInt8]?, BodyInterruption>) -> Void

  private let source: Mutex<(any BodySource)?>
  private let awaited: (any AwaitedBodySource)?

  /// Creates a stream from a source that computes its pieces.
  ///
  /// The source should work on a copy of the state and hold no lock except its own.
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

  /// Returns the next bytes; they are empty if the source needs another turn, and `nil` at the end.
  ///
  /// - Throws: ``BodyInterruption`` if the body ends early, or if the stream was created with
  ///   ``init(awaiting:)``: its bytes need ``pull(by:_:)``.
  public func next() throws(BodyInterruption) -> [UInt8]? {
    guard awaited == nil else { throw BodyInterruption("the body has to be waited for") }
    return try source.withLock { source throws(BodyInterruption) in try source?.next() }
  }

  /// Requests the next bytes; an executor computes them, or an ``AwaitedBodySource`` waits for
  /// them.
  ///
  /// Do not call it again before the completion. The completion may be called before this method
  /// returns.
  public func pull(by executor: any WorkExecutor, _ completion: @escaping Completion) {
    if let awaited { return awaited.next(by: executor, completion) }
    let isTaken = executor.execute(for: "bodies") {
      completion(Result { () throws(BodyInterruption) in try self.next() })
    }
    if !isTaken { completion(.failure(BodyInterruption("too much work waits already"))) }
  }

  /// Ends the stream, because no reader needs the rest.
  public func cancel() {
    awaited?.cancel()
    source.withLock { $0 = nil }
  }
}

extension BodyStream: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: BodyStream, right: BodyStream) -> Bool { left === right }

  /// Hashes the object's identity.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A source that computes the pieces of a ``BodyStream``.
///
/// Conform a value to it that has a copy of the data to send. The stream calls it under a lock, on
/// one thread at a time.
public protocol BodySource: Sendable {
  /// Returns the next bytes: at most about 64 KiB, and quickly, because other work waits for the
  /// thread.
  ///
  /// It returns no bytes to get another turn, and `nil` at the end.
  ///
  /// - Throws: ``BodyInterruption`` if the body cannot be completed.
  mutating func next() throws(BodyInterruption) -> [UInt8]?
}

/// A source that waits for the pieces of a ``BodyStream``, such as those of a network connection.
///
/// Conform a class to it. Its methods may be called from any thread, but a stream requests only one
/// piece at a time. Released streams cancel their source.
public protocol AwaitedBodySource: AnyObject, Sendable {
  /// Calls `completion` once with the next bytes, or with `nil` at the end.
  ///
  /// It must not block. Until it is called, it must hold back the sender of the bytes. Use the
  /// executor for computation.
  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion)

  /// Ends the source; it may be called several times.
  ///
  /// A completion that is still waiting is never called.
  func cancel()
}

/// The reason why a body ends early; the client sees a connection that breaks off.
///
/// A source throws it. A server closes the connection without the end of the body, so that the
/// client cannot mistake the part for the whole.
public struct BodyInterruption: Error, Sendable, Hashable {
  /// The reason, in one line.
  public let reason: String

  /// Creates an interruption.
  public init(_ reason: String) { self.reason = reason }
}

extension Response {
  /// Returns the response with its complete body in memory.
  ///
  /// If the rest of the body cannot be computed, or must be waited for, the delivery is
  /// ``Delivery/reset``.
  public func collected() -> Response {
    guard let stream else { return self }
    var whole = self
    whole.stream = nil
    do throws(BodyInterruption) {
      while let piece = try stream.next() { whole.body += piece }
    } catch { whole.delivery = .reset }
    return whole
  }
}
