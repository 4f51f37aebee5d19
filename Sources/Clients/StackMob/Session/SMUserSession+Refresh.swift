public import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// Refreshing a session: at most one refresh runs at a time, for all requests that need it.
///
/// - Source: protocol reference B3 and B4 step R. That a request which finds a running refresh
///   waits for it up to 5 seconds, and only then fails with -103, is what the vendor's Core Data
///   store did; here every request does.
extension SMUserSession {
  /// The maximum time that a request waits for a refresh that another request started.
  static let patience = Duration.seconds(5)

  private static let refreshExecutor = QueueExecutor(DispatchQueue(label: "StackMob.refresh"))

  /// Refreshes the session, and passes the user to `onSuccess`.
  ///
  /// Fails with `SMError` -100 if there is no refresh token, with -103 while another refresh is
  /// running, and with the HTTP status if the server rejects the refresh.
  public func refreshToken(onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?) {
    refreshToken(
      withSuccessCallbackQueue: nil, failureCallbackQueue: nil, onSuccess: onSuccess,
      onFailure: onFailure)
  }

  /// Refreshes the session, and passes the user to `onSuccess`.
  ///
  /// Fails with the errors of ``refreshToken(onSuccess:onFailure:)``. Each block runs on its queue,
  /// by default the main queue.
  public func refreshToken(
    withSuccessCallbackQueue successCallbackQueue: DispatchQueue?,
    failureCallbackQueue: DispatchQueue?, onSuccess: SMResultSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    refreshCall().deliver(
      on: successCallbackQueue, failureCallbackQueue,
      onSuccess: { onSuccess?($0.dictionary) }, onFailure: onFailure)
  }

  /// Refreshes the session and returns the user.
  ///
  /// - Throws: `SMError` -100 if there is no refresh token, `SMError` -103 while another refresh is
  ///   running, or an error with the HTTP status if the server rejects the refresh.
  nonisolated(nonsending) public func refreshToken() async throws -> [AnyHashable: Any] {
    try await refreshCall().value().dictionary
  }

  /// Returns the call for a refresh that the app has requested explicitly.
  private func refreshCall() -> PendingCall<JSON> {
    PendingCall(session: self) { () async throws(CallFailure) -> JSON in
      switch self.nextStep(isForced: true) {
      case .lead(let flight, let token): try await self.lead(flight, with: token).get()
      case .join, .refreshed:
        throw CallFailure(SMFailure.stackMob(SMErrorRefreshTokenInProgress))
      case .impossible:
        throw CallFailure(SMFailure.invalidArguments("Refresh Token is nil"))
      }
    }
  }

  /// Refreshes the session (step R), unless its access token already differs from `accessToken`.
  ///
  /// - Throws: `SMError` -109 if the refresh fails, -103 if a refresh that another request started
  ///   takes too long.
  nonisolated(nonsending) func refresh(
    replacing accessToken: String?, original: CallFailure?
  ) async throws(CallFailure) {
    let outcome: RefreshFlight.Outcome
    switch nextStep(replacing: accessToken) {
    case .refreshed: return
    case .lead(let flight, let token): outcome = await lead(flight, with: token).map { _ in }
    case .join(let flight):
      guard let end = await flight.outcome(within: Self.patience, on: environment.clock) else {
        throw CallFailure(
          SMFailure.stackMob(SMErrorRefreshTokenInProgress), exchange: original?.exchange)
      }
      outcome = end
    case .impossible:
      outcome = .failure(CallFailure(SMFailure.invalidArguments("Refresh Token is nil")))
    }
    guard case .failure(let failure) = outcome else { return }
    throw CallFailure(
      SMFailure.refreshFailed(failure.error, original: original?.error), isRefreshFailure: true,
      exchange: original?.exchange)
  }

  private func nextStep(replacing accessToken: String? = nil, isForced: Bool = false) -> RefreshStep
  {
    state.withLock { state in
      if let flight = state.flight { return .join(flight) }
      guard isForced || state.accessToken == accessToken else { return .refreshed }
      guard let token = state.refreshToken else { return .impossible }
      let flight = RefreshFlight()
      state.flight = flight
      return .lead(flight, refreshToken: token)
    }
  }

  /// Requests new tokens in a separate task, on a thread that no other task uses.
  ///
  /// The task is separate so that cancelling one request does not end the refresh for all others.
  /// The thread is separate because waiting requests can block all threads of the shared pool.
  nonisolated(nonsending) private func lead(
    _ flight: RefreshFlight, with token: String
  ) async -> Result<JSON, CallFailure> {
    await Task(executorPreference: Self.refreshExecutor) {
      let result: Result<JSON, CallFailure>
      do throws(CallFailure) {
        let tokens = try await self.newTokens(for: token)
        self.setTokens(tokens, refreshing: token)
        result = .success(tokens.user)
      } catch {
        result = .failure(error)
      }
      self.state.withLock { $0.flight = nil }
      flight.finish(result.map { _ in })
      return result
    }.value
  }

  private nonisolated(nonsending) func newTokens(
    for token: String
  ) async throws(CallFailure) -> SessionTokens {
    let draft: RequestDraft
    do {
      draft = try tokenDraft(
        endpoint: "refreshToken", fields: [FormField("refresh_token", token)])
    } catch {
      throw CallFailure(error)
    }
    return try await requestTokens(draft)
  }
}

/// One refresh, and the requests that wait for it.
final class RefreshFlight: Sendable {
  typealias Outcome = Result<Void, CallFailure>

  private let state = Mutex((outcome: Outcome?.none, waiters: [Int: RefreshWaiter](), count: 0))

  /// Ends the refresh, and passes `outcome` to all requests that wait for it now or later.
  func finish(_ outcome: Outcome) {
    let waiters = state.withLock { state in
      state.outcome = outcome
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters {
      waiter.timer.cancel()
      waiter.continuation.resume(returning: outcome)
    }
  }

  /// Waits until the refresh has ended and returns its result, or returns `nil` after `patience`.
  nonisolated(nonsending) func outcome(
    within patience: Duration, on clock: any Clock<Duration>
  ) async -> Outcome? {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil {
          let number = state.count
          state.count += 1
          let timer = Task {
            guard (try? await clock.sleep(for: patience)) != nil else { return }
            self.leave(number)
          }
          state.waiters[number] = RefreshWaiter(continuation: continuation, timer: timer)
        }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.continuation.resume(returning: nil)
  }
}

/// The next step of a request with an expired access token.
enum RefreshStep: Sendable {
  /// Another request has already refreshed the session, so nothing has to be done.
  case refreshed
  /// No refresh is running, so the request has to start one with the given refresh token.
  case lead(RefreshFlight, refreshToken: String)
  /// The request has to wait for the running refresh.
  case join(RefreshFlight)
  /// The session does not have a refresh token.
  case impossible
}

/// A request that waits for a refresh, and the timer that ends its wait.
struct RefreshWaiter: Sendable {
  var continuation: CheckedContinuation<RefreshFlight.Outcome?, Never>
  var timer: Task<Void, Never>
}
