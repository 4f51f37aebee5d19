public import Dispatch
import GhostlightCore
import HTTPTypes

/// Reading the logged-in user, and logging out.
///
/// - Source: protocol reference A19.4 and A19.5.
extension SMClient {
  /// Reads the user that the server regards as logged in, and passes it to `onSuccess`.
  public func getLoggedInUser(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    do {
      try userCall(.get, "loggedInUser", options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Returns the user that the server regards as logged in.
  ///
  /// - Throws: `SMError` -100 for a malformed header field in the options, otherwise the error of
  ///   the request.
  nonisolated(nonsending) public func getLoggedInUser(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await userCall(.get, "loggedInUser", options: options).value().json.dictionary
  }

  /// Logs the user out.
  ///
  /// The client removes the session only after the server has accepted the logout.
  public func logout(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    do {
      try logoutCall(options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.json.dictionary) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Logs the user out.
  ///
  /// The client removes the session only after the server has accepted the logout.
  ///
  /// - Throws: `SMError` -100 for a malformed header field in the options, otherwise the error of
  ///   the request.
  @discardableResult
  nonisolated(nonsending) public func logout(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await logoutCall(options).value().json.dictionary
  }

  private func logoutCall(_ options: SMRequestOptions) throws -> PendingCall<Exchange> {
    let session = session
    return try userCall(.get, "logout", options: options).map { exchange in
      session.clearInfo()
      return exchange
    }
  }

  private func userCall(
    _ method: HTTPRequest.Method, _ name: String, options: SMRequestOptions
  ) throws -> PendingCall<Exchange> {
    try session.call(RequestDraft(method, userPath(name)), options: options)
  }

  func userPath(_ name: String) -> String {
    WireText.schemaPath(userSchema) + "/" + name
  }
}
