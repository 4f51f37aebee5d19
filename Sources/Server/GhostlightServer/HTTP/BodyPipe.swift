import GhostlightCore
import Synchronization

/// A body between the connection that receives it and whoever asks for it.
///
/// It holds what nobody has asked for yet. The connection stops reading while it is full, so that
/// it never holds more than ``capacity`` and the bytes of one read.
final class BodyPipe: AwaitedBodySource {
  /// Bytes from which on nothing more is to be read.
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

  /// Has closures called, on any thread, when there is room again, and when nobody wants the rest.
  func observe(
    onRoom: @escaping @Sendable () -> Void, onCancel: (@Sendable () -> Void)? = nil
  ) {
    state.withLock { state in
      guard !state.isCancelled, state.end == nil else { return }
      (state.onRoom, state.onCancel) = (onRoom, onCancel)
    }
  }

  /// Nothing more is to be read for now.
  var isFull: Bool { state.withLock { $0.bytes.count >= Self.capacity && !$0.isCancelled } }

  /// Nobody wants the rest.
  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Takes bytes that have come.
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

  /// The body is complete.
  func finish() { end(with: .success(nil)) }

  /// The body ends before it is complete.
  func breakOff(_ reason: String) { end(with: .failure(BodyInterruption(reason))) }

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
