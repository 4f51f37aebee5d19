public import Dispatch
import GhostlightCore
import HTTPTypes

/// Linking users with Gigya.
///
/// A dictionary of a Gigya user has the members `UID`, `UIDSignature` and `signatureTimestamp`.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Links the user who is logged in with a Gigya user.
  ///
  /// A missing argument fails with `SMError` -100, at once.
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

  /// Links the user who is logged in with a Gigya user.
  ///
  /// - Throws: `SMError` -100 for a missing argument, else the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withGigyaUserDictionary user: [AnyHashable: Any]?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await linkingGigya(SocialCredentials(gigyaUser: user), options).value().dictionary
  }

  /// Links the user who is logged in with a Gigya user.
  ///
  /// A missing argument fails with `SMError` -100, at once.
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

  /// Links the user who is logged in with a Gigya user.
  ///
  /// - Throws: `SMError` -100 for a missing argument, else the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withGigyaUID uid: String?, uidSignature signature: String?,
    signatureTimestamp timestamp: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await linkingGigya(
      SocialCredentials(gigyaUID: uid, signature: signature, timestamp: timestamp), options
    ).value().dictionary
  }

  /// Takes the link with Gigya from the user who is logged in.
  public func unlinkLoggedInUserFromGigya(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try unlinking("unlinkUserFromGigya", options: options)
    }
  }

  /// Takes the link with Gigya from the user who is logged in.
  ///
  /// - Throws: the error of the request.
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
