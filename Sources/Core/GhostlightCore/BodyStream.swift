import Synchronization

/// What follows the bytes of a body that are there already, piece by piece as whoever sends it asks.
///
/// Pieces are made, by a ``BodySource``, or come from elsewhere, by an ``AwaitedBodySource``. One is
/// asked for at a time, so that nothing piles up. Whoever stops asking lets go of the stream, which
/// cancels it. Two streams are the same where they are one object.
public final class BodyStream: Sendable {
  /// Called once, on any thread, with the next bytes or `nil` at the end.
  public typealias Completion = @Sendable (Result<[UInt8]?, BodyInterruption>) -> Void

  private let source: Mutex<(any BodySource)?>
  private let awaited: (any AwaitedBodySource)?

  /// Makes a stream of what a source makes.
  ///
  /// A source works on a copy of the state and holds no lock but its own.
  public init(_ source: some BodySource) {
    self.source = Mutex(source)
    awaited = nil
  }

  /// Makes a stream of what a source waits for.
  public init(awaiting source: some AwaitedBodySource) {
    self.source = Mutex(nil)
    awaited = source
  }

  deinit { awaited?.cancel() }

  /// The next bytes; empty where the source wants another turn, `nil` at the end.
  ///
  /// - Throws: ``BodyInterruption`` where the body ends before it is whole, and where its bytes have
  ///   to be waited for.
  public func next() throws(BodyInterruption) -> [UInt8]? {
    guard awaited == nil else { throw BodyInterruption("the body has to be waited for") }
    return try source.withLock { source throws(BodyInterruption) in try source?.next() }
  }

  /// Asks for the next bytes, which an executor makes, or which come when they come.
  ///
  /// Not to be called again before the completion, which may be called before this returns.
  public func pull(by executor: any WorkExecutor, _ completion: @escaping Completion) {
    if let awaited { return awaited.next(by: executor, completion) }
    let isTaken = executor.execute(for: "bodies") {
      completion(Result { () throws(BodyInterruption) in try self.next() })
    }
    if !isTaken { completion(.failure(BodyInterruption("too much work waits already"))) }
  }

  /// Ends the stream: nobody wants the rest.
  public func cancel() {
    awaited?.cancel()
    source.withLock { $0 = nil }
  }
}

extension BodyStream: Hashable {
  /// Whether both are one object.
  public static func == (left: BodyStream, right: BodyStream) -> Bool { left === right }

  /// Hashes which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// What makes the pieces of a ``BodyStream``.
public protocol BodySource: Sendable {
  /// Makes the next bytes, some 64 KiB at most, in little time: others wait for the same thread.
  ///
  /// Empty bytes ask for another turn, `nil` is the end.
  ///
  /// - Throws: ``BodyInterruption`` where there is no more although there should be.
  mutating func next() throws(BodyInterruption) -> [UInt8]?
}

/// What waits for the pieces of a ``BodyStream``, such as those of a network connection.
public protocol AwaitedBodySource: AnyObject, Sendable {
  /// Calls `completion` once when the next bytes are there; `nil` is the end.
  ///
  /// It never blocks, and holds back whoever sends the bytes while nobody asks for them. What takes
  /// computation is left to the executor.
  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion)

  /// Ends it, however often it is called: nobody wants the rest.
  ///
  /// A completion that still waits is never called.
  func cancel()
}

/// Why a body ends before it is whole: its client sees a connection that breaks off.
public struct BodyInterruption: Error, Sendable, Hashable {
  /// One line.
  public let reason: String

  /// Makes an interruption.
  public init(_ reason: String) { self.reason = reason }
}

extension Response {
  /// The response with its whole body in memory; where the rest of it cannot be made, or has to be
  /// waited for, the connection is reset.
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
