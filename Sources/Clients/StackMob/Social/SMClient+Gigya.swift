public import Dispatch
import GhostlightCore
import HTTPTypes

/// Linking users with Gigya.
///
/// The dictionary of a Gigya user has the members `UID`, `UIDSignature` and `signatureTimestamp`.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Links the logged-in user with a Gigya account.
  ///
  /// If the dictionary or one of its three members is missing, the call fails immediately with
  /// `SMError` -100.
  public func linkLoggedInUser(
    withGigyaUserDictionary user: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try linkingGigya(SocialCredentials(gigyaUser: user), options)
    }
  }

  /// Links the logged-in user with a Gigya account, and returns the user.
  ///
  /// - Throws: `SMError` -100 if the dictionary or one of its three members is missing, otherwise
  ///   the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withGigyaUserDictionary user: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await linkingGigya(SocialCredentials(gigyaUser: user), options).value().dictionary
  }

  /// Links the logged-in user with a Gigya account.
  ///
  /// If an argument is missing, the call fails immediately with `SMError` -100.
  public func linkLoggedInUser(
    withGigyaUID uid: String?, uidSignature signature: String?,
    signatureTimestamp timestamp: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try linkingGigya(
        SocialCredentials(gigyaUID: uid, signature: signature, timestamp: timestamp), options)
    }
  }

  /// Links the logged-in user with a Gigya account, and returns the user.
  ///
  /// - Throws: `SMError` -100 if an argument is missing, otherwise the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withGigyaUID uid: String?, uidSignature signature: String?,
    signatureTimestamp timestamp: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await linkingGigya(
      SocialCredentials(gigyaUID: uid, signature: signature, timestamp: timestamp), options
    ).value().dictionary
  }

  /// Removes the link between the logged-in user and their Gigya account.
  public func unlinkLoggedInUserFromGigya(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try unlinking("unlinkUserFromGigya", options: options)
    }
  }

  /// Removes the link between the logged-in user and their Gigya account.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func unlinkLoggedInUserFromGigya(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await unlinking("unlinkUserFromGigya", options: options).value()
  }

  private func linkingGigya(
    _ credentials: SocialCredentials, _ options: SMRequestOptions
  ) throws -> PendingCall<JSON> {
    let draft = RequestDraft.json(.post, social("linkUserWithGigya"), credentials.json)
    return try session.call(draft, options: options).map { $0.json }
  }
}
