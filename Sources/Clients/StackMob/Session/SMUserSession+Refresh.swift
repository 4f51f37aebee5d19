public import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import Synchronization

/// The refresh of a session: one at a time, for as many requests as need it.
///
/// - Source: protocol reference B3 and B4 step R. That a request which finds a refresh under way
///   waits for it up to 5 seconds, and only then fails with -103, is what the vendor's Core Data
///   store did; here every request does.
extension SMUserSession {
  /// How long a request waits for a refresh that another one began.
  static let patience = Duration.seconds(5)

  private static let refreshExecutor = QueueExecutor(DispatchQueue(label: "StackMob.refresh"))

  /// Refreshes the session; the result is the user.
  ///
  /// Fails with -100 without a refresh token, with -103 while a refresh is under way, and with
  /// HTTP's status when the server refuses.
  public func refreshToken(onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?) {
    refreshToken(
      withSuccessCallbackQueue: nil, failureCallbackQueue: nil, onSuccess: onSuccess,
      onFailure: onFailure)
  }

  /// Refreshes the session; the result is the user.
  ///
  /// Fails as ``refreshToken(onSuccess:onFailure:)`` does. Blocks run on their queues, on the main
  /// one where there is none.
  public func refreshToken(
    withSuccessCallbackQueue successCallbackQueue: DispatchQueue?,
    failureCallbackQueue: DispatchQueue?, onSuccess: SMResultSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    refreshCall().deliver(
      on: successCallbackQueue, failureCallbackQueue,
      onSuccess: { onSuccess?($0.dictionary) }, onFailure: onFailure)
  }

  /// Refreshes the session and answers the user.
  ///
  /// - Throws: -100 without a refresh token, -103 while a refresh is under way, and HTTP's status
  ///   when the server refuses.
  nonisolated(nonsending) public func refreshToken() async throws -> [AnyHashable: Any] {
    try await refreshCall().value().dictionary
  }

  /// The refresh that was asked for by name.
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

  /// Step R: sees to it that the session has other tokens than the one a request was signed with.
  ///
  /// - Throws: -109 when that fails, -103 when another request's refresh takes too long.
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

  /// Asks for new tokens, in a task of its own and on a thread of its own.
  ///
  /// Who cancels one request must not end the refresh of all others, and those who wait may block all
  /// threads that tasks share.
  nonisolated(nonsending) private func lead(
    _ flight: RefreshFlight, with token: String
  ) async -> Result<JSON, CallFailure> {
    await Task(executorPreference: Self.refreshExecutor) {
      let result: Result<JSON, CallFailure>
      do throws(CallFailure) {
        let tokens = try await self.newTokens(for: token)
        self.keep(tokens, refreshing: token)
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

  /// Ends the refresh for all who wait, and who come later.
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

  /// Waits for the end; `nil` when patience ends before.
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

/// What a request has to do about an expired access token.
enum RefreshStep: Sendable {
  /// The session was refreshed meanwhile: nothing.
  case refreshed
  /// Nobody refreshes yet: ask for new tokens with this one.
  case lead(RefreshFlight, refreshToken: String)
  /// Wait for the refresh that is under way.
  case join(RefreshFlight)
  /// There is no refresh token.
  case impossible
}

/// A request that waits for a refresh, and the timer that ends its patience.
struct RefreshWaiter: Sendable {
  var continuation: CheckedContinuation<RefreshFlight.Outcome?, Never>
  var timer: Task<Void, Never>
}
