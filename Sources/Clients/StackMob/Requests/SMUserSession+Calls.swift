import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// The way of every request but those for tokens: refresh, send, refresh and retry, map errors.
///
/// - Source: protocol reference B4.
extension SMUserSession {
  /// The call of a request with options.
  ///
  /// - Throws: ``SMException`` and -100 for header fields that cannot be sent.
  func call(_ draft: RequestDraft, options: SMRequestOptions) throws -> PendingCall<Exchange> {
    let terms = options.terms
    var draft = draft
    try draft.add(terms.headers ?? [:])
    let ready = request(draft, isSecure: draft.isSecure ?? terms.isSecure)
    return PendingCall(session: self) { () async throws(CallFailure) -> Exchange in
      try await self.send(ready, terms)
    }
  }

  private nonisolated(nonsending) func send(
    _ request: Request, _ terms: OptionValues
  ) async throws(CallFailure) -> Exchange {
    var terms = terms
    if let stale = expiredToken(terms) {
      terms.tryRefreshToken = false
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
      if response.status == .unauthorized, terms.tryRefreshToken, refreshToken != nil {
        terms.tryRefreshToken = false
        try await refresh(replacing: accessToken, original: failure)
      } else if response.status == .serviceUnavailable, terms.numberOfRetries > 0,
        let seconds = exchange.retryAfterSeconds
      {
        terms.numberOfRetries -= 1
        try await pause(seconds)
        if let block = terms.retryBlock {
          return try await HandOver.result(of: exchange, after: failure, terms, by: block).get()
        }
      } else {
        throw failure
      }
    }
  }

  /// The access token that has to be replaced before a request is sent; `nil` where none has.
  func expiredToken(_ terms: OptionValues = OptionValues()) -> StaleToken? {
    guard terms.tryRefreshToken else { return nil }
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
