import GhostlightCore
import Synchronization

/// A buffer for a body between the connection that receives it and the code that reads it.
///
/// The connection stops reading from the socket while the pipe is full, so the pipe never stores
/// more than ``capacity`` plus the bytes of one read. It may be used from any thread.
final class BodyPipe: AwaitedBodySource {
  /// The number of bytes at which the pipe is full.
  static let capacity = 64 * 1024

  private struct State {
    var bytes: [UInt8] = []
    var end: Result<[UInt8]?, BodyInterruption>?
    var waiter: BodyStream.Completion?
    var isCancelled = false
    var onRoom: (@Sendable () -> Void)?
    var onCancel: (@Sendable () -> Void)?
  }

  private let state = Mutex(State())

  /// Sets the closures for two events: there is space again, and the reader has cancelled.
  ///
  /// Both are called on any thread.
  func observe(
    onRoom: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    state.withLock { state in
      guard !state.isCancelled, state.end == nil else { return }
      (state.onRoom, state.onCancel) = (onRoom, onCancel)
    }
  }

  /// The number of stored bytes that the reader has not taken yet.
  var count: Int { state.withLock { $0.bytes.count } }

  /// Whether the connection must stop reading for now.
  var isFull: Bool { state.withLock { $0.bytes.count >= Self.capacity && !$0.isCancelled } }

  /// Whether the reader has cancelled and does not need the rest of the body.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let waiter = state.withLock { state -> BodyStream.Completion? in
      guard !state.isCancelled, state.end == nil else { return nil }
      if let waiter = state.waiter.take() { return waiter }
      if state.bytes.isEmpty { state.bytes = bytes } else { state.bytes += bytes }
      return nil
    }
    waiter?(.success(bytes))
  }

  /// Marks the body as complete.
  func finish() { end(with: .success(nil)) }

  /// Marks the body as ended early, with the reason.
  func abort(_ reason: String) { end(with: .failure(BodyInterruption(reason))) }

  private func end(with end: Result<[UInt8]?, BodyInterruption>) {
    let waiter = state.withLock { state -> BodyStream.Completion? in
      guard state.end == nil else { return nil }
      state.end = end
      (state.onRoom, state.onCancel) = (nil, nil)
      return state.waiter.take()
    }
    waiter?(end)
  }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    var onRoom: (@Sendable () -> Void)?
    let piece = state.withLock { state -> Result<[UInt8]?, BodyInterruption>? in
      guard state.bytes.isEmpty else {
        if state.bytes.count >= Self.capacity { onRoom = state.onRoom }
        defer { state.bytes = [] }
        return .success(state.bytes)
      }
      if state.end == nil, !state.isCancelled { state.waiter = completion }
      return state.end
    }
    onRoom?()
    if let piece { completion(piece) }
  }

  func cancel() {
    let observers = state.withLock { state -> [(@Sendable () -> Void)?] in
      state.isCancelled = true
      (state.bytes, state.waiter) = ([], nil)
      defer { (state.onRoom, state.onCancel) = (nil, nil) }
      return [state.onCancel, state.onRoom]
    }
    for observer in observers { observer?() }
  }
}

extension BodyPipe: Hashable {
  static func == (left: BodyPipe, right: BodyPipe) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
