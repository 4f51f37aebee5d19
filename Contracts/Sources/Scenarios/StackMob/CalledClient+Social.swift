import TestExecutors

import StackMob

/// Facebook, Twitter and Gigya users, through the API variant that the call style selects.
extension CalledClient {
  @discardableResult
  nonisolated(nonsending) func createUser(withFacebookToken token: String?, username: String? = nil)
    async throws -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.createUser(withFacebookToken: token, username: username)
    } blocks: { success, failure in
      client.createUser(
        withFacebookToken: token, username: username, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func login(
    withFacebookToken token: String?, createUserIfNeeded: Bool = false,
    usernameForCreate: String? = nil
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.login(
        withFacebookToken: token, createUserIfNeeded: createUserIfNeeded,
        usernameForCreate: usernameForCreate)
    } blocks: { success, failure in
      client.login(
        withFacebookToken: token, createUserIfNeeded: createUserIfNeeded,
        usernameForCreate: usernameForCreate, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func linkLoggedInUser(withFacebookToken token: String?) async throws
    -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.linkLoggedInUser(withFacebookToken: token)
    } blocks: { success, failure in
      client.linkLoggedInUser(withFacebookToken: token, onSuccess: success, onFailure: failure)
    }
  }

  nonisolated(nonsending) func unlinkLoggedInUserFromFacebook() async throws {
    try await CallStyle.call {
      try await client.unlinkLoggedInUserFromFacebook()
    } blocks: { success, failure in
      client.unlinkLoggedInUserFromFacebook(onSuccess: { success(()) }, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func updateFacebookStatus(withMessage message: String?) async throws
    -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.updateFacebookStatus(withMessage: message)
    } blocks: { success, failure in
      client.updateFacebookStatus(withMessage: message, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func getLoggedInUserFacebookInfo() async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.getLoggedInUserFacebookInfo()
    } blocks: { success, failure in
      client.getLoggedInUserFacebookInfo(onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func createUser(
    withTwitterToken token: String?, twitterSecret secret: String?, username: String? = nil
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.createUser(
        withTwitterToken: token, twitterSecret: secret, username: username)
    } blocks: { success, failure in
      client.createUser(
        withTwitterToken: token, twitterSecret: secret, username: username, onSuccess: success,
        onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func login(
    withTwitterToken token: String?, twitterSecret secret: String?,
    createUserIfNeeded: Bool = false, usernameForCreate: String? = nil
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.login(
        withTwitterToken: token, twitterSecret: secret, createUserIfNeeded: createUserIfNeeded,
        usernameForCreate: usernameForCreate)
    } blocks: { success, failure in
      client.login(
        withTwitterToken: token, twitterSecret: secret, createUserIfNeeded: createUserIfNeeded,
        usernameForCreate: usernameForCreate, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func linkLoggedInUser(
    withTwitterToken token: String?, twitterSecret secret: String?
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.linkLoggedInUser(withTwitterToken: token, twitterSecret: secret)
    } blocks: { success, failure in
      client.linkLoggedInUser(
        withTwitterToken: token, twitterSecret: secret, onSuccess: success, onFailure: failure)
    }
  }

  nonisolated(nonsending) func unlinkLoggedInUserFromTwitter() async throws {
    try await CallStyle.call {
      try await client.unlinkLoggedInUserFromTwitter()
    } blocks: { success, failure in
      client.unlinkLoggedInUserFromTwitter(onSuccess: { success(()) }, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func updateTwitterStatus(withMessage message: String?) async throws
    -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.updateTwitterStatus(withMessage: message)
    } blocks: { success, failure in
      client.updateTwitterStatus(withMessage: message, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func getLoggedInUserTwitterInfo() async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.getLoggedInUserTwitterInfo()
    } blocks: { success, failure in
      client.getLoggedInUserTwitterInfo(onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func login(withGigyaUserDictionary user: [AnyHashable: Any]?) async throws
    -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.login(withGigyaUserDictionary: user)
    } blocks: { success, failure in
      client.login(withGigyaUserDictionary: user, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func login(
    withGigyaUID uid: String?, uidSignature signature: String?,
    signatureTimestamp timestamp: String?
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.login(
        withGigyaUID: uid, uidSignature: signature, signatureTimestamp: timestamp)
    } blocks: { success, failure in
      client.login(
        withGigyaUID: uid, uidSignature: signature, signatureTimestamp: timestamp,
        onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func linkLoggedInUser(withGigyaUserDictionary user: [AnyHashable: Any]?)
    async throws -> [AnyHashable: Any]
  {
    try await CallStyle.call {
      try await client.linkLoggedInUser(withGigyaUserDictionary: user)
    } blocks: { success, failure in
      client.linkLoggedInUser(withGigyaUserDictionary: user, onSuccess: success, onFailure: failure)
    }
  }

  @discardableResult
  nonisolated(nonsending) func linkLoggedInUser(
    withGigyaUID uid: String?, uidSignature signature: String?,
    signatureTimestamp timestamp: String?
  ) async throws -> [AnyHashable: Any] {
    try await CallStyle.call {
      try await client.linkLoggedInUser(
        withGigyaUID: uid, uidSignature: signature, signatureTimestamp: timestamp)
    } blocks: { success, failure in
      client.linkLoggedInUser(
        withGigyaUID: uid, uidSignature: signature, signatureTimestamp: timestamp,
        onSuccess: success, onFailure: failure)
    }
  }

  nonisolated(nonsending) func unlinkLoggedInUserFromGigya() async throws {
    try await CallStyle.call {
      try await client.unlinkLoggedInUserFromGigya()
    } blocks: { success, failure in
      client.unlinkLoggedInUserFromGigya(onSuccess: { success(()) }, onFailure: failure)
    }
  }
}
