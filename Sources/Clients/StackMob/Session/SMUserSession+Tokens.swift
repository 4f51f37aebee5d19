public import Dispatch
import Foundation
import GhostlightClient
import GhostlightCore
import HTTPTypes
import Synchronization

/// Getting, storing and removing tokens.
///
/// - Source: protocol reference B3 and A19.
extension SMUserSession {
  /// Returns whether the access token has expired, according to this device's clock.
  ///
  /// Returns `true` if there is no access token.
  public func accessTokenHasExpired() -> Bool {
    let now = environment.now()
    return state.withLock { $0.hasExpired(at: now) }
  }

  /// Returns whether the session would be refreshed before a request with these options is sent.
  public func eligible(forTokenRefresh options: SMRequestOptions) -> Bool {
    options.tryRefreshToken && refreshToken != nil && accessTokenHasExpired()
  }

  /// Removes the session from memory and from the store.
  public func clearInfo() {
    setTokens(nil)
  }

  /// Removes the session from memory and from the store; the original Objective-C name of
  /// ``clearInfo()``.
  public func clearSessionInfo() {
    clearInfo()
  }

  /// Requests tokens from an endpoint of the user schema, and stores them in the session.
  ///
  /// The credentials are sent as form fields with the same names. The success block gets the user.
  public func doTokenRequest(
    withEndpoint endpoint: String, credentials: [String: String],
    options: SMRequestOptions = SMRequestOptions(), successCallbackQueue: DispatchQueue? = nil,
    failureCallbackQueue: DispatchQueue? = nil, onSuccess: SMResultSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    let fields = credentials.sorted { $0.key < $1.key }.map { FormField($0.key, $0.value) }
    do {
      try tokenCall(endpoint: endpoint, fields: fields, options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.dictionary) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Returns the call that gets tokens from an endpoint of the user schema; its value is the user.
  ///
  /// - Throws: `SMError` -100 for a malformed header field in the options.
  func tokenCall(
    endpoint: String, fields: [FormField], options: SMRequestOptions
  ) throws -> PendingCall<JSON> {
    let options = options.values
    let draft = try tokenDraft(endpoint: endpoint, fields: fields, headers: options.headers)
    return PendingCall(session: self) { () async throws(CallFailure) -> JSON in
      let tokens = try await self.requestTokens(draft)
      self.setTokens(tokens)
      return tokens.user
    }
  }

  /// Returns a token request, with the form fields that select the kind of token.
  ///
  /// - Throws: `SMError` -100 for a malformed header field.
  func tokenDraft(
    endpoint: String, fields: [FormField], headers: [String: String]? = nil
  ) throws -> RequestDraft {
    let kind = [FormField("token_type", "mac"), FormField("mac_algorithm", "hmac-sha-1")]
    var draft = RequestDraft(
      .post, "\(WireText.schemaPath(userSchema))/\(endpoint)", isSecure: true)
    draft.headers[.contentType] = "application/x-www-form-urlencoded"
    draft.body = WireText.form(fields + kind)
    try draft.add(headers ?? [:])
    return draft
  }

  /// Sends a token request without a signature, and returns the tokens in the response.
  nonisolated(nonsending) func requestTokens(
    _ draft: RequestDraft
  ) async throws(CallFailure) -> SessionTokens {
    let request = request(draft, isSecure: true)
    let response: Response
    do throws(TransportError) { response = try await transmit(request) } catch {
      throw CallFailure(
        SMFailure.stackMob(
          SMErrorNetworkNotReachable, SMFailure.unreachable(error).userInfo))
    }
    let exchange = Exchange(request: request, response: response)
    guard response.status.kind == .successful else {
      let needsPassword =
        exchange.json["error_description"] == "Temporary password reset required."
      let error =
        needsPassword
        ? SMFailure.stackMob(SMErrorTemporaryPasswordResetRequired, exchange.json.userInfo)
        : SMFailure.http(response)
      throw CallFailure(error, exchange: exchange)
    }
    return SessionTokens(answer: exchange.json, now: environment.now())
  }
}
