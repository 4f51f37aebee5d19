/// The way in which an app calls an SDK that has several.
package enum CallStyle: String, Sendable, CaseIterable, CustomStringConvertible {
  /// With blocks, closures or callbacks.
  case callbacks
  /// With `await`.
  case concurrency = "await"
  /// Waiting on the thread.
  case blocking

  /// The one in which devices call.
  @TaskLocal package static var current = CallStyle.concurrency

  package var description: String { rawValue }
}
