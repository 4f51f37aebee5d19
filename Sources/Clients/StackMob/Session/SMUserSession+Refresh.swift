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
  func refreshCall() -> PendingCall<JSON> {
    PendingCall(session: self) { () async throws(CallFailure) -> JSON in
      switch self.turn(asked: true) {
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
    switch turn(replacing: accessToken) {
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

  private func turn(replacing accessToken: String? = nil, asked: Bool = false) -> RefreshTurn {
    state.withLock { state in
      if let flight = state.flight { return .join(flight) }
      guard asked || state.accessToken == accessToken else { return .refreshed }
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
