import Synchronization

/// A block that is told one result, and then let go on the queue that it was called on.
///
/// What an app's block holds, such as a screen, may have to be released where it was called. A block
/// that is never told goes with the call.
package final class CompletionHandler<Value>: Sendable {
  private let callback: Mutex<Callback<(Value) -> Void>?>

  package init(_ block: @escaping (Value) -> Void) { callback = Mutex(Callback(block)) }

  /// Tells the block; only the first call does.
  package func callAsFunction(_ value: Value) {
    let callback = callback.withLock { slot in
      defer { slot = nil }
      return slot
    }
    callback?.block(value)
  }
}
