import Dispatch

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

  /// Makes a call in the current style; with `await` where the SDK has no other.
  ///
  /// `blocks` makes it with two blocks, for success and failure; `blocking` blocks the thread, which is one of its
  /// own.
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
      return try await HandedOver<Value>.from { resume in
        start({ resume(HandedOver(.success($0))) }, { resume(HandedOver(.failure($0))) })
      }.result.get()
    case .blocking:
      guard let block else { break }
      return try await HandedOver<Value>.from { resume in
        let work = HandedOver<() throws -> Value>(.success(block))
        DispatchQueue(label: "app").async {
          resume(HandedOver(Result { try work.result.get()() }))
        }
      }.result.get()
    case .concurrency: break
    }
    return try await wait()
  }
}

/// What one thread leaves to another and does not look at again.
private struct HandedOver<Value>: @unchecked Sendable {
  let result: Result<Value, any Error>

  init(_ result: Result<Value, any Error>) { self.result = result }

  nonisolated(nonsending) static func from(
    _ start: (@escaping @Sendable (HandedOver) -> Void) -> Void
  ) async -> HandedOver {
    await withCheckedContinuation { continuation in
      start { continuation.resume(returning: $0) }
    }
  }
}
