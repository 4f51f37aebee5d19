import Dispatch
import GhostlightClient

extension MKAppInstance {
  /// Runs work in the background and hands its outcome to a block on the callback queue, once.
  func deliver<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(MKError) -> Value,
    to block: @escaping (Result<Value, MKError>) -> Void
  ) {
    let handler = CompletionHandler(block)
    Task {
      let result: Result<Value, MKError>
      do throws(MKError) { result = .success(try await work()) } catch { result = .failure(error) }
      self.onCallbackQueue { handler(result) }
    }
  }

  /// Calls a block of the app on the callback queue, where this instance is the current one.
  package func onCallbackQueue(_ call: @escaping @Sendable () -> Void) {
    callbackQueue.async { Self.$current.withValue(self) { call() } }
  }

  /// Runs work and blocks this thread until it is done.
  func wait<Value: Sendable>(
    _ work: @escaping @Sendable () async throws(MKError) -> Value
  ) throws(MKError) -> Value {
    try BlockingCall(work).value()
  }
}
