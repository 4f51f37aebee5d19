import Dispatch
import GhostlightClient

/// A call that is ready to go: its arguments are checked, nothing is sent.
struct PendingCall<Value: Sendable>: Sendable {
  typealias Work = nonisolated(nonsending) @Sendable () async throws(CallFailure) -> Value

  let session: SMUserSession
  let work: Work

  /// The call with another value, or another failure.
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(CallFailure) -> Other
  ) -> PendingCall<Other> {
    let work = work
    return PendingCall<Other>(session: session) { () async throws(CallFailure) -> Other in
      try transform(await work())
    }
  }

  /// Runs the call and answers its value.
  ///
  /// When the session could not be refreshed, the token refresh failure block is told as well.
  nonisolated(nonsending) func value() async throws -> Value {
    do throws(CallFailure) { return try await work() } catch {
      if error.isRefreshFailure {
        let (session, refused) = (session, error.error)
        DispatchQueue.main.async { session.tokenRefreshFailureBlock?(refused) { _ in } }
      }
      throw error.error
    }
  }

  /// Starts the call and hands value or error to a block on its queue, the main one if `nil`.
  func deliver(
    on successQueue: DispatchQueue?, _ failureQueue: DispatchQueue?,
    onSuccess: ((Value) -> Void)?, onFailure: SMFailureBlock?
  ) {
    deliverWhole(on: successQueue, failureQueue, onSuccess: onSuccess) { onFailure?($0.error) }
  }

  /// Starts the call and hands value or whole failure to a block on its queue.
  ///
  /// When the session could not be refreshed, the token refresh failure block takes the failure
  /// block's place.
  func deliverWhole(
    on successQueue: DispatchQueue?, _ failureQueue: DispatchQueue?,
    onSuccess: ((Value) -> Void)?, onFailure: @escaping (CallFailure) -> Void
  ) {
    let (session, work) = (session, work)
    let handler = CompletionHandler<Result<Value, CallFailure>> { outcome in
      switch outcome {
      case .success(let value): onSuccess?(value)
      case .failure(let failure):
        guard failure.isRefreshFailure, let block = session.tokenRefreshFailureBlock else {
          return onFailure(failure)
        }
        block(failure.error) { onFailure(CallFailure($0)) }
      }
    }
    Task.begin {
      do throws(CallFailure) {
        let value = try await work()
        (successQueue ?? .main).async { handler(.success(value)) }
      } catch {
        (failureQueue ?? .main).async { handler(.failure(error)) }
      }
    }
  }
}
