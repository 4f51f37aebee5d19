import Synchronization

/// What follows the bytes of a response that are there already, made piece by piece as whoever sends
/// it asks.
///
/// A source works on a copy of the state and holds no lock but its own; whoever stops asking lets go
/// of it, and it is gone. Two streams are the same where they are one object.
public final class BodyStream: Sendable {
  private let source: Mutex<any BodySource>

  /// Makes a stream of what a source makes.
  public init(_ source: some BodySource) { self.source = Mutex(source) }

  /// The next bytes; empty where the source wants another turn, `nil` at the end.
  ///
  /// - Throws: ``BodyInterruption`` where the body ends before it is whole.
  public func next() throws(BodyInterruption) -> [UInt8]? {
    try source.withLock { source throws(BodyInterruption) in try source.next() }
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

/// Why a body ends before it is whole: its client sees a connection that breaks off.
public struct BodyInterruption: Error, Sendable, Hashable {
  /// One line.
  public let reason: String

  /// Makes an interruption.
  public init(_ reason: String) { self.reason = reason }
}

extension Response {
  /// The response with its whole body in memory; where the rest of it cannot be made, the connection
  /// is reset.
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
