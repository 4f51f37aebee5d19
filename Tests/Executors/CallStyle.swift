import Dispatch
import GhostlightClient

/// The way in which an app calls an SDK that offers several.
package enum CallStyle: String, Sendable, CaseIterable, CustomStringConvertible {
  /// The app passes blocks, closures or callbacks.
  case callbacks
  /// The app uses `await`.
  case concurrency = "await"
  /// The app calls a method that blocks the thread.
  case blocking

  /// The style in which the scripts of the current task make their calls.
  @TaskLocal package static var current = CallStyle.concurrency

  package var description: String { rawValue }

  /// Performs a call in the ``current`` style, or with `await` if the SDK does not offer that
  /// style.
  ///
  /// `blocks` makes the call with two blocks, for success and failure; `blocking` makes it on a
  /// separate thread, which may block. Each is `nil` if the SDK does not offer the style.
  package nonisolated(nonsending) static func call<Value>(
    _ wait: nonisolated(nonsending) () async throws -> Value,
    blocks start: (
      (
        _ success: @escaping @Sendable (Value) -> Void,
        _ failure: @escaping @Sendable (any Error) -> Void
      ) -> Void
    )? = nil,
    blocking block: (() throws -> Value)? = nil
  ) async throws -> Value {
    switch current {
    case .callbacks:
      guard let start else { break }
      return try await withCheckedContinuation { continuation in
        start(
          { value in continuation.resume(returning: Callback { () throws -> Value in value }) },
          { error in continuation.resume(returning: Callback { () throws -> Value in throw error })
          })
      }.block()
    case .blocking:
      guard let block else { break }
      let work = Callback(block)
      return try await withCheckedContinuation { continuation in
        DispatchQueue(label: "app").async {
          let result = Result { try work.block() }
          continuation.resume(returning: Callback { () throws -> Value in try result.get() })
        }
      }.block()
    case .concurrency: break
    }
    return try await wait()
  }
}
