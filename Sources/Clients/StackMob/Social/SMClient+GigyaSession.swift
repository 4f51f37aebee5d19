public import Dispatch
import GhostlightCore

/// Logging in with Gigya.
///
/// The dictionary of a Gigya user has the members `UID`, `UIDSignature` and `signatureTimestamp`.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Logs in the user that is linked with a Gigya account, and creates the user if there is none.
  ///
  /// If the dictionary or one of its three members is missing, the call fails immediately with
  /// `SMError` -100.
  public func login(
    withGigyaUserDictionary user: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try loggingIn("gigyaAccessToken", SocialCredentials(gigyaUser: user), options: options)
    }
  }

  /// Logs in the user that is linked with a Gigya account, and creates the user if there is none.
  ///
  /// - Throws: `SMError` -100 if the dictionary or one of its three members is missing, otherwise
  ///   the error of the request.
  nonisolated(nonsending) public func login(
    withGigyaUserDictionary user: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await loggingIn("gigyaAccessToken", SocialCredentials(gigyaUser: user), options: options)
      .value()
      .dictionary
  }

  /// Logs in the user that is linked with a Gigya account, and creates the user if there is none.
  ///
  /// If an argument is missing, the call fails immediately with `SMError` -100.
  public func login(
    withGigyaUID uid: String?, uidSignature signature: String?,
    signatureTimestamp timestamp: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try loggingIn(
        "gigyaAccessToken",
        SocialCredentials(gigyaUID: uid, signature: signature, timestamp: timestamp),
        options: options)
    }
  }

  /// Logs in the user that is linked with a Gigya account, and creates the user if there is none.
  ///
  /// - Throws: `SMError` -100 if an argument is missing, otherwise the error of the request.
  nonisolated(nonsending) public func login(
    withGigyaUID uid: String?, uidSignature signature: String?,
    signatureTimestamp timestamp: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await loggingIn(
      "gigyaAccessToken",
      SocialCredentials(gigyaUID: uid, signature: signature, timestamp: timestamp), options: options
    ).value().dictionary
  }

  /// Logs in the user that is linked with a Gigya account, and creates the user if there is none.
  @available(*, deprecated, message: "Use the form with callback queues.")
  public func login(
    withGigyaUID uid: String?, uidSignature signature: String?,
    signatureTimestamp timestamp: String?, options: SMRequestOptions,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    login(
      withGigyaUID: uid, uidSignature: signature, signatureTimestamp: timestamp, options: options,
      successCallbackQueue: nil, failureCallbackQueue: nil, onSuccess: onSuccess,
      onFailure: onFailure)
  }
}
