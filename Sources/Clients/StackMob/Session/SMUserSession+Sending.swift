import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// A call with checked arguments that has not been sent yet.
struct PendingCall<Value: Sendable>: Sendable {
  typealias Work = nonisolated(nonsending) @Sendable () async throws(CallFailure) -> Value

  let session: SMUserSession
  let work: Work

  /// Returns a call that converts this call's value with `transform`, which can also fail.
  func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Value) throws(CallFailure) -> Other
  ) -> PendingCall<Other> {
    let work = work
    return PendingCall<Other>(session: session) { () async throws(CallFailure) -> Other in
      try transform(await work())
    }
  }

  /// Runs the call and returns its value.
  ///
  /// If the session could not be refreshed, the token refresh failure block is called too, and the
  /// error is thrown.
  nonisolated(nonsending) func value() async throws -> Value {
    do throws(CallFailure) { return try await work() } catch {
      if error.isRefreshFailure {
        let (session, refused) = (session, error.error)
        DispatchQueue.main.async { session.tokenRefreshFailureBlock?(refused) { _ in } }
      }
      throw error.error
    }
  }

  /// Starts the call, and passes its value or error to the matching block.
  ///
  /// Each block runs on its queue, by default the main queue.
  func deliver(
    on successQueue: DispatchQueue?, _ failureQueue: DispatchQueue?,
    onSuccess: ((Value) -> Void)?, onFailure: SMFailureBlock?
  ) {
    deliverWhole(on: successQueue, failureQueue, onSuccess: onSuccess) { onFailure?($0.error) }
  }

  /// Starts the call, and passes its value, or its failure with all details, to the matching block.
  ///
  /// If the session could not be refreshed, the token refresh failure block is called instead of
  /// `onFailure`.
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

/// The common path of all requests except those for tokens: refreshing an expired session, sending,
/// refreshing after a 401, and converting errors.
///
/// - Source: protocol reference B4.
extension SMUserSession {
  /// Returns the call that sends a request with options.
  ///
  /// - Throws: ``SMException`` or `SMError` -100 for header fields in the options that cannot be
  ///   sent.
  func call(_ draft: RequestDraft, options: SMRequestOptions) throws -> PendingCall<Exchange> {
    let options = options.values
    var draft = draft
    try draft.add(options.headers ?? [:])
    let ready = request(draft, isSecure: draft.isSecure ?? options.isSecure)
    return PendingCall(session: self) { () async throws(CallFailure) -> Exchange in
      try await self.send(ready, options)
    }
  }

  private nonisolated(nonsending) func send(
    _ request: Request, _ options: OptionValues
  ) async throws(CallFailure) -> Exchange {
    var options = options
    if let stale = expiredToken(options) {
      options.tryRefreshToken = false
      try await refresh(replacing: stale.accessToken, original: nil)
    }
    while true {
      let (signed, accessToken) = signed(request)
      let response: Response
      do throws(TransportError) { response = try await transmit(signed) } catch {
        throw CallFailure(SMFailure.unreachable(error))
      }
      let exchange = Exchange(request: signed, response: response)
      guard response.status.kind != .successful else { return exchange }
      let failure = CallFailure(SMFailure.http(response), exchange: exchange)
      if response.status == .unauthorized, options.tryRefreshToken, refreshToken != nil {
        options.tryRefreshToken = false
        try await refresh(replacing: accessToken, original: failure)
      } else if response.status == .serviceUnavailable, options.numberOfRetries > 0,
        let seconds = exchange.retryAfterSeconds
      {
        options.numberOfRetries -= 1
        try await pause(seconds)
        if let block = options.retryBlock {
          return try await HandOver.result(of: exchange, after: failure, options, by: block).get()
        }
      } else {
        throw failure
      }
    }
  }

  /// Returns the access token if it has expired and must be replaced before a request is sent;
  /// otherwise `nil`.
  func expiredToken(_ options: OptionValues = OptionValues()) -> StaleToken? {
    guard options.tryRefreshToken else { return nil }
    let now = environment.now()
    return state.withLock { state in
      guard state.refreshToken != nil, state.hasExpired(at: now) else { return nil }
      return StaleToken(accessToken: state.accessToken)
    }
  }

  private nonisolated(nonsending) func pause(_ seconds: Int64) async throws(CallFailure) {
    do { try await environment.clock.sleep(for: .seconds(seconds)) } catch {
      throw CallFailure(SMFailure.unreachable(.cancelled))
    }
  }
}

/// The error of a failed call, with details that the error itself does not contain.
struct CallFailure: Error {
  /// The error that the app gets.
  var error: any Error
  /// Whether the error is -109, which is passed to the token refresh failure block if there is one.
  var isRefreshFailure = false
  /// The last request that was sent, and its response; `nil` if no response arrived.
  var exchange: Exchange?

  init(_ error: any Error, isRefreshFailure: Bool = false, exchange: Exchange? = nil) {
    self.error = error
    self.isRefreshFailure = isRefreshFailure
    self.exchange = exchange
  }
}
